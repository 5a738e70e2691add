import { delay } from "../base/index.ts";
import { readTerminalCard, terminalDirectory } from "./host/host-places.ts";
import { terminalIdPattern } from "./host/messages.ts";
import { openRawLogReader } from "./raw-log/raw-log-reader.ts";
import type { OutputChunk } from "./terminal.ts";

const lookEveryMs = 40;

/**
 * The output of a terminal that another process operates, from its raw log and without a connection to its host:
 * replayed from an offset and followed until the signal is aborted. Null when there is no such terminal.
 */
export function watchTerminalLog(options: {
  stateDir: string;
  terminalId: string;
  from: number;
  signal: AbortSignal;
}): AsyncIterable<OutputChunk> | null {
  const { stateDir, terminalId, from, signal } = options;
  if (!terminalIdPattern.test(terminalId) || readTerminalCard(stateDir, terminalId) === null) return null;
  return watch(terminalDirectory(stateDir, terminalId), from, signal);
}

async function* watch(directory: string, from: number, signal: AbortSignal): AsyncGenerator<OutputChunk> {
  await using reader = openRawLogReader({ directory, from });
  while (!signal.aborted) {
    const chunk = await reader.next();
    if (chunk !== null) yield chunk;
    else await delay(lookEveryMs, { signal }).catch(() => undefined);
  }
}
