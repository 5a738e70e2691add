import { Eye, Unplug } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { AgentInfo, ModelsInfo } from "../backend/api.ts";
import { useCotty, useRequests } from "../backend/cotty.ts";
import { Console } from "../console/console.tsx";
import { setPreferences, usePreferences } from "../lib/preferences.ts";
import { useSessionState } from "../lib/use-session-state.ts";
import { Banner } from "../parts/banner.tsx";
import { TerminalHandleContext, type TerminalHandleRef } from "../terminal/terminal-handle.ts";
import { TerminalPane } from "../terminal/terminal-pane.tsx";
import { Divider } from "./divider.tsx";
import { Header } from "./header.tsx";

interface SessionPageProps {
  id: string;
  person: string;
  canOperate: boolean;
  models: ModelsInfo | null;
  agents: readonly AgentInfo[];
  onLookAgain(): void;
  onNew(): void;
}

export function SessionPage({ id, person, canOperate, models, agents, onLookAgain, onNew }: SessionPageProps) {
  const { client } = useCotty();
  const view = useMemo(() => client.view(id), [client, id]);
  const state = useSessionState(view);
  const { send } = useRequests(id);
  const { agentMode, consoleWidth } = usePreferences();
  const handle = useRef<TerminalHandleRef["current"]>(null);
  useEffect(() => setPreferences({ lastSession: id }), [id]);
  const setAgentMode = useCallback((on: boolean) => setPreferences({ agentMode: on }), []);
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
      <main className="work" style={{ "--console-width": `${consoleWidth}px` } as React.CSSProperties}>
        <TerminalPane
          key={id}
          state={state}
          canOperate={canOperate}
          person={person}
          send={send}
          notice={<Notice isClosed={state.closed} canOperate={canOperate} onNew={onNew} />}
        />
        <Divider />
        <Console
          key={`console-${id}`}
          state={state}
          agentMode={agentMode}
          person={person}
          models={models}
          onLookAgain={onLookAgain}
        />
      </main>
    </TerminalHandleContext>
  );
}

function Notice({ isClosed, canOperate, onNew }: { isClosed: boolean; canOperate: boolean; onNew(): void }) {
  if (!canOperate) {
    return (
      <Banner tone="blue" icon={<Eye className="icon s text-blue" aria-hidden="true" />}>
        You are watching. Secrets are hidden, and nothing you type is sent.
      </Banner>
    );
  }
  if (!isClosed) return null;
  const action = (
    <button type="button" className="link" onClick={onNew}>
      Open a new one
    </button>
  );
  return (
    <Banner tone="grey" icon={<Unplug className="icon s text-text-3" aria-hidden="true" />} action={action}>
      This session has ended. What happened stays readable.
    </Banner>
  );
}
