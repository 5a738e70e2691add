import { Bell, BellOff, Inbox as InboxIcon } from "lucide-react";
import { useState } from "react";
import type { SessionSummary, WaitingItem } from "../../protocol/index.ts";
import { AskCard } from "../approval/ask-card.tsx";
import { DangerSheet } from "../approval/danger-sheet.tsx";
import { QuestionCard } from "../approval/question-card.tsx";
import { waitingFromItem } from "../approval/waiting-step.ts";
import { useRequests } from "../backend/cotty.ts";
import { setPreferences, usePreferences } from "../lib/preferences.ts";
import { hrefOf } from "../lib/route.ts";
import { Banner } from "../parts/banner.tsx";
import { inboxOrder } from "./inbox-order.ts";

/** Everything that waits, over all sessions: danger first, then the oldest. */
export function Inbox({ sessions }: { sessions: readonly SessionSummary[] }) {
  const { notify } = usePreferences();
  const items = inboxOrder(sessions);
  const toggle = async () => {
    if (notify) return setPreferences({ notify: false });
    const permission = "Notification" in window ? await Notification.requestPermission() : "denied";
    setPreferences({ notify: permission === "granted" });
  };
  const BellIcon = notify ? Bell : BellOff;
  return (
    <main className="page" aria-label="Inbox" tabIndex={-1} data-pane-focus="console">
      <div className="page-inner">
        <div className="flex items-center gap-3">
          <h2 className="display">Waiting for you</h2>
          {items.length > 0 && <span className="count">{items.length}</span>}
          <span className="grow" />
          <button type="button" className="btn" aria-pressed={notify} onClick={() => void toggle()}>
            <BellIcon className="icon s" aria-hidden="true" />
            {notify ? "Notifications on" : "Notify me"}
          </button>
        </div>
        {items.length === 0 && (
          <div className="grid justify-items-center gap-2 py-16 text-text-3 text-center">
            <InboxIcon className="icon" aria-hidden="true" />
            <p>Nothing waits for you. Approvals and questions from every session come here.</p>
          </div>
        )}
        {items.map((item) => (
          <InboxCard key={`${item.session}${item.stepId}${"digest" in item ? item.digest : ""}`} item={item} />
        ))}
      </div>
    </main>
  );
}

function InboxCard({ item }: { item: WaitingItem }) {
  const { send, refusal } = useRequests(item.session);
  const [isReviewing, setReviewing] = useState(false);
  const title = item.title || "New session";
  return (
    <div>
      {refusal && (
        <Banner tone="amber" icon={null}>
          {refusal.message} {refusal.nextStep}
        </Banner>
      )}
      {item.kind === "question" ? (
        <QuestionCard stepId={item.stepId} question={item.question} choices={item.choices} title={title} send={send} />
      ) : (
        <AskCard step={waitingFromItem(item)} title={title} send={send} onReview={() => setReviewing(true)} />
      )}
      <a className="link small inline-block pt-1 px-1" href={hrefOf({ page: "session", id: item.session })}>
        Open session
      </a>
      {isReviewing && item.kind === "step" && (
        <DangerSheet step={waitingFromItem(item)} send={send} onClose={() => setReviewing(false)} />
      )}
    </div>
  );
}
