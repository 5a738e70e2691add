import type * as z from "zod";
import type { OpenOptions, Sender } from "../engine/index.ts";
import type {
  DialectMessage,
  Event,
  Reply,
  ReportedError,
  SessionRequest,
  Settings,
  Target,
  UnknownEvent,
} from "../protocol/index.ts";
import type { SessionState } from "../session/index.ts";
import type * as shapes from "./http/shapes.ts";

/** A session as the store keeps it. */
export interface StoredSession {
  id: string;
  title: string;
  target: Target;
  cwd: string;
  createdAt: number;
  updatedAt: number;
  head: { seq: number };
  /** Null once it was released; it may have expired. */
  lease: { expiresAt: number } | null;
  closed: boolean;
}

export interface FoundText {
  session: string;
  title: string;
  seq: number;
  at: number;
  type: string;
  snippet: string;
}

/** Sessions, in whatever process they run. */
export interface SessionAccess {
  list(options: { limit: number; includeClosed: boolean }): Promise<StoredSession[]>;
  get(id: string): Promise<StoredSession | null>;
  read(id: string, options: { after: number; limit?: number }): AsyncIterable<Event | UnknownEvent>;
  subscribe(
    id: string,
    options: { after: number; signal: AbortSignal; onCaughtUp?: (seq: number) => void },
  ): AsyncIterable<Event | UnknownEvent>;
  /** What a session that runs in this process has come to, folded by its owner; null for any other. */
  heldState(id: string): SessionState | null;
  /** `show` gives what of a text of a session may be seen; nothing else is searched. */
  search(
    query: string,
    options: { limit: number; session?: string; show?: (text: string, session: string) => string },
  ): Promise<FoundText[]>;
  /** Answers with the id of the new session. */
  open(options: Omit<OpenOptions, "isAttended">): Promise<string>;
  request(id: string, request: SessionRequest, sender: Sender, options: { signal: AbortSignal }): Promise<Reply>;
  /** What a person typed into a terminal of a session. */
  type(id: string, terminalId: string, bytes: Uint8Array, sender: Sender): Promise<Reply>;
  delete(id: string, options: { by: Sender["by"] }): Promise<void>;
  /** Walks the chain of hashes over the session's events. */
  verify(id: string): Promise<{ ok: boolean; events: number; detail?: string }>;
}

export interface TerminalChunk {
  offset: number;
  bytes: Uint8Array;
  /** Bytes just before these that are not in the log any more. */
  missedBytes: number;
}

export interface TerminalSnapshot {
  offset: number;
  bytes: Uint8Array;
  cols: number;
  rows: number;
  /** On which line of it (from 0) an offset of the log stands. */
  places: { offset: number; line: number }[];
  /** Lines above the screen that a viewer keeps. */
  scrollback: number;
}

/** Terminals of sessions. Whoever gets this may see raw bytes and type. */
export interface TerminalAccess {
  /** Somebody has come who is likely to want a terminal: what takes long is begun now. */
  prepare(): void;
  open(
    session: string,
    options: { cols: number; rows: number; cwd?: string; signal: AbortSignal },
  ): Promise<{ terminalId: string }>;
  close(session: string, terminalId: string): Promise<void>;
  /** Replays from an offset, then follows until the terminal ends. */
  output(
    session: string,
    terminalId: string,
    from: number,
    options: { signal: AbortSignal },
  ): AsyncIterable<TerminalChunk>;
  /** Where its raw log ends now. */
  end(session: string, terminalId: string): Promise<number>;
  /**
   * What is on it now, as bytes for an empty terminal of this size, the offset that follows, and where in it steps
   * began and ended. Size 0: it is not known, and nothing is drawn.
   */
  snapshot(session: string, terminalId: string, options: { signal: AbortSignal }): Promise<TerminalSnapshot>;
  /** A recording as text of a format, with secrets replaced; null when nothing of it is left. */
  recording(terminalId: string, format: "cast" | "txt"): { session: string; text: AsyncIterable<string> } | null;
}

