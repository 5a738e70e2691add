import { expect, it } from "vitest";
import { waitingItems, waitsForKeyboard } from "./index.ts";
import { openTestSession, proposal } from "./testing/build.ts";

const terminal = { terminalId: "term", target: "local", shell: "bash", cwd: "/", cols: 80, rows: 24 } as const;
const approval = {
  type: "step.approved",
  stepId: "p1",
  digest: "digest of ls",
  scope: "once",
  from: "policy",
} as const;

function begun() {
  const session = openTestSession();
  session.record({ type: "terminal.opened", ...terminal });
  session.ask({ type: "prompt", text: "look" });
  session.ask({ type: "take-keyboard", terminalId: "term" });
  session.record(proposal("p1", "ls"));
  session.record(approval);
  session.record({ type: "step.started", stepId: "p1", digest: "digest of ls", terminalId: "term", offset: 40 });
  return session;
}

const statusOf = ({ state }: ReturnType<typeof begun>) => state.current?.steps.get("p1")?.status;

it("[KB6] a step that waits for the keyboard has no output yet, and everyone is told who has it", () => {
  const session = begun();
  session.record({ type: "step.waiting", stepId: "p1", waiting: "keyboard", text: "Mira has the keyboard." });
  expect(statusOf(session)).toMatchObject({ name: "running", waiting: "keyboard", offset: null });
  const wait = { stepId: "p1", command: "ls", terminalId: "term", holder: "person:mira", since: 8000 };
  expect(waitsForKeyboard(session.state)).toEqual([wait]);
  expect(waitingItems(session.state)).toEqual([
    { kind: "keyboard", session: "s1", title: "look", target: "local", ...wait },
  ]);
});

it("[KB6] its output and its time begin where it is sent after all", () => {
  const session = begun();
  session.record({ type: "step.waiting", stepId: "p1", waiting: "keyboard" });
  session.record({ type: "keyboard.given", terminalId: "term", from: "surface", commands: [] });
  expect(waitsForKeyboard(session.state)).toEqual([]);
  expect(statusOf(session)).toMatchObject({ waiting: null, offset: null });
  session.record({ type: "step.waiting", stepId: "p1", waiting: "working", offset: 95 });
  expect(statusOf(session)).toMatchObject({ waiting: "working", offset: 95, since: 10000 });
});
