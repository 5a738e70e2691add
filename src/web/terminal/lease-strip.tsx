import { Hand, Lock } from "lucide-react";
import { useState } from "react";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import type { Send } from "../backend/cotty.ts";
import { personName } from "../lib/format.ts";
import { OperatorMark } from "../parts/operator-mark.tsx";

interface LeaseStripProps {
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
export function LeaseStrip(props: LeaseStripProps) {
  const { state, info, name, person, wish, send } = props;
  const running = state.current
    ? [...state.current.steps.values()].find((step) => step.status.name === "running")
    : undefined;
  const asksPassword =
    running?.status.name === "running" &&
    running.status.waiting === "password" &&
    running.status.terminalId === info.id;
  if (asksPassword) return <PasswordStrip info={info} send={send} />;
  const isAgent = info.keyboard === "agent";
  const holder = info.holder === null ? person : personName(info.holder);
  const isOther = !isAgent && holder !== person && holder !== "you";
  const waits = !isAgent && state.current !== null && !state.current.paused;
  return (
    <div className="lease" role="status" aria-label="Keyboard">
      <OperatorMark kind={isAgent ? "agent" : "person"} name={isOther ? holder : person} />
      <b>{isAgent ? "Agent has the keyboard" : isOther ? `${holder} has the keyboard` : "You have the keyboard"}</b>
      {isOther ? (
        <OtherHolder {...props} holder={holder} />
      ) : (
        <>
          <span className="hint narrow-hide">
            {isAgent
              ? "Type to take it"
              : waits
                ? "Agent waits until you hand the keyboard back"
                : "This is your own shell"}
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
            <button
              type="button"
              className="link"
              onClick={() => void send({ type: "give-keyboard", terminalId: info.id })}
            >
              Hand back
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Asking comes first; taking it is always possible, and never happens by a key that slipped. */
function OtherHolder({ info, holder, isRefused, isHolderHere, onAsk, send }: LeaseStripProps & { holder: string }) {
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
      <button type="button" className="link" onClick={() => void send({ type: "take-keyboard", terminalId: info.id })}>
        Take it
      </button>
    </>
  );
}

function PasswordStrip({ info, send }: { info: TerminalInfo; send: Send }) {
  const [value, setValue] = useState("");
  return (
    <form
      className="lease password"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ type: "secret", terminalId: info.id, value });
        setValue("");
      }}
    >
      <Lock className="icon s text-amber" aria-hidden="true" />
      <label className="flex items-center gap-2 grow min-w-0">
        <b>Password</b>
        <input
          className="field grow"
          type="password"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <button type="submit" className="btn" style={{ height: 26 }}>
        Send to terminal
      </button>
      <span className="roomy">Goes to the terminal and nowhere else</span>
    </form>
  );
}
