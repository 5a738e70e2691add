import { describe, expect, it } from "vitest";
import { stepsInTerminal, stillRuns } from "./index.ts";
import { finished, openTestSession, proposal } from "./testing/build.ts";

const terminal = { terminalId: "term", target: "local", shell: "bash", cwd: "/", cols: 80, rows: 24 } as const;
const running = { outcome: "running", exitCode: null, output: "began\n", terminalId: "term" } as const;
const ended = {
  type: "command.ended",
  stepId: "p1",
  outcome: "exited",
  exitCode: 3,
  output: "began\nover\n",
  bytes: 11,
  droppedBytes: 0,
  durationMs: 63_000,
  range: { from: 40, to: 60 },
} as const;

/** A turn whose only command was reported as running. */
function reported() {
  const session = openTestSession();
  session.record({ type: "terminal.opened", ...terminal });
  session.ask({ type: "prompt", text: "build" });
  session.record(proposal("p1", "make"));
  session.record({ type: "step.approved", stepId: "p1", digest: "digest of make", scope: "once", from: "policy" });
  session.record({ type: "step.started", stepId: "p1", digest: "digest of make", terminalId: "term", offset: 40 });
  session.record(finished("p1", { ...running, range: { from: 40, to: 46 } }));
  return session;
}

const over = { type: "turn.finished", outcome: "complete", summary: "Done." } as const;

function stepOf({ state }: ReturnType<typeof reported>) {
  const step = (state.current ?? state.turns[0])?.steps.get("p1");
  if (!step) throw new Error("There is no step.");
  return step;
}

describe("[LT1] a command that was reported as running", () => {
  it("gets its end while its turn goes on, and the agent is told", () => {
    const session = reported();
    expect([stillRuns(stepOf(session)), stepsInTerminal(session.state, "term")]).toEqual([
      true,
      [{ id: "p1", from: 40, to: null }],
    ]);
    session.record(ended);
    expect(stepOf(session).status).toMatchObject({
      outcome: "running",
      ended: { exitCode: 3, output: "began\nover\n" },
    });
    expect(stepsInTerminal(session.state, "term")).toEqual([{ id: "p1", from: 40, to: 60 }]);
    expect(session.state.current?.items.at(-1)).toMatchObject({
      kind: "note",
      text: "What was still running has ended after 1 min 03 s (exit code 3): `make`",
      forAgent: true,
    });
  });

  it("gets it after its turn too, and the agent is told with the next prompt", () => {
    const session = reported();
    session.record(over);
    session.record(ended, "t1");
    expect(stillRuns(stepOf(session))).toBe(false);
    expect(session.state.meanwhile).toEqual([
      "What was still running has ended after 1 min 03 s (exit code 3): `make`",
    ]);
    expect(() => session.record(ended, "t1")).toThrow("was not reported as running");
  });

  it("is not told again to an agent that waits for that end itself", () => {
    const session = reported();
    session.record({ ...ended, isAwaited: true });
    expect(session.state.current?.items.map(({ kind }) => kind)).toEqual(["step"]);
  });

  it("is over with its terminal, and nobody guesses how it ended", () => {
    const session = reported();
    session.record(over);
    session.record({ type: "terminal.closed", terminalId: "term", reason: "Closed." });
    expect(stepOf(session).status).toMatchObject({ ended: { outcome: "terminal-closed", exitCode: null } });
  });
});
