import { type EventBody, judgementIn } from "../../protocol/index.ts";
import type { Judgement } from "../../session/index.ts";
import type { Act } from "../contract/act.ts";

type Proposed = EventBody<"step.proposed">;

/** The proposal of a step as it is stored, whoever proposes: what it would do, where, and policy's word on it. */
export function proposedEvent(
  { kind, target, cwd, shell }: Pick<Act, "kind" | "target" | "cwd" | "shell">,
  judged: Judgement,
  step: Pick<Proposed, "stepId" | "command" | "reasoning" | "terminalId">,
): Proposed {
  return { type: "step.proposed", kind, ...step, ...judgementIn(judged), target, cwd, shell, hold: "enforced" };
}
