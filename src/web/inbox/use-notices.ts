import { useEffect, useRef } from "react";
import type { SessionSummary, WaitingItem } from "../../protocol/index.ts";
import { targetName } from "../lib/format.ts";
import { preferences } from "../lib/preferences.ts";
import { go } from "../lib/route.ts";
import { inboxOrder } from "./inbox-order.ts";

/** The count in the title, and a notification for what is new while the page is not looked at. */
export function useNotices(sessions: readonly SessionSummary[], known: boolean): number {
  const seen = useRef<Set<string> | null>(null);
  const items = inboxOrder(sessions);
  const count = items.length;
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Cotty` : "Cotty";
  }, [count]);
  useEffect(() => {
    if (!known) return;
    const ids = new Set(items.map((item) => `${item.session}/${item.stepId}`));
    // What waited before the page was opened is in the inbox; only what comes after it is news.
    const before = seen.current;
    seen.current = ids;
    if (!before || !preferences().notify || !document.hidden) return;
    for (const item of items) if (!before.has(`${item.session}/${item.stepId}`)) announce(item);
  });
  return count;
}

function announce(item: WaitingItem): void {
  const isDanger = item.kind === "step" && item.verdict === "danger";
  const heading =
    item.kind === "question" ? "Question from the agent" : isDanger ? "Dangerous command" : "Waiting for you";
  let notice: Notification;
  try {
    // The command stays out: notifications are shown on locked screens and kept by the system.
    notice = new Notification(`${heading} on ${targetName(item.target)}`, {
      body: item.title,
      tag: `${item.session}/${item.stepId}`,
    });
  } catch {
    // Some browsers of phones have the permission and not the constructor; the title and the inbox say it too.
    return;
  }
  notice.onclick = () => {
    window.focus();
    go({ page: "session", id: item.session });
    notice.close();
  };
}
