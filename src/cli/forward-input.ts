import { Readable } from "node:stream";
import { delay } from "../base/index.ts";
import type { SessionRunner } from "../compose/index.ts";
import { createPipeInput } from "./pipe-input.ts";
import { prepareForPipe } from "./prepare-for-pipe.ts";

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

const lookEveryMs = 30;

/**
 * Hands what comes on standard input to the command, once it runs: a question can be answered, and a pipe can be read.
 * At a terminal every key goes through, Ctrl+C too; from a pipe (or from nothing) the bytes arrive as they are.
 */
export function forwardInput(terminal: Terminal, { isRead }: { isRead: boolean }): Disposable {
  const ended = new AbortController();
  const { signal } = ended;
  const stdin = isRead ? process.stdin : Readable.from([]);
  const isTerminal = isRead && process.stdin.isTTY === true;

  async function forward(): Promise<void> {
    while ((await terminal.state()).commandFrom === undefined) await delay(lookEveryMs, { signal });
    if (isTerminal) return await forwardKeys();
    await prepareForPipe(terminal, signal);
    const input = createPipeInput();
    for await (const bytes of stdin) {
      if (signal.aborted) return;
      await terminal.type(input.push(bytes as Uint8Array), { by: "agent" });
    }
    if (!signal.aborted) await terminal.type(input.end(), { by: "agent" });
  }

  async function forwardKeys(): Promise<void> {
    process.stdin.setRawMode(true);
    for await (const bytes of stdin) {
      if (signal.aborted) return;
      await terminal.type(bytes as Uint8Array, { by: "agent" });
    }
  }

  // The command may end before anything was typed: then there is nobody to hand it to.
  forward().catch(() => {});

  return {
    [Symbol.dispose]() {
      ended.abort();
      if (isTerminal) process.stdin.setRawMode(false);
      stdin.destroy();
    },
  };
}
