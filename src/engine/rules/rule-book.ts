import { type PolicyContext, parseRules, proposeRule, type Rule } from "../../policy/index.ts";
import type { RuleBook } from "../contract/deps.ts";
import type { SessionPlace, WrittenRules } from "./written-rules.ts";

/** Rules of people for each session: from files, and from approvals that were given for longer than once. */
export function createRuleBook(files: WrittenRules): RuleBook {
  const sessions = new Map<string, { place: SessionPlace; rules: Rule[] }>();
  const of = (session: string) => {
    const known = sessions.get(session);
    if (known === undefined) throw new Error(`nobody said where session ${session} works`);
    return known;
  };
  return {
    async rulesFor(session) {
      const { place, rules } = of(session);
      return [...(await files.rulesAt(place)).rules, ...rules];
    },
    propose(command, context: PolicyContext) {
      return proposeRule(command, context);
    },
    async restore(session, texts, { target, cwd }) {
      const rules = texts.flatMap(
        (text) => parseRules(text, { scope: "session", file: `session ${session}`, trusted: true }).rules,
      );
      sessions.set(session, { place: { target, cwd }, rules });
    },
    async add(scope, session, proposed) {
      if (scope === "always") await files.addForUser(proposed.toml);
      else of(session).rules.push({ ...proposed.rule, scope: "session" });
      return proposed.rule.id;
    },
  };
}
