import { Hand, Lock } from "lucide-react";
import { useState } from "react";
import {
  type SessionState,
  type TerminalInfo,
  type TerminalPrompt,
  terminalPrompts,
  waitsForKeyboard,
} from "../../session/index.ts";
import type { Send } from "../backend/context.ts";
import { Live } from "../parts/live.tsx";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { otherHolder } from "./other-holder.ts";

interface KeyboardStripProps {
  state: SessionState;
  info: TerminalInfo;
  /** Which one it is, where two are shown. */
  name?: string;
  person: string;
  /** Something was typed while another person has the keyboard, and was not sent. */
  isRefused: boolean;
  /** Whether the other person who has it looks at this session now. */
  isHolderHere: boolean;
  /** Who asks for the keyboard. */
  wish: string | null;
  onAsk(): void;
  send: Send;
}

/** Who holds the keyboard: always one. A password prompt takes its place until it is answered. */
export function KeyboardStrip(props: KeyboardStripProps) {
  const { state, info, name, person, wish, send } = props;
  const prompt = terminalPrompts(state).find(({ terminalId }) => terminalId === info.id);
  if (prompt?.kind === "password") return <PasswordStrip key={prompt.seq} prompt={prompt} send={send} />;
  if (info.login !== null) return <LoginStrip info={info} />;
  const isAgent = info.keyboard === "agent";
  const other = isAgent ? null : otherHolder(info.holder, person);
  const waits = waitsForKeyboard(state).some(({ terminalId }) => terminalId === info.id);
  return (
    <div className={`keyboard-strip${waits ? " waits" : ""}`} role="status" aria-label="Keyboard">
      <OperatorMark kind={isAgent ? "agent" : "person"} name={other ?? person} />
      <b>
        {isAgent ? "Agent has the keyboard" : other !== null ? `${other} has the keyboard` : "You have the keyboard"}
      </b>
      {other !== null ? (
        <OtherHolder {...props} holder={other} />
      ) : (
        <>
          <span className={waits ? "truncate-1" : "hint narrow-hide truncate-1"}>
            {isAgent ? "Type to take it" : waits ? "The agent waits for it" : "This is your own shell"}
          </span>
          {!isAgent && wish !== null && (
            <span className="flex items-center gap-1.5 text-amber">
              <Hand className="icon xs" aria-hidden="true" />
              {wish} asks for it
            </span>
          )}
          <span className="grow" />
          <span className="roomy mono micro">
            {name && `${name} · `}
            {info.shell.split("/").at(-1)} · {info.cols}×{info.rows}
          </span>
          {!isAgent && (
            <Live>
              <button
                type="button"
                className={waits ? "btn" : "link"}
                onClick={() => void send({ type: "give-keyboard", terminalId: info.id })}
              >
                Hand back
              </button>
            </Live>
          )}
        </>
      )}
    </div>
  );
}

/** Asking comes first; taking it is always possible, and never happens by a key that slipped. */
function OtherHolder({ info, holder, isRefused, isHolderHere, onAsk, send }: KeyboardStripProps & { holder: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <span className={isRefused ? "text-amber" : "narrow-hide"}>
        {isRefused ? "What you typed was not sent" : isHolderHere ? "" : `${holder} is not here now`}
      </span>
      <span className="grow" />
      {isHolderHere && (
        <button
          type="button"
          className="link"
          disabled={isAsked}
          onClick={() => {
            setAsked(true);
            onAsk();
          }}
        >
          {isAsked ? `Asked ${holder}` : "Ask for it"}
        </button>
      )}
      <Live>
        <button
          type="button"
          className="link"
          onClick={() => void send({ type: "take-keyboard", terminalId: info.id })}
        >
          Take it
        </button>
      </Live>
    </>
  );
}

/** Nobody has a keyboard there yet: the host asks who it is. */
function LoginStrip({ info }: { info: TerminalInfo }) {
  const host = info.target.replace(/^ssh:/, "");
  const asks = info.login?.waiting === "line-input";
  return (
    <div className={`keyboard-strip${asks ? " password" : ""}`} role="status" aria-label="Login">
      <Lock className="icon s text-amber" aria-hidden="true" />
      <b>{asks ? `${host} asks: answer in the terminal` : `Logging in to ${host} …`}</b>
    </div>
  );
}

function PasswordStrip({ prompt, send }: { prompt: TerminalPrompt; send: Send }) {
  const [value, setValue] = useState("");
  const [isSent, setSent] = useState(false);
  // Programs end their question with a colon; all but its last line stands in the terminal above.
  const lines = prompt.text.split("\n");
  const question = lines.at(-1)?.replace(/:\s*$/, "") || "Password";
  const wasRefused = lines.length > 1 && lines[0] === "That was not accepted.";
  return (
    <form
      className="keyboard-strip password"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ type: "secret", terminalId: prompt.terminalId, value });
        setValue("");
        setSent(true);
      }}
    >
      <Lock className="icon s text-amber" aria-hidden="true" />
      <label className="flex items-center gap-2 grow min-w-0">
        <b className="truncate-1">{question}</b>
        <input
          className="field grow"
          type="password"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <Live>
        <button type="submit" className="btn" style={{ height: 26 }}>
          Send to terminal
        </button>
      </Live>
      <span className="roomy" role="status">
        {wasRefused && !isSent ? "That was not accepted" : "Goes to the terminal and nowhere else"}
      </span>
    </form>
  );
}
