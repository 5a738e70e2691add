import { UserError } from "../../base/index.ts";
import type { OutputChunk } from "../contract/terminal.ts";
import type { LogTail } from "./log-tail.ts";
import { openRawLogReader } from "./raw-log-reader.ts";

/** Replays from an offset, then follows until the terminal is closed or the signal is aborted. */
export async function* followRawLog(options: {
  directory: string;
  from: number;
  tail: LogTail;
  signal: AbortSignal;
}): AsyncGenerator<OutputChunk> {
  const { directory, from, tail, signal } = options;
  if (!Number.isSafeInteger(from) || from < 0) {
    throw new UserError(
      "terminal.offset",
      `${from} is not an offset of a raw log.`,
      "Use 0 or an offset from an event.",
    );
  }
  await using reader = openRawLogReader({ directory, from });
  using _waking = tail.wokenBy(signal);
  let isLive = false;
  while (!signal.aborted) {
    // Looked at before reading: what is told after this moment is found by the next round.
    const { end, isClosed } = tail;
    const chunk = reader.accept(tail.latest) ?? (await reader.next({ isFresh: isLive }));
    if (chunk !== null) yield chunk;
    if (chunk === null && isClosed) return;
    isLive = reader.position >= end;
    // A gap at the end (a full disk) leaves the position behind; there is nothing to read before more is appended.
    if ((chunk === null || isLive) && !tail.isClosed && !signal.aborted) await tail.changed(end);
  }
}
