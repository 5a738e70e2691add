import type { Agent, KnowledgeFile } from "../../agents/index.ts";
import type { Clock } from "../../base/index.ts";
import type { PolicyContext, ProposedRule, Rule } from "../../policy/index.ts";
import type { Target } from "../../protocol/index.ts";
import type { Redactor, RedactorOptions } from "../../secrets/index.ts";
import type { OwnerId, Store } from "../../store/index.ts";
import type {
  EndBackgroundJobs,
  OutputLimits,
  PatternSearch,
  Screen,
  TerminalOptions,
  Terminals,
} from "../../terminal/index.ts";
import type { Judge } from "./judge.ts";

export type ScreenSize = Pick<Screen, "cols" | "rows" | "alternate">;

/** What was kept for later sessions, and what projects say of themselves: files that people can read and edit. */
export interface Memory {
  fileOf(scope: "project" | "user", place: { target: Target; cwd: string }): string;
  add(scope: "project" | "user", place: { target: Target; cwd: string }, line: string): Promise<void>;
  known(place: { target: Target; cwd: string }): Promise<KnowledgeFile[]>;
  /** Names of a project's own files; on another host the engine reads them there. */
  readonly projectFiles: readonly string[];
}

/** What people allowed for longer than once. Agents cannot write here. */
export interface RuleBook {
  /** What holds for the session now: from the files of rules as they are, and from approvals. */
  rulesFor(session: string): Promise<readonly Rule[]>;
  /** The longest safe rule that covers this command, or null when nothing longer than once is safe. */
  propose(command: string, context: PolicyContext): ProposedRule | null;
  /**
   * Makes a session's rules hold: those of the project it works in, and what was allowed for it before this process
   * took it over, as it stands in its log.
   */
  restore(session: string, rules: readonly string[], place: { target: Target; cwd: string }): Promise<void>;
  /** Answers with the rule's id. */
  add(scope: "session" | "always", session: string, proposed: ProposedRule): Promise<string>;
}

/** Everything the engine uses of the world, handed in by compose. */
export interface EngineDeps {
  store: Store;
  terminals: Terminals;
  /** Null when there is no agent of that name. */
  findAgent(name: string): Agent | null;
  /** The model an agent uses where a session's settings name this one; default: that one. */
  modelFor?(agent: string, model: string): string;
  judge: Judge;
  /** Output that may be stored, shown and sent to a model: no escape sequences, no secrets, no base64 that may be one. */
  clean(output: string): string;
  /** Texts that are not output, with secrets replaced and all else as it was written. */
  redact(text: string): string;
  /** What a person wrote: the same, but nothing that was only found in a session is taken out of their words. */
  redactTyped(text: string): string;
  /** The same for text that comes in pieces: output, or with `encoded` kept what somebody wrote. */
  createRedactor(options?: Pick<RedactorOptions, "encoded" | "margins">): Redactor;
  /**
   * What a terminal's output draws once its secrets are taken out, on a screen like this; null where it holds none.
   * Default: a screen is judged by its rows alone.
   */
  drawWithoutSecrets?(output: string, like: ScreenSize): Promise<Pick<Screen, "text" | "wrapped"> | null>;
  /** The same for one session, with what was hidden in it before. Default: those above, which remember nothing. */
  secretsOf?(
    session: string,
  ): Pick<EngineDeps, "clean" | "redact" | "redactTyped" | "createRedactor" | "drawWithoutSecrets">;
  /** A value that must not be shown, for example a password a person typed, until the answer is called. */
  addSecret(kind: string, value: string): () => void;
  /** Ends what was put in the background of a terminal since a moment; null where the target cannot tell. */
  endBackgroundJobs: EndBackgroundJobs;
  /** Searches texts for a pattern of a model, which may not take for ever. */
  openPatternSearch(pattern: string): PatternSearch;
  rules: RuleBook;
  memory: Memory;
  clock: Clock;
  newId(prefix: string): string;
  owner: OwnerId;
  version: string;
  /** How a terminal on this target is opened. */
  terminalOptions(target: Target): Partial<TerminalOptions>;
  limits: { commandTimeoutMs: number; output: OutputLimits };
  lease: { ttlMs: number };
  /**
   * What becomes of sessions when the engine is disposed of: `end` stops their turns and closes their terminals;
   * `leave` stops nothing that runs in a terminal and records nothing, so that the next process goes on where this
   * one was (the daemon). Default: `end`.
   */
  whenDisposed?: "end" | "leave";
}
