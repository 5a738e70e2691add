import { type Event, wholeJudgement } from "../protocol/index.ts";
import type { Step, StepStatus, Turn } from "./state.ts";

/** What an event means for the steps of a turn. Each change names the status it may come from. */
export function evolveStep(turn: Turn, event: Event): Turn {
  switch (event.type) {
    case "step.proposed":
      if (turn.steps.has(event.stepId)) return turn;
      return {
        ...turn,
        items: [...turn.items, { kind: "step", stepId: event.stepId, seq: event.seq }],
        steps: new Map(turn.steps).set(event.stepId, proposedStep(event)),
      };
    case "step.edited":
      return change(turn, event.stepId, ["review"], (step) => ({
        ...step,
        command: event.command,
        ...wholeJudgement(event),
        editedFrom: step.editedFrom ?? event.previous,
        editedBy: event.by,
      }));
    case "step.approved":
      return toStatus(turn, event.stepId, ["review"], () => ({
        name: "approved",
        by: event.by,
        from: event.from,
        at: event.at,
      }));
    case "step.rejected":
      return toStatus(turn, event.stepId, ["review"], () => ({
        name: "rejected",
        by: event.by,
        from: event.from,
        reason: event.reason ?? null,
        at: event.at,
      }));
    case "step.started":
      return toStatus(turn, event.stepId, ["approved"], (status) => ({
        name: "running",
        by: status.name === "approved" ? status.by : event.by,
        from: status.name === "approved" ? status.from : "",
        since: event.at,
        terminalId: event.terminalId ?? null,
        offset: event.offset ?? null,
        waiting: null,
        waitingText: "",
        waitingSeq: 0,
        waitingSince: event.at,
      }));
    case "step.waiting":
      return toStatus(turn, event.stepId, ["running"], (status) => waitingStatus(status, event));
    case "step.finished":
      return toStatus(turn, event.stepId, ["approved", "running"], (status) => finishedStatus(status, event));
    default:
      return turn;
  }
}

function waitingStatus(status: StepStatus, event: Event<"step.waiting">): StepStatus {
  if (status.name !== "running") return status;
  return {
    ...status,
    waiting: event.waiting,
    waitingText: event.text ?? "",
    waitingSeq: event.seq,
    waitingSince: event.at,
    // KB6: until it is sent, what stands in the terminal is not its output, and no time of it runs.
    ...(event.waiting === "keyboard" && { offset: null }),
    ...(event.offset !== undefined && { offset: event.offset, since: event.at }),
  };
}

function finishedStatus(status: StepStatus, event: Event<"step.finished">): StepStatus {
  return {
    name: "finished",
    by: "by" in status ? status.by : event.by,
    from: "from" in status ? status.from : "",
    outcome: event.outcome,
    exitCode: event.exitCode,
    output: event.output,
    bytes: event.bytes,
    droppedBytes: event.droppedBytes,
    durationMs: event.durationMs,
    terminalId: event.terminalId ?? null,
    range: event.range ?? null,
    where: event.where ?? null,
    error: event.error ?? null,
    foreground: event.foreground ?? null,
    ended: null,
  };
}

/** The keyboard was given back: what waited for it waits no longer. */
export function endKeyboardWait(turn: Turn): Turn {
  const waits = [...turn.steps.values()].filter(
    ({ status }) => status.name === "running" && status.waiting === "keyboard",
  );
  return waits.reduce(
    (changed, step) =>
      toStatus(changed, step.id, ["running"], (status) =>
        status.name === "running" ? { ...status, waiting: null, waitingText: "" } : status,
      ),
    turn,
  );
}

function proposedStep(event: Event<"step.proposed">): Step {
  return {
    id: event.stepId,
    kind: event.kind,
    command: event.command,
    reasoning: event.reasoning,
    target: event.target,
    cwd: event.cwd,
    ...wholeJudgement(event),
    terminalId: event.terminalId ?? null,
    hold: event.hold,
    diff: event.diff ?? null,
    inProject: event.inProject === true,
    isByRule: event.isByRule === true,
    call: event.call ?? null,
    program: event.program,
    proposedAt: event.at,
    editedFrom: null,
    editedBy: null,
    status: { name: "review" },
  };
}

function change(turn: Turn, stepId: string, from: StepStatus["name"][], update: (step: Step) => Step): Turn {
  const step = turn.steps.get(stepId);
  if (!step || !from.includes(step.status.name)) return turn;
  return { ...turn, steps: new Map(turn.steps).set(stepId, update(step)) };
}

function toStatus(
  turn: Turn,
  stepId: string,
  from: StepStatus["name"][],
  status: (before: StepStatus) => StepStatus,
): Turn {
  return change(turn, stepId, from, (step) => ({ ...step, status: status(step.status) }));
}
