import { delay } from "../base/index.ts";
import type { SessionRunner } from "../compose/index.ts";

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

const lookEveryMs = 30;
const endOfInput = new Uint8Array([4]);

/**
 * Hands what comes on standard input to the command, once it runs: a question can be answered, and a pipe can be read.
 * At a terminal every key goes through, Ctrl+C too; the end of a pipe is Ctrl+D.
 */
export function forwardInput(terminal: Terminal): Disposable {
  const ended = new AbortController();
  const { signal } = ended;
  const { stdin } = process;
  const isTerminal = stdin.isTTY === true;

  async function forward(): Promise<void> {
    while ((await terminal.state()).commandFrom === undefined) await delay(lookEveryMs, { signal });
    if (isTerminal) stdin.setRawMode(true);
    for await (const bytes of stdin) {
      if (signal.aborted) return;
      await terminal.type(bytes as Uint8Array, { by: "agent" });
    }
    if (!signal.aborted) await terminal.type(endOfInput, { by: "agent" });
  }

  // The command may end before anything was typed: then there is nobody to hand it to.
  forward().catch(() => {});

  return {
    [Symbol.dispose]() {
      ended.abort();
      if (isTerminal) stdin.setRawMode(false);
      stdin.destroy();
    },
  };
}
