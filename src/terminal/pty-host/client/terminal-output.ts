import type { OutputChunk } from "../../contract/terminal.ts";
import { followRawLog } from "../../raw-log/follow-raw-log.ts";
import { createLogTail } from "../../raw-log/log-tail.ts";
import { rawLogExtent } from "../../raw-log/segments.ts";
import type { HostConnection } from "./host-connection.ts";

/** What a terminal prints, as this process reads it: the bytes are in the raw log, and the host says when there are more. */
export interface TerminalOutput {
  /** The end of the raw log, as far as it is known here. */
  readonly end: number;
  /** The log is known to go this far, also where nobody follows it. */
  reaches(end: number): void;
  /** The bytes from here to the end on disk: what a host that is gone has left. */
  leftSince(from: number): { from: number; to: number };
  read(from: number, options: { signal: AbortSignal }): AsyncIterable<OutputChunk>;
  untilClosed(options: { signal: AbortSignal }): Promise<void>;
  /** This side has closed the terminal: nothing will follow. */
  close(): void;
}

export function createTerminalOutput(options: {
  directory: string;
  terminal: string;
  connection: HostConnection;
  opened: { end: number; isClosed: boolean };
}): TerminalOutput {
  const { directory, terminal, connection } = options;
  const tail = createLogTail(options.opened);
  const endHere = () => tail.append({ end: tail.end, isClosed: true });
  const stopWatching = connection.watch(terminal, tail.append);
  const stopWaiting = connection.onGone(endHere);
  let readers = 0;

  return {
    get end() {
      return tail.end;
    },
    reaches: (end) => tail.append({ end, isClosed: false }),
    leftSince(from) {
      const { end } = rawLogExtent(directory);
      return { from: Math.min(from, end), to: end };
    },
    /** The pty host reports new bytes only while somebody here reads: a command that nobody watches wakes nobody. */
    async *read(from, { signal }) {
      if (readers++ === 0) connection.follow(terminal, true);
      try {
        yield* followRawLog({ directory, from, tail, signal });
      } finally {
        if (--readers === 0) connection.follow(terminal, false);
      }
    },
    async untilClosed({ signal }) {
      using _waking = tail.wokenBy(signal);
      while (!tail.isClosed && !signal.aborted) await tail.changed(Number.POSITIVE_INFINITY);
    },
    close() {
      stopWatching();
      stopWaiting();
      endHere();
    },
  };
}
