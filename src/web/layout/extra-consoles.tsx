import { X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { neverAborted } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";
import type { ModelsInfo } from "../backend/api.ts";
import { useCotty, useFailure } from "../backend/context.ts";
import { Console } from "../console/console.tsx";
import { useOperator } from "../lib/operator.ts";
import { setPreferences, usePreferences } from "../lib/preferences.ts";
import { go, hrefOf } from "../lib/route.ts";
import { typedText } from "../lib/typed-text.ts";
import { useSessionState } from "../lib/use-session-state.ts";
import { type TerminalHandle, TerminalHandleContext } from "../terminal/terminal-handle.ts";

interface ExtraConsolesProps {
  /** The session in front: its console is there already. */
  current: string;
  models: ModelsInfo | null;
  onLookAgain(): void;
}

/** S0.5: consoles of other sessions, below the one in front. One switch turns agent mode on or off for all of them. */
export function ExtraConsoles({ current, ...look }: ExtraConsolesProps) {
  const { consoles } = usePreferences();
  return consoles
    .filter((id) => id !== current)
    .map((id) => (
      <ExtraConsole
        key={id}
        id={id}
        {...look}
        onClose={() => setPreferences({ consoles: consoles.filter((other) => other !== id) })}
      />
    ));
}

function ExtraConsole({
  id,
  models,
  onLookAgain,
  onClose,
}: Omit<ExtraConsolesProps, "current"> & { id: string; onClose(): void }) {
  const { client } = useCotty();
  const state = useSessionState(useMemo(() => client.view(id), [client, id]));
  const { agentMode } = usePreferences();
  const { name } = useOperator();
  const failure = useFailure(id);
  const terminalId = state.terminals.find((terminal) => terminal.open)?.id ?? null;
  // Its terminal is not in view: what is typed still goes there, and looking at it means going there.
  const [untyped, setUntyped] = useState<ReportedError | null>(null);
  const handle = useRef<TerminalHandle | null>(null);
  handle.current = {
    sendText(text, { run }) {
      const typed = typedText(text, { run });
      if (terminalId === null || typed === null) return;
      void client.type(id, terminalId, new TextEncoder().encode(typed), { signal: neverAborted }).then(setUntyped);
    },
    takeText: () => ({ text: "", what: "buffer" }),
    showOffset: () => go({ page: "session", id }),
    textSince: () => "",
    focus: () => go({ page: "session", id }),
  };
  const title = state.title || "New session";
  return (
    <div className="extra-console">
      <div className="extra-head">
        <a className="truncate-1 grow font-medium" href={hrefOf({ page: "session", id })}>
          {failure && state.seq === 0 ? failure.message : title}
        </a>
        <button type="button" className="icon-btn" onClick={onClose} title="Close this console">
          <X className="icon s" aria-hidden="true" />
          <span className="sr-only">Close the console of {title}</span>
        </button>
      </div>
      {untyped && (
        <p className="small text-red px-3" role="alert">
          {untyped.message} {untyped.nextStep}
        </p>
      )}
      {state.seq > 0 && (
        <TerminalHandleContext value={handle}>
          <Console
            state={state}
            agentMode={agentMode}
            person={name}
            models={models}
            onLookAgain={onLookAgain}
            name={`Agent console of ${title}`}
          />
        </TerminalHandleContext>
      )}
    </div>
  );
}
