import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Event, UnknownEvent } from "../../protocol/index.ts";
import { phase, type Step, waitingForPerson } from "../../session/index.ts";
import { useConnection, useCotty, useRequests } from "../backend/context.ts";
import { useSessionState } from "./use-session-state.ts";

export interface AgentConnection {
  isConnected: boolean;
  sessionId: string | null;
  sendPrompt(text: string): Promise<void>;
  approve(toolId: string): Promise<void>;
  reject(toolId: string, reason?: string): Promise<void>;
  abort(): Promise<void>;
  configure(change: { autoApprove?: boolean }): Promise<void>;
  messages: readonly (Event | UnknownEvent)[];
  isThinking: boolean;
  pendingToolCalls: readonly Step[];
}

/** S4.48: one agent in one session, as a hook. The session must exist; the state is folded by the client. */
export function useAgentConnection({
  sessionId,
  agent,
  onMessage,
}: {
  sessionId: string;
  agent: string;
  onMessage?: (message: Event | UnknownEvent) => void;
}): AgentConnection {
  const { client } = useCotty();
  const view = useMemo(() => client.view(sessionId), [client, sessionId]);
  const state = useSessionState(view);
  const connection = useConnection();
  const { send } = useRequests(sessionId);
  const [messages, setMessages] = useState<readonly (Event | UnknownEvent)[]>([]);
  const listener = useRef(onMessage);
  listener.current = onMessage;
  useEffect(
    () =>
      view.onEvent((event) => {
        setMessages((known) => [...known, event]);
        listener.current?.(event);
      }),
    [view],
  );
  const pending = waitingForPerson(state).steps;
  const approve = useCallback(
    async (toolId: string) => {
      const step = view.state.current?.steps.get(toolId);
      if (step) await send({ type: "approve", stepId: toolId, digest: step.digest, scope: "once" });
    },
    [view, send],
  );
  return {
    isConnected: connection.name === "connected",
    sessionId: state.seq > 0 ? sessionId : null,
    sendPrompt: async (text) => void (await send({ type: "prompt", text, agent })),
    approve,
    reject: async (toolId, reason) => void (await send({ type: "reject", stepId: toolId, ...(reason && { reason }) })),
    abort: async () => void (await send({ type: "stop" })),
    configure: async ({ autoApprove }) => {
      if (autoApprove === undefined) return;
      await send({ type: "settings", settings: { mode: autoApprove ? "bypassPermissions" : "default" } });
    },
    messages,
    isThinking: phase(state).name === "thinking",
    pendingToolCalls: pending,
  };
}
