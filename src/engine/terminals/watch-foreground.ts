import { delay } from "../../base/index.ts";
import type { Foreground } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";

const lookEveryMs = 500;
/** So many looks in a row must agree, with nothing printed between: a slow program is not a waiting one. */
const looksInARow = 3;

export interface ForegroundWatch extends Disposable {
  /** Aborted when the command waits for a person or for keys; then `found` says for what. */
  readonly signal: AbortSignal;
  found(): Foreground | null;
}

/**
 * Watches whether a running command waits for input. Without it an agent would sit out the whole time-out in front of
 * a question. `onPassword` is told of a password prompt, which only a person may answer, and when it is over; it does
 * not end the watch.
 */
export function watchForeground(
  terminal: Terminal,
  options: { signal: AbortSignal; onPassword: (foreground: Foreground | null) => Promise<void> },
): ForegroundWatch {
  const waits = new AbortController();
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  let found: Foreground | null = null;

  async function watch(): Promise<void> {
    let agreeing = 0;
    let lastOffset = -1;
    /** The words of the last prompt, and where the output ended: the same words further on are another prompt. */
    let toldOf: string | null = null;
    while (!signal.aborted) {
      await delay(lookEveryMs, { signal });
      const { foreground, offset } = await terminal.state();
      const isWaiting = foreground !== null && foreground.waiting !== "working" && foreground.waiting !== "prompt";
      agreeing = isWaiting && offset === lastOffset ? agreeing + 1 : 0;
      lastOffset = offset;
      if (foreground?.waiting === "password") {
        const prompt = `${offset} ${foreground.prompt}`;
        if (toldOf !== prompt) await options.onPassword(foreground);
        toldOf = prompt;
        agreeing = 0;
        continue;
      }
      if (toldOf !== null) await options.onPassword(null);
      toldOf = null;
      if (agreeing < looksInARow) continue;
      found = foreground;
      waits.abort(new DOMException("The command waits for input.", "AbortError"));
      return;
    }
  }

  // A terminal that went away ends the command too; whoever runs it gets that as a result.
  watch().catch(() => {});

  return {
    signal: waits.signal,
    found: () => found,
    [Symbol.dispose]: () => stopped.abort(),
  };
}
