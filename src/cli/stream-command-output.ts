import { delay, neverAborted } from "../base/index.ts";
import type { SessionRunner } from "../compose/index.ts";

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

export interface CommandOutput {
  /** Stops, after writing what is missing of the command's output; null where nothing is known of it. */
  end(range: { from: number; to: number } | null): Promise<void>;
}

const lookEveryMs = 30;

/**
 * Writes what a command prints while it runs: from the first byte of its output on, and nothing of the line that was
 * typed before or of the prompt that comes after. Bytes count as the command's once a later look shows it still runs.
 */
export function streamCommandOutput(terminal: Terminal, write: (bytes: Uint8Array) => Promise<void>): CommandOutput {
  const ended = new AbortController();
  const { signal } = ended;
  let written: number | null = null;

  async function follow(): Promise<void> {
    const from = await untilBegun();
    written = from;
    let end = from;
    while (true) {
      const { commandFrom, offset } = await terminal.state();
      if (signal.aborted || commandFrom !== from) return;
      // Everything up to `end` was there before this look, and the command has not ended yet.
      if (end > written) await writeRange(written, end);
      written = end;
      end = offset;
      if (end === written) await delay(lookEveryMs, { signal });
    }
  }

  async function untilBegun(): Promise<number> {
    while (true) {
      const { commandFrom } = await terminal.state();
      if (commandFrom !== undefined) return commandFrom;
      await delay(lookEveryMs, { signal });
    }
  }

  async function writeRange(from: number, to: number): Promise<void> {
    let at = from;
    for await (const chunk of terminal.output(from, { signal: neverAborted })) {
      await write(chunk.bytes.subarray(0, to - chunk.offset));
      at = chunk.offset + chunk.bytes.length;
      if (at >= to) return;
    }
  }

  // A terminal that goes away meanwhile ends this too; how the command ended is told by its result.
  const following = follow().catch(() => {});

  return {
    async end(range) {
      ended.abort();
      await following;
      if (range === null) return;
      const from = Math.max(written ?? range.from, range.from);
      if (from < range.to) await writeRange(from, range.to);
    },
  };
}
