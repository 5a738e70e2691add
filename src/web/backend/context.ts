import { createContext, use, useCallback, useState, useSyncExternalStore } from "react";
import { type Client, type ConnectionState, type Feed, isLost } from "../../client/index.ts";
import type { ReportedError, Request, SessionSummary } from "../../protocol/index.ts";
import type { Api } from "./api.ts";

/** Everything behind the page. */
export interface Cotty {
  client: Client;
  api: Api;
}

export const CottyContext = createContext<Cotty | null>(null);

export function useCotty(): Cotty {
  const cotty = use(CottyContext);
  if (!cotty) throw new Error("useCotty is used outside of CottyContext");
  return cotty;
}

export function useSessions(): { list: readonly SessionSummary[]; known: boolean } {
  const { sessions } = useCotty().client;
  const list = useSyncExternalStore(sessions.subscribe, () => sessions.list);
  const known = useSyncExternalStore(sessions.subscribe, () => sessions.known);
  return { list, known };
}

/** Why a session cannot be shown; null while nothing is known against it. */
export function useFailure(session: string): ReportedError | null {
  return useFeed(useCotty().client.failures).get(session) ?? null;
}

export function useFeed<T>(feed: Feed<T>): T {
  return useSyncExternalStore(feed.subscribe, feed.get);
}

export function useConnection(): ConnectionState {
  const { client } = useCotty();
  return useSyncExternalStore(
    (changed) => client.onConnection(changed),
    () => client.connection,
  );
}

/** Whether what is shown is how things are now. */
export function useIsLive(): boolean {
  return !isLost(useConnection());
}

/** It has been tried again more than once. */
export function isServerGone(connection: ConnectionState): boolean {
  return connection.name === "connecting" && connection.attempt > 2;
}

export const serverGone =
  "Cotty does not answer. Sessions go on without this page, and what you type is not sent. Start it again: cotty web";

export type Send = (request: Request) => Promise<ReportedError | null>;

/** Sends requests to a session; a refusal is kept to be shown until the next request. */
export function useRequests(session: string): { send: Send; refusal: ReportedError | null; dismiss(): void } {
  const { client } = useCotty();
  const [refusal, setRefusal] = useState<ReportedError | null>(null);
  const send = useCallback<Send>(
    async (request) => {
      setRefusal(null);
      const reply = await client.request(session, request, { signal: new AbortController().signal });
      if (reply.outcome === "accepted") return null;
      setRefusal(reply.error);
      return reply.error;
    },
    [client, session],
  );
  return { send, refusal, dismiss: () => setRefusal(null) };
}
