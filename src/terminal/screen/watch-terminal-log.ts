import { delay } from "../../base/index.ts";
import type { OutputChunk } from "../contract/terminal.ts";
import { openRawLogReader } from "../raw-log/raw-log-reader.ts";
import { rawLogExtent } from "../raw-log/segments.ts";
import { readTerminalCard, terminalDirectory, terminalIdPattern } from "../raw-log/terminal-card.ts";
import { readTerminalSizes } from "../recording/recording.ts";
import type { VisibleTerminal } from "./serialize-terminal.ts";

const lookEveryMs = 40;

/**
 * A terminal that another process operates, as its raw log tells it and without a connection to its host. Its output is
 * replayed from an offset and followed until the signal is aborted. Null when there is no such terminal.
 */
export function watchTerminalLog(options: { stateDir: string; terminalId: string }): VisibleTerminal | null {
  const { stateDir, terminalId } = options;
  const card = terminalIdPattern.test(terminalId) ? readTerminalCard(stateDir, terminalId) : null;
  if (card === null) return null;
  const directory = terminalDirectory(stateDir, terminalId);
  return {
    // Whether the other screen is shown is told by the bytes themselves, where they go back so far.
    async screen() {
      const { end } = rawLogExtent(directory);
      const { cols, rows } = readTerminalSizes({ stateDir, terminalId, from: end }).at(-1) ?? card;
      return { cols, rows, alternate: false };
    },
    state: async () => ({ offset: rawLogExtent(directory).end }),
    output: (from, { signal }) => watch(directory, from, signal),
  };
}

async function* watch(directory: string, from: number, signal: AbortSignal): AsyncGenerator<OutputChunk> {
  await using reader = openRawLogReader({ directory, from });
  while (!signal.aborted) {
    const chunk = await reader.next();
    if (chunk !== null) yield chunk;
    else await delay(lookEveryMs, { signal }).catch(() => undefined);
  }
}
