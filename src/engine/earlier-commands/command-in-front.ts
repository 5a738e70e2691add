import type { SessionState, Step } from "../../session/index.ts";
import type { CommandInFront } from "../contract/act.ts";

/**
 * The program in front says little of where keys go: behind `script`, `tmux` or a shell may be another machine. So what
 * a command was found to reach holds for all keys until it has ended.
 */
export function commandInFront(state: SessionState, terminalId: string): CommandInFront {
  const begun = stepsSinceLastEnd(state, terminalId);
  const takenSeq = state.terminals.find(({ id }) => id === terminalId)?.takenSeq ?? 0;
  const hasCommand = begun.some(({ step }) => step.kind !== "keys");
  return {
    heldHosts: [...new Set(begun.flatMap(({ step }) => step.protectedHost?.name ?? []))],
    keys: begun.flatMap(({ step }) => (step.kind === "keys" ? [step.command] : [])),
    isUnknown: !hasCommand || begun.some(({ seq }) => seq < takenSeq),
  };
}

interface Begun {
  step: Step;
  /** The event that proposed it. */
  seq: number;
}

/** The commands that may not have ended, with the keys that were typed since. */
function stepsSinceLastEnd(state: SessionState, terminalId: string): Begun[] {
  let begun: Begun[] = [];
  for (const { items, steps } of [...state.turns, ...(state.current ? [state.current] : [])]) {
    for (const item of items) {
      const step = item.kind === "step" ? steps.get(item.stepId) : undefined;
      if (step === undefined || !hasBegunIn(step, terminalId)) continue;
      // It could only begin at the shell's prompt, so whatever was in front before is over with it.
      const isOver = step.kind !== "keys" && step.status.name === "finished" && step.status.outcome === "exited";
      begun = isOver ? [] : [...begun, { step, seq: item.seq }];
    }
  }
  return begun;
}

/** Whether a step began to run in this terminal. */
export function hasBegunIn({ kind, status, terminalId }: Step, id: string): boolean {
  if (kind !== "command" && kind !== "check" && kind !== "keys") return false;
  if (status.name === "running") return (status.terminalId ?? terminalId) === id;
  if (status.name !== "finished" || (status.terminalId ?? terminalId) !== id) return false;
  return status.outcome !== "not-at-prompt" && status.outcome !== "context-changed";
}
