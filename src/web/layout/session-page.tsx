import { Eye, Unplug } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ReportedError } from "../../protocol/index.ts";
import type { SessionState } from "../../session/index.ts";
import type { AgentInfo, ModelsInfo } from "../backend/api.ts";
import { useCotty, useFailure, useRequests } from "../backend/context.ts";
import { Console } from "../console/console.tsx";
import { useOperator } from "../lib/operator.ts";
import { setPreferences, usePreferences } from "../lib/preferences.ts";
import { hrefOf } from "../lib/route.ts";
import { useIsCaughtUp, useSessionState } from "../lib/use-session-state.ts";
import { Banner } from "../parts/banner.tsx";
import { TerminalHandleContext, type TerminalHandleRef } from "../terminal/terminal-handle.ts";
import { TerminalPane } from "../terminal/terminal-pane.tsx";
import { Divider } from "./divider.tsx";
import { ExtraConsoles } from "./extra-consoles.tsx";
import { Header } from "./header.tsx";

interface SessionPageProps {
  id: string;
  /** Whether the server has said who looks: before that no terminal is opened for somebody who may not. */
  isKnown: boolean;
  models: ModelsInfo | null;
  agents: readonly AgentInfo[];
  onLookAgain(): void;
  onNew(): void;
  onShowTerminal(): void;
}

export function SessionPage({ id, isKnown, models, agents, onLookAgain, onNew, onShowTerminal }: SessionPageProps) {
  const { client } = useCotty();
  const view = useMemo(() => client.view(id), [client, id]);
  const state = useSessionState(view);
  const isCaughtUp = useIsCaughtUp(view);
  const { send } = useRequests(id);
  const { name: person, canOperate } = useOperator();
  const failure = useFailure(id);
  const { agentMode, consoleWidth, terminalShare } = usePreferences();
  const handle = useRef<TerminalHandleRef["current"]>(null);
  const isMissing = failure !== null && state.seq === 0;
  useEffect(() => setPreferences({ lastSession: isMissing ? null : id }), [id, isMissing]);
  useEffect(() => {
    client.presence.look(id);
    return () => client.presence.look(null);
  }, [client, id]);
  const setAgentMode = useCallback((on: boolean) => setPreferences({ agentMode: on }), []);
  if (isMissing) return <NoSession error={failure} onNew={onNew} />;
  return (
    <TerminalHandleContext value={handle}>
      <Header
        state={state}
        models={models}
        agents={agents}
        agentMode={agentMode}
        onAgentMode={setAgentMode}
        send={send}
      />
      <main
        className="work"
        style={
          { "--console-width": `${consoleWidth}px`, "--terminal-share": `${terminalShare}%` } as React.CSSProperties
        }
      >
        <TerminalPane
          key={id}
          state={state}
          isCaughtUp={isCaughtUp}
          canOperate={canOperate && isKnown}
          person={person}
          send={send}
          onShow={onShowTerminal}
          notice={<Notice state={state} canOperate={canOperate} onNew={onNew} />}
        />
        <Divider />
        <div className="consoles">
          <Console
            key={`console-${id}`}
            state={state}
            agentMode={agentMode}
            person={person}
            models={models}
            onLookAgain={onLookAgain}
          />
          <ExtraConsoles current={id} models={models} onLookAgain={onLookAgain} />
        </div>
      </main>
    </TerminalHandleContext>
  );
}

/** A link to a session that is gone, or a log that cannot be read: said plainly, with a way on. */
function NoSession({ error, onNew }: { error: ReportedError; onNew(): void }) {
  const { canOperate } = useOperator();
  return (
    <>
      <header className="head">
        <h1 className="truncate-1">Session</h1>
      </header>
      <main className="page grid place-items-center p-6">
        <div className="grid gap-3 max-w-[480px]" role="alert">
          <h2 className="display">This session cannot be shown</h2>
          <p className="lead text-text-2 [overflow-wrap:anywhere]">
            {error.message} {error.nextStep}
          </p>
          {canOperate && (
            <p>
              <button type="button" className="btn go" onClick={onNew}>
                Open a new one
              </button>
            </p>
          )}
        </div>
      </main>
    </>
  );
}

function Notice({ state, canOperate, onNew }: { state: SessionState; canOperate: boolean; onNew(): void }) {
  if (!canOperate) {
    return (
      <Banner tone="blue" icon={<Eye className="icon s text-blue" aria-hidden="true" />}>
        You are watching. Secrets are hidden, and nothing you type is sent.
      </Banner>
    );
  }
  if (!state.closed) return null;
  const action = (
    <>
      <a className="link" href={hrefOf({ page: "replay", id: state.id })}>
        Replay
      </a>
      <button type="button" className="link" onClick={onNew}>
        Open a new one
      </button>
    </>
  );
  return (
    <Banner tone="grey" icon={<Unplug className="icon s text-text-3" aria-hidden="true" />} action={action}>
      This session has ended. What happened stays readable.
    </Banner>
  );
}
