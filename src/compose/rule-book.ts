import type { RuleBook } from "../engine/index.ts";
import { type PolicyContext, parseRules, proposeRule, type Rule } from "../policy/index.ts";
import type { PolicyFiles } from "./policy-files.ts";

/** Rules of people for each session: from files, and from approvals that were given for longer than once. */
export function createRuleBook(files: PolicyFiles): RuleBook {
  const ofSessions = new Map<string, Rule[]>();
  return {
    rulesFor: (session) => [...files.rules, ...(ofSessions.get(session) ?? [])],
    propose(command, context: PolicyContext) {
      return proposeRule(command, context);
    },
    async restore(session, rules, place) {
      const parsed = rules.flatMap(
        (text) => parseRules(text, { scope: "session", file: `session ${session}`, trusted: true }).rules,
      );
      // A daemon works in many projects; the files it began with are those of one.
      const ofProject = place.target === "local" ? await files.rulesOfProject(place.cwd) : [];
      ofSessions.set(session, [...ofProject, ...parsed]);
    },
    async add(scope, session, proposed) {
      if (scope === "always") await files.addForUser({ ...proposed.rule, scope: "user" }, proposed.toml);
      else ofSessions.set(session, [...(ofSessions.get(session) ?? []), { ...proposed.rule, scope: "session" }]);
      return proposed.rule.id;
    },
  };
}
