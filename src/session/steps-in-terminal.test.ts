import { expect, it } from "vitest";
import { stepsInTerminal } from "./index.ts";
import { finished, openTestSession, proposal } from "./testing/build.ts";

function run(session: ReturnType<typeof openTestSession>, stepId: string, terminalId: string, offset: number): void {
  session.record(proposal(stepId, "ls"));
  session.ask({ type: "approve", stepId, digest: "digest of ls", scope: "once" });
  session.record({ type: "step.started", stepId, digest: "digest of ls", terminalId, offset });
}

it("steps stand in their terminal from where they began to where they ended, oldest first", () => {
  const session = openTestSession();
  session.ask({ type: "prompt", text: "look" });
  run(session, "a", "t1", 10);
  session.record(finished("a", { terminalId: "t1", range: { from: 12, to: 20 } }));
  run(session, "other", "t2", 3);
  session.record(finished("other", { terminalId: "t2", range: { from: 3, to: 9 } }));
  session.record({ type: "turn.finished", outcome: "complete", summary: "" });
  session.ask({ type: "prompt", text: "again" });
  session.record(proposal("nowhere", "pwd"));
  session.ask({ type: "reject", stepId: "nowhere" });
  run(session, "b", "t1", 25);
  expect(stepsInTerminal(session.state, "t1")).toEqual([
    { id: "a", from: 12, to: 20 },
    { id: "b", from: 25, to: null },
  ]);
});

it("of a long session only the newest 300 steps are marked", () => {
  const session = openTestSession({ maxSteps: 1000 });
  session.ask({ type: "prompt", text: "look" });
  for (let i = 0; i < 310; i++) {
    run(session, `s${i}`, "t1", i);
    session.record(finished(`s${i}`, { terminalId: "t1", range: { from: i, to: i + 1 } }));
  }
  const places = stepsInTerminal(session.state, "t1");
  expect([places.length, places[0]?.id, places.at(-1)?.id]).toEqual([300, "s10", "s309"]);
});
