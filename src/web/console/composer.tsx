import { CornerDownLeft, SquareTerminal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type SessionState, typingGoesTo } from "../../session/index.ts";
import { useIsLive } from "../backend/context.ts";
import { promptWord } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { preferences, setDraft } from "../lib/preferences.ts";
import { useTerminalHandle } from "../terminal/terminal-handle.ts";

interface ComposerProps {
  state: SessionState;
  agentMode: boolean;
  onSend(text: string): Promise<boolean>;
}

/** S0.9, S0.10: Enter sends, Shift+Enter breaks the line. A draft survives a reload. */
export function Composer({ state, agentMode, onSend }: ComposerProps) {
  const handle = useTerminalHandle();
  const [text, setText] = useState(() => preferences().drafts[state.id] ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  const goesTo = agentMode ? typingGoesTo(state) : "prompt";
  const isSteering = agentMode && state.current !== null;

  useEffect(() => {
    const timer = setTimeout(() => setDraft(state.id, text), 250);
    return () => clearTimeout(timer);
  }, [state.id, text]);

  const submit = async () => {
    const sent = text.trim();
    if (sent === "" || (!agentMode && state.chat.current !== null)) return;
    setText("");
    setDraft(state.id, "");
    if (!(await onSend(sent))) setText(sent);
  };
  const addTerminalText = () => {
    const taken = handle.current?.takeText();
    if (!taken || taken.text === "") return;
    setText((before) => `${before}${before === "" ? "" : "\n"}Terminal ${taken.what}:\n${taken.text.slice(-20_000)}\n`);
    field.current?.focus();
  };
  const { canOperate } = useOperator();
  const isLive = useIsLive();
  const disabled = !canOperate || state.closed || goesTo === "nowhere";
  return (
    <div className="composer">
      <div className="composer-box">
        <label className="flex gap-2">
          <span
            className={`prompt-word${agentMode ? " agent" : ""}`}
            title={promptWord(agentMode, state.settings.model)}
          >
            {promptWord(agentMode, state.settings.model)}
          </span>
          <textarea
            ref={field}
            rows={1}
            value={text}
            data-composer
            className="grow min-w-0"
            aria-label={agentMode ? "Task for the agent" : "Message"}
            placeholder={canOperate ? placeholder(state, agentMode, isSteering) : "You are watching"}
            disabled={disabled}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
              // With nothing written, Ctrl Enter is for what waits above.
              if (event.ctrlKey && text.trim() === "") return;
              event.preventDefault();
              void submit();
            }}
          />
        </label>
        <ComposerTools
          isSendable={!disabled && isLive && text.trim() !== ""}
          onAddTerminalText={addTerminalText}
          onSend={() => void submit()}
        />
      </div>
    </div>
  );
}

function ComposerTools({
  isSendable,
  onAddTerminalText,
  onSend,
}: {
  isSendable: boolean;
  onAddTerminalText(): void;
  onSend(): void;
}) {
  const { canOperate } = useOperator();
  return (
    <div className="flex items-center pt-1 small text-text-3">
      <button
        type="button"
        className="flex items-center gap-1.5 hover:text-text min-h-7"
        disabled={!canOperate}
        onClick={onAddTerminalText}
        title="Send to Agent: the selection, else the whole buffer"
      >
        <SquareTerminal className="icon s" aria-hidden="true" />
        Add terminal text
      </button>
      <span className="grow" />
      <button
        type="button"
        className="flex items-center gap-1.5 hover:text-text min-h-7"
        disabled={!isSendable}
        onClick={onSend}
      >
        <kbd>
          <CornerDownLeft className="icon xs inline" aria-hidden="true" />
        </kbd>
        send
      </button>
    </div>
  );
}

function placeholder(state: SessionState, agentMode: boolean, isSteering: boolean): string {
  if (state.closed) return "This session has ended";
  if (isSteering) return "Add something for the next step";
  return agentMode ? "Describe a task" : "Ask something";
}
