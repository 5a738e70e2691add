import type { SessionSummary, WaitingItem } from "../../protocol/index.ts";

/** Danger first, then steps by how long they wait, then questions. */
export function inboxOrder(sessions: readonly SessionSummary[]): WaitingItem[] {
  return sessions.flatMap((session) => session.waiting).sort((a, b) => rank(a) - rank(b) || since(a) - since(b));
}

function rank(item: WaitingItem): number {
  if (item.kind === "question") return 2;
  return item.verdict === "danger" ? 0 : 1;
}

function since(item: WaitingItem): number {
  return item.kind === "step" ? item.since : 0;
}
