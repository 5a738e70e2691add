import { UserError } from "../../base/index.ts";
import type { Event, ReportedError, SessionSummary, UnknownEvent } from "../../protocol/index.ts";

export interface HostList {
  hosts: { name: string; destination: string }[];
  /** What could not be read or used, as sentences. */
  problems: string[];
}

/** A host key that this machine has never seen. */
export interface HostKeyInfo {
  host: string;
  address: string;
  onTheWayTo: string | null;
  type: string;
  fingerprint: string;
  file: string;
}

export interface AgentInfo {
  name: string;
  label: string;
  installed: boolean;
  nextStep: string;
}

export type ProviderState =
  | { name: "ready" }
  | { name: "unasked" }
  | { name: "not-configured"; nextStep: string }
  | { name: "failed"; error: ReportedError };

export interface ProviderInfo {
  provider: string;
  label: string;
  state: ProviderState;
  models: { id: string }[];
}

export interface ModelsInfo {
  chosen: { id: string; reason: string };
  providers: ProviderInfo[];
}

export interface SearchHit {
  session: string;
  title?: string;
  seq: number;
  at?: number;
  snippet: string;
}

export interface ConfigurationInfo {
  /** The person's own file, whether or not it is there. */
  file: string | null;
  /** What to type for Cotty in a shell of its machine. */
  program: string;
  rows: { key: string; value: string; origin: string; fixedBy: string | null; isDefault: boolean }[];
  warnings: string[];
}

/** What is asked once and not streamed. */
export interface Api {
  me(): Promise<{ name: string; scope: "view" | "operate" }>;
  openSession(wanted: { target?: string; cwd?: string }): Promise<SessionSummary>;
  openTerminal(session: string, size: { cols: number; rows: number }): Promise<{ terminalId: string }>;
  closeTerminal(session: string, terminalId: string): Promise<void>;
  hosts(): Promise<HostList>;
  /** Null when there is nothing to accept. */
  hostKey(host: string): Promise<HostKeyInfo | null>;
  acceptHostKey(host: string, fingerprint: string): Promise<void>;
  models(): Promise<ModelsInfo>;
  agents(): Promise<AgentInfo[]>;
  configuration(): Promise<ConfigurationInfo>;
  /** Whether a session's events are as they were written. */
  verify(session: string): Promise<{ ok: boolean; events: number; detail: string }>;
  search(query: string, signal: AbortSignal): Promise<SearchHit[]>;
  /** Where the recording of a terminal is. */
  recordingUrl(session: string, terminalId: string): string;
  recording(url: string): Promise<string>;
  /** Every event of a session, oldest first. */
  events(session: string): Promise<(Event | UnknownEvent)[]>;
}

export function createApi(): Api {
  return {
    me: () => ask("GET", "/api/v1/me"),
    openSession: (wanted) => ask("POST", "/api/v1/sessions", wanted),
    openTerminal: (session, size) => ask("POST", `/api/v1/sessions/${session}/terminals`, size),
    closeTerminal: (session, terminalId) => ask("DELETE", `/api/v1/sessions/${session}/terminals/${terminalId}`),
    hosts: () => ask("GET", "/api/v1/hosts"),
    hostKey: async (host) => (await ask<{ key: HostKeyInfo | null }>("GET", hostKeyPath(host))).key,
    acceptHostKey: async (host, fingerprint) => void (await ask("POST", hostKeyPath(host), { fingerprint })),
    models: () => ask("GET", "/api/v1/models"),
    agents: async () => (await ask<{ agents: AgentInfo[] }>("GET", "/api/v1/agents")).agents,
    configuration: () => ask("GET", "/api/v1/configuration"),
    verify: (session) => ask("GET", `/api/v1/sessions/${session}/verification`),
    search: async (query, signal) =>
      (await ask<{ hits: SearchHit[] }>("GET", `/api/v1/search?q=${encodeURIComponent(query)}`, undefined, signal))
        .hits,
    recordingUrl: (session, terminalId) => `/api/v1/sessions/${session}/terminals/${terminalId}/recording`,
    recording: async (url) => (await call("GET", url)).text(),
    events: readAllEvents,
  };
}

function hostKeyPath(host: string): string {
  return `/api/v1/hosts/${encodeURIComponent(host)}/key`;
}

async function readAllEvents(session: string): Promise<(Event | UnknownEvent)[]> {
  const all: (Event | UnknownEvent)[] = [];
  for (;;) {
    const path = `/api/v1/sessions/${session}/events?limit=5000&after=${all.at(-1)?.seq ?? 0}`;
    const { events, head } = await ask<{ events: (Event | UnknownEvent)[]; head: number }>("GET", path);
    all.push(...events);
    // A page is shorter where events are large: the end is the head, not a short page.
    if (events.length === 0 || (all.at(-1)?.seq ?? 0) >= head) return all;
  }
}

async function ask<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const response = await call(method, path, body, signal);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

async function call(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: body ? { "content-type": "application/json" } : {},
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw serverGone(error);
  });
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const error = (answer as { error?: ReportedError } | null)?.error;
  throw new UserError(
    error?.code ?? `http.${response.status}`,
    error?.message ?? `Cotty answered ${response.status} to ${method} ${path.split("?")[0]}.`,
    error?.nextStep ?? "Look at the log: cotty daemon logs",
  );
}

function serverGone(cause: unknown): UserError {
  return new UserError("server.gone", "Cotty does not answer.", "Start it again: cotty web", { cause });
}
