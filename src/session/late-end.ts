import { formatDuration } from "../base/index.ts";
import type { Event } from "../protocol/index.ts";
import type { Item, LateEnd, SessionState, Step, Turn } from "./state.ts";

type Finished = Extract<Step["status"], { name: "finished" }>;

/** LT1: a command that was reported as running, and of whose end nothing is known. */
export function stillRuns({ status }: Step): boolean {
  return status.name === "finished" && status.outcome === "running" && status.ended === null;
}

/** How a step came out in the end: as it was reported, or what became of it after its time-out. */
export function endOf(status: Finished): Pick<Finished, keyof Finished & keyof LateEnd> {
  return status.ended === null ? status : { ...status, ...status.ended, range: status.ended.range ?? status.range };
}

/** LT1: the end goes onto its step, whichever turn that is of, and the agent is told at its next step or prompt. */
export function endLate(state: SessionState, event: Event<"command.ended">): SessionState {
  const { outcome, exitCode, output, bytes, droppedBytes, durationMs, range = null, at } = event;
  const end = { outcome, exitCode, output, bytes, droppedBytes, durationMs, range, at };
  const step = findStep(state, event.stepId);
  if (!step || !stillRuns(step)) return state;
  const next = changeSteps(state, (each) => (each.id === step.id ? withEnd(each, end) : each));
  return event.isAwaited === true ? next : tellAgent(next, noteOf(step, end), event.seq);
}

/** With its terminal goes what ran there: how it ended cannot be seen any more. */
export function endWithTerminal(state: SessionState, { terminalId, at }: Event<"terminal.closed">): SessionState {
  const runsThere = (step: Step) =>
    stillRuns(step) && "terminalId" in step.status && step.status.terminalId === terminalId;
  return changeSteps(state, (step) => {
    const { status } = step;
    if (status.name !== "finished" || !runsThere(step)) return step;
    const { output, bytes, droppedBytes, durationMs } = status;
    const known = { output, bytes, droppedBytes, durationMs, range: null };
    return withEnd(step, { outcome: "terminal-closed", exitCode: null, ...known, at });
  });
}

function withEnd(step: Step, ended: LateEnd): Step {
  return step.status.name === "finished" ? { ...step, status: { ...step.status, ended } } : step;
}

function findStep({ turns, current }: SessionState, id: string): Step | undefined {
  return current?.steps.get(id) ?? turns.findLast(({ steps }) => steps.has(id))?.steps.get(id);
}

function changeSteps(state: SessionState, change: (step: Step) => Step): SessionState {
  const inTurn = (turn: Turn): Turn => {
    const changed = [...turn.steps].map(([id, step]) => [id, change(step)] as const);
    return changed.some(([id, step]) => step !== turn.steps.get(id)) ? { ...turn, steps: new Map(changed) } : turn;
  };
  return { ...state, turns: state.turns.map(inTurn), current: state.current && inTurn(state.current) };
}

/** Its output is not quoted: the agent can look at the screen, and what a program prints is not said by Cotty. */
function noteOf({ command }: Step, { outcome, exitCode, durationMs }: LateEnd): string {
  const line = command.split("\n")[0] ?? "";
  const after = ` after ${formatDuration(durationMs)}`;
  const how =
    outcome === "exited"
      ? `has ended${after} (exit code ${exitCode ?? "not known"})`
      : outcome === "terminal-closed"
        ? `ended with its shell${after}`
        : `is over${after} (${outcome})`;
  return `What was still running ${how}: \`${line.length > 200 ? `${line.slice(0, 199)}…` : line}\``;
}

function tellAgent(state: SessionState, text: string, seq: number): SessionState {
  const { current } = state;
  if (!current) return { ...state, meanwhile: [...state.meanwhile, text] };
  const note: Item = { kind: "note", text, seq, forAgent: true };
  return { ...state, current: { ...current, items: [...current.items, note] } };
}