/** A tool as a model is told of it. */
export interface ToolOffer {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

export interface ModelQuestion {
  /** As the caller wrote it: `gemini-3-flash-preview`, or `provider/model`. */
  model: string;
  purpose: "agent" | "chat";
  /** Whose question it is, and where it came in: what it uses is counted for them. */
  by: Sender["by"];
  from: string;
  system: string;
  messages: DialectMessage[];
  tools: readonly ToolOffer[];
  /** Overrides for Vertex AI. */
  project?: string;
  location?: string;
}

export interface ModelAnswer {
  text: string;
  calls: { name: string; input: unknown }[];
}

export interface ConfigurationRow {
  key: string;
  value: string;
  origin: string;
  fixedBy: string | null;
  isDefault: boolean;
}

/** What can be chosen from: shown in lists and settings. */
export interface Catalog {
  settings(): Promise<Settings>;
  hosts(): { hosts: z.infer<typeof shapes.Host>[]; problems: string[] };
  checkHost(name: string, options: { signal: AbortSignal }): AsyncIterable<z.infer<typeof shapes.HostStep>>;
  /** The key on the way to a host that this machine has never seen; null when there is none. */
  hostKey(name: string, options: { signal: AbortSignal }): Promise<z.infer<typeof shapes.HostKey> | null>;
  /** Keeps that key, if it is the one with this fingerprint. */
  acceptHostKey(
    name: string,
    fingerprint: string,
    options: { signal: AbortSignal },
  ): Promise<z.infer<typeof shapes.HostKey>>;
  models(options: { signal: AbortSignal }): Promise<{
    chosen: z.infer<typeof shapes.ChosenModel>;
    providers: z.infer<typeof shapes.Provider>[];
  }>;
  agents(): z.infer<typeof shapes.Agent>[];
  routines(): z.infer<typeof shapes.Routine>[];
  projects(): z.infer<typeof shapes.Project>[];
  examples(): Promise<string[]>;
  /** Every value of the configuration with where it came from; a secret only says that it is set. `program` is what to type for Cotty. */
  configuration(): { file: string | null; program: string; rows: ConfigurationRow[]; warnings: string[] };
}

/** The keys of model providers on this machine. */
export interface KeyAccess {
  get(provider: string): Promise<z.infer<typeof shapes.KeyState>>;
  add(
    provider: string,
    key: string,
    options: { signal: AbortSignal },
  ): Promise<{ state: z.infer<typeof shapes.KeyState>; check: z.infer<typeof shapes.KeyCheck> }>;
  remove(provider: string): Promise<{ state: z.infer<typeof shapes.KeyState>; wasStored: boolean }>;
}

/** Where the program at the other end of a connection came from. */
export type ProgramOrigin =
  | { from: "elsewhere" }
  /** Started in a terminal that Cotty opened, where an agent can type. */
  | { from: "terminal" }
  /** Perhaps this one, which was started in such a terminal and does not show its connections. */
  | { from: "hidden"; pid: number; name: string }
  /** Not found, while such a terminal is open. */
  | { from: "unseen" };

/** Everything the server uses of the world, handed in by compose. */
export interface ServerDeps {
  version: string;
  /** Which program is behind a connection within this machine. */
  programs: {
    /** Whoever holds this socket of this user; asked for each request. */
    ofSocket(socket: { inode: number; uid: number }): ProgramOrigin;
    /** Whoever opened the other end of this Unix socket. */
    ofUnixSocket(fd: number): Promise<ProgramOrigin>;
  };
  sessions: SessionAccess;
  terminals: TerminalAccess;
  catalog: Catalog;
  keys: KeyAccess;
  /** Which session each place of a project has now; kept over a restart. */
  projectSessions: { get(key: string): string | null; set(key: string, session: string): void };
  /** The tools of agents, as models are told of them. */
  readonly tools: readonly ToolOffer[];
  ask(question: ModelQuestion, options: { signal: AbortSignal }): Promise<ModelAnswer>;
  /** What such questions have used: they belong to no session. */
  askedUsage(): Promise<{ from: string; inputTokens: number; outputTokens: number; cost: number | null }[]>;
  /** Secrets replaced: for everyone who may look and not operate. */
  redact(text: string, session?: string): string;
  /** Where a new session begins when nobody says. */
  defaultCwd: string;
  /** What went wrong inside, for the log of the daemon. Never holds a credential. */
  report(error: ReportedError): void;
}
