import type { PipeEnd } from "../../base/index.ts";
import type { ServerMessage } from "../../protocol/index.ts";

/** The way to one client. What comes in is JSON, or bytes for a binary message. */
export interface ClientPipe extends PipeEnd<ServerMessage, unknown> {
  /** Absent where bytes cannot be sent: then no terminal can be attached. */
  sendBytes?(bytes: Uint8Array): void;
  /** A message that is written already: for what many are sent alike. */
  sendText?(text: string): void;
  /**
   * Resolves when little enough of what was sent still waits on this side. Whoever sends much waits for it, so that a
   * slow client makes its own sender slow and costs no memory.
   */
  drained?(): Promise<void>;
}
