import type { SessionSummary, WaitingItem } from "../../protocol/index.ts";

/** Danger first, then steps, then what has to be answered in words, then what is typed into a terminal; oldest first. */
export function inboxOrder(sessions: readonly Pick<SessionSummary, "waiting">[]): WaitingItem[] {
  return sorted(sessions.flatMap((session) => session.waiting));
}

export function sorted(items: readonly WaitingItem[]): WaitingItem[] {
  return [...items].sort((a, b) => rank(a) - rank(b) || a.since - b.since);
}

/** What waits is the same thing as long as this is the same; an edited step still is. */
export function waitingKey(item: WaitingItem): string {
  switch (item.kind) {
    case "step":
    case "question":
      return `${item.session}/${item.stepId}`;
    case "pause":
      return `${item.session}/pause/${item.since}`;
    case "prompt":
      return `${item.session}/${item.terminalId}/${item.seq}`;
    case "keyboard":
      return `${item.session}/${item.stepId}/keyboard`;
  }
}

function rank(item: WaitingItem): number {
  switch (item.kind) {
    case "step":
      return item.verdict === "danger" ? 0 : 1;
    case "question":
    case "pause":
      return 2;
    case "prompt":
    case "keyboard":
      return 3;
  }
}
