import { Lock } from "lucide-react";
import { useState } from "react";
import type { SessionState, TerminalInfo } from "../../session/index.ts";
import type { Send } from "../backend/cotty.ts";
import { OperatorMark } from "../parts/operator-mark.tsx";

/** Who holds the keyboard: always one. A password prompt takes its place until it is answered. */
export function LeaseStrip({
  state,
  info,
  size,
  name,
  person,
  send,
}: {
  state: SessionState;
  info: TerminalInfo;
  size: string;
  /** Which one it is, where two are shown. */
  name?: string;
  person: string;
  send: Send;
}) {
  const running = state.current
    ? [...state.current.steps.values()].find((step) => step.status.name === "running")
    : undefined;
  const asksPassword =
    running?.status.name === "running" &&
    running.status.waiting === "password" &&
    running.status.terminalId === info.id;
  if (asksPassword) return <PasswordStrip info={info} send={send} />;
  const isAgent = info.keyboard === "agent";
  const waits = !isAgent && state.current !== null && !state.current.paused;
  return (
    <div className="lease" role="status" aria-label="Keyboard">
      <OperatorMark kind={isAgent ? "agent" : "person"} name={person} />
      <b>{isAgent ? "Agent has the keyboard" : "You have the keyboard"}</b>
      <span className="narrow-hide">
        {isAgent
          ? "Type to take it"
          : waits
            ? "Agent waits until you hand the keyboard back"
            : "This is your own shell"}
      </span>
      <span className="grow" />
      <span className="roomy mono micro">
        {name && `${name} · `}
        {info.shell.split("/").at(-1)} · {size}
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
    </div>
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
