import type { Result, TerminalRequest } from "./messages.ts";

/** A terminal as the host's server knows it: it answers requests and tells when its log grows. */
export interface HostedTerminal {
  readonly session: string;
  describe(): Result<"open">;
  /** Everything but open and adopt, which are the server's. Aborting the signal answers at once with what there is. */
  answer(request: TerminalRequest, bytes: Uint8Array, signal: AbortSignal): Promise<HostedAnswer>;
  /** Something other than an idle shell is in it. */
  isBusy(): Promise<boolean>;
  close(): Promise<void>;
}

export interface HostedAnswer {
  result: unknown;
  /** Bytes that belong to it. */
  bytes?: Uint8Array;
}

export interface HostedTerminalEvents {
  /** Somebody waits for what it prints. */
  isFollowed(): boolean;
  /** `bytes`: what was written last, up to `end`, where it is little enough to be handed on. */
  onWritten(end: number, bytes: Uint8Array | null): void;
  /** The shell has ended and its last byte is in the log. */
  onClosed(end: number): void;
}
