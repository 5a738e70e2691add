import { Delete, RotateCw, Sparkles, Square } from "lucide-react";
import type { ReportedError } from "../../protocol/index.ts";
import type { ChatMessage } from "../backend/api.ts";
import { hrefOf } from "../lib/route.ts";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { Answer } from "./answer.tsx";

export function ChatToolbar({
  isBusy,
  hasPrompt,
  onStop,
  onRetry,
  onNew,
  onClear,
}: {
  isBusy: boolean;
  hasPrompt: boolean;
  onStop(): void;
  onRetry(): void;
  onNew(): void;
  onClear(): void;
}) {
  return (
    <div className="toolbar" role="toolbar" aria-label="Chat">
      <span className="grow">{isBusy ? "Answering" : "Chat. Nothing runs unless you run it"}</span>
      {isBusy && (
        <button type="button" className="tool red stop" onClick={onStop}>
          <Square className="icon xs" fill="currentColor" aria-hidden="true" />
          <span className="label">Stop</span>
        </button>
      )}
      {!isBusy && hasPrompt && (
        <button type="button" className="tool blue" onClick={onRetry}>
          <RotateCw className="icon xs" aria-hidden="true" />
          <span className="label">Retry</span>
        </button>
      )}
      {!isBusy && (
        <button type="button" className="tool grey" onClick={onNew}>
          <Sparkles className="icon xs" aria-hidden="true" />
          <span className="label">New Chat</span>
        </button>
      )}
      <button type="button" className="tool red only" onClick={onClear} title="Clear what is shown">
        <Delete className="icon s" aria-hidden="true" />
        <span className="sr-only">Clear what is shown</span>
      </button>
    </div>
  );
}

export function ChatView({
  messages,
  partial,
  error,
  isBusy,
  person,
}: {
  messages: readonly ChatMessage[];
  /** The answer that is being said now. */
  partial: string;
  error: ReportedError | "stopped" | null;
  isBusy: boolean;
  person: string;
}) {
  if (messages.length === 0 && !error) {
    return (
      <div className="px-3 pt-5 grid gap-1">
        <h2 className="display">Ask something</h2>
        <p className="lead text-text-2">Answers come from the model. Commands in them run only when you click.</p>
      </div>
    );
  }
  // The answer keeps its place and its element when its last word has come.
  const said: readonly ChatMessage[] = partial === "" ? messages : [...messages, { role: "model", text: partial }];
  const rows = said.map((message, number) => ({ ...message, number }));
  return (
    <div className="turn">
      {rows.map(({ role, text, number }) =>
        role === "user" ? (
          <div key={number} className="said">
            <OperatorMark kind="person" name={person} large />
            <p>{text}</p>
          </div>
        ) : (
          <div key={number} className="said">
            <OperatorMark kind="model" large />
            <Answer text={text} isStreaming={partial !== "" && number === messages.length} />
          </div>
        ),
      )}
      {isBusy && partial === "" && (
        <div className="said">
          <OperatorMark kind="model" large />
          <p className="note flex gap-2 items-center" role="status">
            <span className="spin" /> Thinking …
          </p>
        </div>
      )}
      {error === "stopped" && (
        <article className="card bad p-3">
          <b className="text-red">[stopped]</b> stopped by user.
        </article>
      )}
      {error && error !== "stopped" && (
        <article className="card bad p-3">
          <b className="text-red">[error]</b> {error.message} {error.nextStep}{" "}
          <a className="link" href={hrefOf({ page: "settings" })}>
            Open Settings
          </a>
        </article>
      )}
    </div>
  );
}
