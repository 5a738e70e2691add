import { useEffect, useRef, useState } from "react";
import type { SessionSummary, WaitingItem } from "../../protocol/index.ts";
import { targetName } from "../lib/format.ts";
import { preferences } from "../lib/preferences.ts";
import { go } from "../lib/route.ts";
import { inboxOrder, waitingKey } from "./inbox-order.ts";

/** The count in the title, what a screen reader says, and a notification for what is new while the page is not looked at. */
export function useNotices(
  sessions: readonly SessionSummary[],
  known: boolean,
): { count: number; announcement: string } {
  const seen = useRef<Set<string> | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const items = inboxOrder(sessions);
  const count = items.length;
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Cotty` : "Cotty";
  }, [count]);
  useEffect(() => {
    if (!known) return;
    const ids = new Set(items.map(waitingKey));
    // What waited before the page was opened is in the inbox; only what comes after it is news.
    const before = seen.current;
    seen.current = ids;
    if (!before) return;
    const news = items.filter((item) => !before.has(waitingKey(item)));
    if (news.length > 0) setAnnouncement(news.map(spoken).join(" "));
    else if (items.length === 0 && before.size > 0) setAnnouncement("");
    if (!preferences().notify || !document.hidden) return;
    for (const item of news) announce(item);
  });
  return { count, announcement };
}

/** For who does not see the page: what came, where, and in which session. */
function spoken(item: WaitingItem): string {
  const command = item.kind === "step" ? `: ${item.command.slice(0, 200)}` : "";
  return `${headingOf(item)} on ${targetName(item.target)}, ${item.title || "New session"}${command}.`;
}

function announce(item: WaitingItem): void {
  let notice: Notification;
  try {
    // The command stays out: notifications are shown on locked screens and kept by the system.
    notice = new Notification(`${headingOf(item)} on ${targetName(item.target)}`, {
      body: item.title,
      tag: waitingKey(item),
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

function headingOf(item: WaitingItem): string {
  switch (item.kind) {
    case "step":
      return item.verdict === "danger" ? "Dangerous command" : "Waiting for you";
    case "question":
      return "Question from the agent";
    case "pause":
      return "Waiting for you";
    case "keyboard":
      return "The agent waits for the keyboard";
    case "prompt":
      return item.asks === "password" ? "Password asked for" : "A login asks";
  }
}
