import { UserError } from "../base/index.ts";
import type { Growth } from "./growth.ts";
import { openRawLogReader } from "./raw-log/raw-log-reader.ts";
import type { OutputChunk } from "./terminal.ts";

/** Replays from an offset, then follows until the terminal is closed or the signal is aborted. */
export async function* followRawLog(options: {
  directory: string;
  from: number;
  growth: Growth;
  signal: AbortSignal;
}): AsyncGenerator<OutputChunk> {
  const { directory, from, growth, signal } = options;
  if (!Number.isSafeInteger(from) || from < 0) {
    throw new UserError(
      "terminal.offset",
      `${from} is not an offset of a raw log.`,
      "Use 0 or an offset from an event.",
    );
  }
  await using reader = openRawLogReader({ directory, from });
  using _waking = growth.wokenBy(signal);
  let isLive = false;
  while (!signal.aborted) {
    // Looked at before reading: what is told after this moment is found by the next round.
    const { end, isClosed } = growth;
    const chunk = reader.accept(growth.latest) ?? (await reader.next({ isFresh: isLive }));
    if (chunk !== null) yield chunk;
    if (chunk === null && isClosed) return;
    isLive = reader.position >= end;
    // A gap at the end (a full disk) leaves the position behind; nothing is there to be read before the next growth.
    if ((chunk === null || isLive) && !growth.isClosed && !signal.aborted) await growth.changed(end);
  }
}
