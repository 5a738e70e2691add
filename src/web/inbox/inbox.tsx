import { Bell, BellOff, Check, Inbox as InboxIcon } from "lucide-react";
import { useMemo, useState } from "react";
import type { SessionSummary, WaitingItem } from "../../protocol/index.ts";
import { AskCard } from "../approval/ask-card.tsx";
import { DangerSheet } from "../approval/danger-sheet.tsx";
import { KeyboardCard } from "../approval/keyboard-card.tsx";
import { PauseCard } from "../approval/pause-card.tsx";
import { PromptCard } from "../approval/prompt-card.tsx";
import { QuestionCard } from "../approval/question-card.tsx";
import { useRequests } from "../backend/context.ts";
import { StopEverything } from "../layout/stop-everything.tsx";
import { answeredBy } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { setPreferences, setShownTerminals, usePreferences } from "../lib/preferences.ts";
import { hrefOf } from "../lib/route.ts";
import { Banner } from "../parts/banner.tsx";
import { Live } from "../parts/live.tsx";
import { inboxOrder, sorted, waitingKey } from "./inbox-order.ts";
import { type Left, useLeaving } from "./use-leaving.ts";

interface InboxProps {
  sessions: readonly SessionSummary[];
  /** On a narrow screen one pane is shown at a time: what a terminal asks is answered there. */
  onShowTerminal(): void;
}

/** Everything that waits, over all sessions: danger first, then the oldest. */
export function Inbox({ sessions, onShowTerminal }: InboxProps) {
  const { notify } = usePreferences();
  const items = useMemo(() => inboxOrder(sessions), [sessions]);
  const left = useLeaving(items, sessions);
  const leaving = new Map(left.map((entry) => [entry.key, entry]));
  const shown = sorted([...items, ...left.map(({ item }) => item)]);
  /** When this changes, cards have moved. */
  const arrangement = shown.map((item) => `${waitingKey(item)}${leaving.has(waitingKey(item))}`).join(" ");
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
          <StopEverything sessions={sessions} />
          <button type="button" className="btn" aria-pressed={notify} onClick={() => void toggle()}>
            <BellIcon className="icon s" aria-hidden="true" />
            {notify ? "Notifications on" : "Notify me"}
          </button>
        </div>
        {shown.length === 0 && (
          <div className="grid justify-items-center gap-2 py-16 text-text-3 text-center">
            <InboxIcon className="icon" aria-hidden="true" />
            <p>Nothing waits for you. Approvals and questions from every session come here.</p>
          </div>
        )}
        {shown.map((item) => {
          const key = waitingKey(item);
          const gone = leaving.get(key);
          return gone ? (
            <LeftCard key={key} left={gone} />
          ) : (
            <InboxCard
              key={`${key}${"digest" in item ? item.digest : ""}`}
              item={item}
              arrangement={arrangement}
              onShowTerminal={onShowTerminal}
            />
          );
        })}
      </div>
    </main>
  );
}

function InboxCard({
  item,
  arrangement,
  onShowTerminal,
}: {
  item: WaitingItem;
  arrangement: string;
  onShowTerminal(): void;
}) {
  const { send, refusal } = useRequests(item.session);
  const [isReviewing, setReviewing] = useState(false);
  const { canOperate } = useOperator();
  const title = item.title || "New session";
  return (
    <div>
      {refusal && (
        <Banner tone="amber" icon={null}>
          {refusal.message} {refusal.nextStep}
        </Banner>
      )}
      {item.kind === "question" && (
        <QuestionCard stepId={item.stepId} question={item.question} choices={item.choices} title={title} send={send} />
      )}
      {item.kind === "step" && (
        <AskCard step={item} label={title} arrangement={arrangement} send={send} onReview={() => setReviewing(true)} />
      )}
      {item.kind === "pause" && <PauseCard reason={item.reason} title={title} send={send} />}
      {item.kind === "keyboard" && <KeyboardCard item={item} title={title} />}
      {item.kind === "prompt" && (
        <PromptCard
          item={item}
          title={title}
          onOpen={() => {
            setShownTerminals(item.session, { front: item.terminalId });
            onShowTerminal();
          }}
        />
      )}
      <div className="flex gap-4 pt-1 px-1 small">
        <a className="link" href={hrefOf({ page: "session", id: item.session })}>
          Open session
        </a>
        {canOperate && item.kind !== "prompt" && (
          <Live>
            <button type="button" className="link text-red!" onClick={() => void send({ type: "stop" })}>
              Stop its agent
            </button>
          </Live>
        )}
      </div>
      {isReviewing && item.kind === "step" && (
        <DangerSheet step={item} number={null} send={send} onClose={() => setReviewing(false)} />
      )}
    </div>
  );
}

/** Where a card was: whose answer it was, and from where. Leaves by itself; the step's own card keeps it. */
function LeftCard({ left: { item, answer } }: { left: Left }) {
  const { name } = useOperator();
  return (
    <p className="card px-3 py-2 flex gap-2 items-center appear" role="status">
      <Check className="icon s text-text-3" aria-hidden="true" />
      <span className="grow min-w-0 [overflow-wrap:anywhere]">
        {answer ? answeredBy(answer, name) : "This has already been decided."}
      </span>
      <a className="link" href={hrefOf({ page: "session", id: item.session })}>
        {item.title || "New session"}
      </a>
    </p>
  );
}
