import { endOf, stillRuns } from "./late-end.ts";
import type { SessionState } from "./state.ts";

/** Where a step began and ended in its terminal's log; `to` is null while it runs. */
export interface StepPlace {
  readonly id: string;
  readonly from: number;
  readonly to: number | null;
}

/** Of a long session only the newest steps are marked: older ones have scrolled away. */
const mostSteps = 300;

/** The places of the newest steps in one terminal, oldest first. */
export function stepsInTerminal({ turns, current }: SessionState, terminalId: string): readonly StepPlace[] {
  const places: StepPlace[] = [];
  let left = mostSteps;
  for (let i = current ? turns.length : turns.length - 1; i >= 0 && left > 0; i--) {
    const newest = [...((turns[i] ?? current)?.steps.values() ?? [])].slice(-left).reverse();
    left -= newest.length;
    for (const step of newest) {
      const { id, status } = step;
      if (!("terminalId" in status) || status.terminalId !== terminalId) continue;
      if (status.name === "running" && status.offset !== null) places.push({ id, from: status.offset, to: null });
      if (status.name !== "finished" || status.range === null) continue;
      const { from, to } = endOf(status).range ?? status.range;
      places.push({ id, from, to: stillRuns(step) ? null : to });
    }
  }
  return places.reverse();
}
