/** Where a session can stand, as `cotty sessions` says it. A filter has dashes for the blanks. */
export const sessionStates = [
  "waiting",
  "working",
  "paused",
  "interrupted",
  "complete",
  "answered",
  "no-answer",
  "failed",
  "stopped",
  "step-limit",
  "timed-out",
  "needed-a-person",
  "new",
] as const;

export function isInState(status: string, state: string): boolean {
  // Also a step that waits until a person gives the keyboard back.
  if (state === "waiting") return status.startsWith("wait");
  return status.startsWith(state.replaceAll("-", " "));
}
