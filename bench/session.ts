import { performance } from "node:perf_hooks";
import type { Event, EventBody } from "../src/protocol/index.ts";
import { emptyState, evolve } from "../src/session/index.ts";
import { median, milliseconds, report } from "./report.ts";

const eventCount = 50_000;

/** Folding a long session: what every surface does when it opens one. */
export async function run(): Promise<void> {
  const events = longSession();
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    const state = events.reduce(evolve, emptyState("s1"));
    if (state.seq !== eventCount) throw new Error("The fold lost events.");
    return performance.now() - started;
  });
  const copy = Array.from({ length: 5 }, () => {
    const started = performance.now();
    for (const event of events) structuredClone(event);
    return performance.now() - started;
  });
  report(
    `fold ${eventCount} events`,
    milliseconds(median(times)),
    `structuredClone of each: ${milliseconds(median(copy))}`,
    "< 1000 ms",
  );
}

/** Turns of 20 steps with streamed text between, as a busy agent writes them. */
function longSession(): Event[] {
  const events: Event[] = [];
  let turn = "t0";
  const add = (body: EventBody) =>
    events.push({
      ...body,
      seq: events.length + 1,
      at: events.length,
      session: "s1",
      turn,
      by: "engine",
      hash: "",
    } as Event);
  add({
    type: "session.opened",
    title: "",
    target: "local",
    cwd: "/",
    settings: { agent: "cotty", model: "m", mode: "default", thinking: false, maxSteps: 20 },
    version: "0",
  });
  for (let n = 0; events.length < eventCount; n++) {
    turn = `t${n}`;
    add({ type: "prompt.received", text: "go", from: "bench" });
    add({ type: "turn.started", agent: "cotty", model: "m", mode: "default", freshHistory: false });
    for (let step = 0; step < 20; step++) {
      for (let i = 0; i < 5; i++) add({ type: "text.streamed", text: "some words " });
      addStep(add, `${turn}-${step}`);
    }
    add({ type: "turn.finished", outcome: "complete", summary: "" });
  }
  return events.slice(0, eventCount);
}

function addStep(add: (body: EventBody) => void, stepId: string): void {
  const common = { stepId, digest: "d" };
  add({
    type: "step.proposed",
    ...common,
    kind: "command",
    command: "ls",
    reasoning: "",
    verdict: "allow",
    risks: [],
    findings: [],
    target: "local",
    cwd: "/",
    shell: "bash",
    hold: "enforced",
  });
  add({ type: "step.approved", ...common, scope: "once", from: "policy" });
  add({ type: "step.started", ...common });
  add({
    type: "step.finished",
    stepId,
    outcome: "exited",
    exitCode: 0,
    output: "x".repeat(200),
    bytes: 200,
    droppedBytes: 0,
    durationMs: 1,
  });
}
