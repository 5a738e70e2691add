import type { Where } from "../../../protocol/index.ts";
import type { Handlers, Method, Result } from "../../contract/methods.ts";
import type { TerminalEnd } from "../../contract/values.ts";

/** Everything but what is the server's: which terminals there are. */
export type TerminalMethod = Exclude<Method, "open" | "adopt" | "close">;

/** A terminal as the host's server knows it: it answers requests and tells when its log grows. */
export interface HostedTerminal {
  readonly session: string;
  describe(): Result<"open">;
  /** Aborting the signal of a call answers at once with what there is. */
  readonly handlers: Handlers<TerminalMethod>;
  /** Something other than an idle shell is in it. */
  isBusy(): Promise<boolean>;
  close(): Promise<void>;
}

/** What changes about a terminal besides its shell. */
export interface TerminalStatus {
  where: Where;
  /**
   * `logging-in`: the keyboard is nobody's yet, and what is typed are answers to the questions of the login.
   * `starting`: there was no prompt of a shell yet. Nothing of the agent is typed: it might be a password that is asked for.
   */
  stage: "logging-in" | "starting" | "started";
  end: TerminalEnd | null;
}

export interface HostedTerminalEvents {
  /** Somebody waits for what it prints. */
  isFollowed(): boolean;
  /** `bytes`: what was written last, up to `end`, where it is little enough to be handed on. */
  onWritten(end: number, bytes: Uint8Array | null): void;
  /** The shell has ended and its last byte is in the log. */
  onClosed(end: number): void;
}
