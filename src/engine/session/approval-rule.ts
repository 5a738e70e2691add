import type { ProposedRule } from "../../policy/index.ts";
import type { Reply, RequestOf } from "../../protocol/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { judgeAct } from "../judge/judge-act.ts";
import { policyContext } from "../judge/policy-context.ts";
import type { SessionLog } from "../record/session-log.ts";
import { makeAct, terminalOfStep } from "../step/make-act.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";

/** The rule that an approval for longer than once stands for. */
export type LongerApproval = { rule: ProposedRule } | { refusal: Reply } | null;

/**
 * What "for this session" and "always" would allow: never more than the longest safe prefix of this very command. Keys
 * have no rule: for the session policy says whether they, once approved, cover any others, and the log keeps them.
 */
export async function longerApproval(
  request: RequestOf<"approve">,
  { log, deps, terminals }: { log: SessionLog; deps: EngineDeps; terminals: SessionTerminals },
  signal: AbortSignal,
): Promise<LongerApproval> {
  if (request.scope === "once") return null;
  const step = log.state.current?.steps.get(request.stepId);
  // What is wrong with the step itself is said by the rules of the session.
  if (step?.status.name !== "review" || step.verdict !== "ask" || step.protectedHost !== null) return null;
  const terminal = await terminalOfStep(step, log.state, terminals);
  const waiting = { kind: step.kind, text: step.command, terminal, cwd: step.cwd };
  const act = await makeAct(waiting, log.state, { agent: log.state.current?.agent ?? "cotty", signal });
  if (step.kind === "keys" && request.scope === "session") {
    const isApproved = await judgeAct(
      deps.judge,
      { ...act, approvedKeys: [step.command] },
      { signal, terminal, redact: deps.redact },
    );
    return isApproved.verdict === "allow" ? null : { refusal: onlyOnce(keysOnce) };
  }
  const context = policyContext(act, { rules: await deps.rules.rulesFor(act.session) });
  const rule = step.kind === "command" ? deps.rules.propose(step.command, context) : null;
  if (rule) return { rule };
  return { refusal: onlyOnce(noRule) };
}

const onlyOnce = (why: { message: string; nextStep: string }): Reply => ({
  outcome: "refused",
  error: { code: "approval.no-rule", ...why },
});

const noRule = {
  message: "Nothing longer than once is safe to allow here: a rule for it would allow too much.",
  nextStep: "Approve it once, or write a rule yourself (docs/policy.md).",
};

const keysOnce = {
  message:
    "These keys can only be approved once: for a session, keys that move on a screen and answers of one letter can.",
  nextStep: "Approve them once.",
};
