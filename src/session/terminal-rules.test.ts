import { describe, expect, it } from "vitest";
import { decideTyping } from "./index.ts";
import { openTestSession } from "./testing/build.ts";

describe("a terminal", () => {
  const opened = {
    type: "terminal.opened",
    terminalId: "t1",
    target: "local",
    shell: "/bin/sh",
    cwd: "/",
    cols: 80,
    rows: 24,
  } as const;

  it("[KB1] has one holder of its keyboard, by name: whoever asks for it has it at once", () => {
    const session = openTestSession();
    session.record(opened);
    const holder = () => session.state.terminals.map(({ keyboard, holder }) => [keyboard, holder]);
    expect(holder()).toEqual([["agent", null]]);
    session.ask({ type: "take-keyboard", terminalId: "t1" }, { by: "person:mira" });
    expect(holder()).toEqual([["person", "person:mira"]]);
    session.ask({ type: "take-keyboard", terminalId: "t1" }, { by: "person:jonas" });
    expect(holder()).toEqual([["person", "person:jonas"]]);
    session.record({ type: "keyboard.given", terminalId: "t1", from: "web", commands: [] });
    expect(holder()).toEqual([["agent", null]]);
  });

  it("[KB3] belongs to whoever types, from the first byte on, and records that once", () => {
    const session = openTestSession();
    session.record(opened);
    const typing = (by: "person:mira" | "person:jonas") => decideTyping(session.state, "t1", { by, now: 5 });
    const taken = { type: "keyboard.taken", terminalId: "t1", from: "typing", at: 5 };
    expect(typing("person:mira")).toEqual({ accepted: true, events: [{ ...taken, by: "person:mira" }] });
    session.ask({ type: "take-keyboard", terminalId: "t1" }, { by: "person:mira" });
    expect(typing("person:mira")).toEqual({ accepted: true, events: [] });
    expect(typing("person:jonas")).toEqual({ accepted: true, events: [{ ...taken, by: "person:jonas" }] });
  });

  it("[KB3] takes no keys when it is closed, unknown, or its session is closed", () => {
    const session = openTestSession();
    session.record(opened);
    const code = (terminalId: string) => {
      const decision = decideTyping(session.state, terminalId, { by: "person:mira", now: 5 });
      return decision.accepted ? "accepted" : decision.error.code;
    };
    expect([code("t1"), code("t2")]).toEqual(["accepted", "terminal.unknown"]);
    session.record({ type: "terminal.closed", terminalId: "t1", reason: "exit" });
    expect(code("t1")).toBe("terminal.closed");
    session.ask({ type: "close" });
    expect(code("t1")).toBe("session.closed");
  });

  it("[KB4] stays the agent's while a person answers its login", () => {
    const session = openTestSession();
    session.record(opened);
    session.record({ type: "login.waiting", terminalId: "t1", waiting: "password", text: "Password:" });
    expect(decideTyping(session.state, "t1", { by: "person:mira", now: 5 })).toEqual({ accepted: true, events: [] });
  });

  it("[KB2] has one size that everybody knows, and says nothing when it gets the size it has", () => {
    const session = openTestSession();
    session.record(opened);
    expect(session.ask({ type: "resize", terminalId: "t1", cols: 80, rows: 24 })).toEqual({
      accepted: true,
      events: [],
    });
    session.ask({ type: "resize", terminalId: "t1", cols: 100, rows: 30 });
    expect(session.state.terminals.map(({ cols, rows }) => [cols, rows])).toEqual([[100, 30]]);
  });
});
