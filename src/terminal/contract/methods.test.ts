import { describe, expect, it } from "vitest";
import { CommandResult, withoutOutput } from "./command-result.ts";
import { type Method, TerminalRequest, terminalMethods } from "./methods.ts";

const requests: { [M in Method]: object } = {
  open: {
    params: { target: "local", env: {}, integration: "auto", capture: "marks", cols: 80, rows: 24 },
  },
  adopt: {},
  run: { command: "ls", timeoutMs: 1000 },
  ownNames: { words: ["ls"], timeoutMs: 1000 },
  resume: { key: "step_1", timeoutMs: 1000 },
  wait: { condition: { until: "exit" }, timeoutMs: 1000 },
  sendKeys: { keys: "y Enter" },
  type: { by: "person" },
  secret: {},
  takeKeyboard: {},
  giveKeyboard: {},
  interrupt: {},
  resize: { cols: 80, rows: 24 },
  screen: { scrollbackLines: 0 },
  state: {},
  side: { argv: ["ls"], hasStdin: false, timeoutMs: 1000 },
  close: {},
};

describe("a request to a pty host", () => {
  it.each(Object.entries(requests))("%s is its method beside its parameters, and nothing unknown", (method, params) => {
    const request = { method, ...params };
    expect(TerminalRequest.parse(request)).toEqual(request);
    expect(TerminalRequest.safeParse({ ...request, unknown: true }).success).toBe(false);
  });
});

describe("a command's result", () => {
  const range = { from: 10, to: 14 };
  const known = { cwd: "/", durationMs: 1, confidence: "marks", range } as const;

  it("has the fields of its outcome and no others", () => {
    const exited = { outcome: "exited", exitCode: 0, output: "hey\n", bytes: 4, droppedBytes: 0, ...known };
    expect(CommandResult.parse({ ...exited, foreground: null, ofANewerHost: true })).toEqual(exited);
    expect(CommandResult.safeParse({ ...exited, outcome: "context-changed" }).success).toBe(false);
  });

  it("counts bytes that nobody could read as left out", () => {
    expect(withoutOutput({ outcome: "terminal-closed", exitCode: null }, known)).toEqual({
      outcome: "terminal-closed",
      exitCode: null,
      output: "",
      bytes: 4,
      droppedBytes: 4,
      ...known,
    });
  });

  it("is null where a run that is asked for never began", () => {
    expect(terminalMethods.resume.result.parse(null)).toBeNull();
  });
});
