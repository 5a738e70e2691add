import type { SessionSummary } from "../../protocol/index.ts";

export interface SessionGroup {
  readonly name: string;
  readonly sessions: readonly SessionSummary[];
}

const working = ["thinking", "review", "executing", "finalizing"];

/** Waiting for you (danger first, then the oldest), Working, Earlier today, Older; within those the newest first. */
export function groupSessions(sessions: readonly SessionSummary[], today: string): SessionGroup[] {
  const waiting = sessions.filter((session) => session.waiting.length > 0);
  const busy = sessions.filter((session) => session.waiting.length === 0 && working.includes(session.phase));
  const rest = sessions.filter((session) => !waiting.includes(session) && !busy.includes(session));
  const isToday = (session: SessionSummary) => new Date(session.updatedAt).toDateString() === today;
  const newest = (a: SessionSummary, b: SessionSummary) => b.updatedAt - a.updatedAt;
  return [
    { name: "Waiting for you", sessions: [...waiting].sort(byDangerThenAge) },
    { name: "Working", sessions: [...busy].sort(newest) },
    { name: "Earlier today", sessions: rest.filter(isToday).sort(newest) },
    { name: "Older", sessions: rest.filter((session) => !isToday(session)).sort(newest) },
  ].filter((group) => group.sessions.length > 0);
}

function byDangerThenAge(a: SessionSummary, b: SessionSummary): number {
  return Number(hasDanger(b)) - Number(hasDanger(a)) || waitingSince(a) - waitingSince(b);
}

function hasDanger(session: SessionSummary): boolean {
  return session.waiting.some((item) => item.kind === "step" && item.verdict === "danger");
}

/** Since when the first thing in it waits. */
export function waitingSince(session: SessionSummary): number {
  return Math.min(...session.waiting.map((item) => item.since));
}
