import { describe, expect, it } from "vitest";
import type { SessionSummary } from "../../protocol/index.ts";
import { groupSessions } from "./group-sessions.ts";

const now = new Date("2026-03-05T12:00:00").getTime();

function session(id: string, more: Partial<SessionSummary>): SessionSummary {
  return {
    id,
    title: id,
    target: "local",
    cwd: "/",
    createdAt: now,
    updatedAt: now,
    closed: false,
    seq: 1,
    owned: true,
    phase: "input",
    paused: false,
    agent: "cotty",
    model: "offline/runbooks",
    mode: "default",
    waiting: [],
    ...more,
  };
}

const waiting = (verdict: "ask" | "danger", since: number) => [{ kind: "step" as const, verdict, since }] as never;

describe("the list of sessions", () => {
  it("shows what waits first, danger before age, then what works, then the newest", () => {
    const groups = groupSessions(
      [
        session("older", { updatedAt: now - 3 * 86_400_000 }),
        session("ask-late", { waiting: waiting("ask", 300) }),
        session("today", { updatedAt: now - 1000 }),
        session("working", { phase: "executing" }),
        session("ask-early", { waiting: waiting("ask", 100) }),
        session("danger", { waiting: waiting("danger", 900) }),
        session("newest", { updatedAt: now }),
      ],
      new Date(now).toDateString(),
    );
    expect(groups.map((group) => [group.name, group.sessions.map(({ id }) => id)])).toEqual([
      ["Waiting for you", ["danger", "ask-early", "ask-late"]],
      ["Working", ["working"]],
      ["Earlier today", ["newest", "today"]],
      ["Older", ["older"]],
    ]);
  });
});
