import { Delete, RotateCw, Sparkles, Square } from "lucide-react";
import type { Item, SessionState, Turn } from "../../session/index.ts";
import { chatTurns } from "../../session/index.ts";
import type { Send } from "../backend/context.ts";
import { personName } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { Live } from "../parts/live.tsx";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { Answer } from "./answer.tsx";
import type { OldMessage } from "./old-chat.ts";
import { TurnEnd } from "./turn-end.tsx";
import { Thinking } from "./turn-view.tsx";

/** The questions and answers that are in view: ⌫ hides those before it. */
export function shownChat({ chat }: SessionState, cleared: number): readonly Turn[] {
  const hidden = new Set(chat.turns.slice(0, Math.max(0, cleared - 1)));
  return chatTurns(chat).filter((turn) => !hidden.has(turn));
}

export function ChatToolbar({
  state,
  send,
  onNew,
  onClear,
}: {
  state: SessionState;
  send: Send;
  onNew(): void;
  onClear(): void;
}) {
  const { canOperate } = useOperator();
  const turn = state.chat.current;
  const isIdle = turn === null && canOperate && !state.closed;
  return (
    <div className="toolbar" role="toolbar" aria-label="Chat">
      <span className="grow">{turn ? "Answering" : "Chat. Nothing runs unless you run it"}</span>
      <Live>
        {turn && canOperate && (
          <button
            type="button"
            className="tool red stop"
            disabled={turn.stopping}
            onClick={() => void send({ type: "stop", turnId: turn.id })}
          >
            {turn.stopping ? (
              <span className="spin red" />
            ) : (
              <Square className="icon xs" fill="currentColor" aria-hidden="true" />
            )}
            <span className="label">{turn.stopping ? "Stopping…" : "Stop"}</span>
          </button>
        )}
        {isIdle && chatTurns(state.chat).length > 0 && (
          <button type="button" className="tool blue" onClick={() => void send({ type: "retry", kind: "chat" })}>
            <RotateCw className="icon xs" aria-hidden="true" />
            <span className="label">Retry</span>
          </button>
        )}
        {isIdle && state.current === null && (
          <button type="button" className="tool grey" onClick={onNew}>
            <Sparkles className="icon xs" aria-hidden="true" />
            <span className="label">New Chat</span>
          </button>
        )}
      </Live>
      <button type="button" className="tool red only" onClick={onClear} title="Clear what is shown">
        <Delete className="icon s" aria-hidden="true" />
        <span className="sr-only">Clear what is shown</span>
      </button>
    </div>
  );
}

interface ChatViewProps {
  state: SessionState;
  person: string;
  cleared: number;
  /** What this browser kept and no session has. */
  old: readonly OldMessage[];
}

export function ChatView({ state, person, cleared, old }: ChatViewProps) {
  const turns = shownChat(state, cleared);
  const imported = cleared > 0 ? [] : state.chat.imported;
  if (turns.length + imported.length + old.length === 0) {
    return (
      <div className="px-3 pt-5 grid gap-1">
        <h2 className="display">Ask something</h2>
        <p className="lead text-text-2">Answers come from the model. Commands in them run only when you click.</p>
      </div>
    );
  }
  return (
    <>
      <Imported messages={old} title="Kept in this browser, not in the session" />
      <Imported messages={imported} title={`Imported from a browser by ${importers(imported)}`} />
      {turns.map((turn) => (
        <ChatTurn key={turn.id} turn={turn} session={state.id} person={person} />
      ))}
    </>
  );
}

function importers(messages: SessionState["chat"]["imported"]): string {
  return [...new Set(messages.map(({ by }) => personName(by)))].join(", ");
}

/** Nobody knows any more who said it, so it looks like no answer: no mark of the model, and nothing in it can be run. */
function Imported({ messages, title }: { messages: readonly OldMessage[]; title: string }) {
  if (messages.length === 0) return null;
  const rows = messages.map((message, number) => ({ ...message, number }));
  return (
    <article className="card p-3 grid gap-2 m-3" aria-label={title}>
      <p className="small font-medium">{title}</p>
      {rows.map(({ role, text, number }) => (
        <div key={number} className="grid gap-1">
          <span className="small text-text-3">{role === "user" ? "Question" : "Answer"}</span>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text.replaceAll(/<\/?cmd>/g, "`")}</p>
        </div>
      ))}
    </article>
  );
}

function ChatTurn({ turn, session, person }: { turn: Turn; session: string; person: string }) {
  const askedBy = turn.by.startsWith("person:") && turn.by !== "person:you" ? personName(turn.by) : person;
  const last = turn.items.at(-1);
  return (
    <div className="turn">
      <div className="said">
        <OperatorMark kind="person" name={askedBy} large />
        <p>
          {askedBy !== person && <span className="sr-only">{askedBy}: </span>}
          {turn.prompt}
        </p>
      </div>
      {turn.items.map((item) => (
        <Said key={item.seq} item={item} isGrowing={turn.end === null && item === last} />
      ))}
      {turn.end === null && last?.kind !== "text" && (
        <div className="said">
          <OperatorMark kind="model" large />
          <p className="note flex gap-2 items-center" role="status">
            <span className="spin" /> Thinking …
          </p>
        </div>
      )}
      <TurnEnd turn={turn} session={session} />
    </div>
  );
}

function Said({ item, isGrowing }: { item: Item; isGrowing: boolean }) {
  switch (item.kind) {
    case "text":
      return (
        <div className="said">
          <OperatorMark kind="model" large />
          <Answer text={item.text} isStreaming={isGrowing} />
        </div>
      );
    case "note":
      return <p className="note">{item.text}</p>;
    case "thinking":
      return <Thinking text={item.text} />;
    default:
      // It does nothing else.
      return null;
  }
}
