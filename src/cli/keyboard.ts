import { createInterface } from "node:readline/promises";
import type { CliContext } from "./context.ts";

/**
 * The person's keyboard during a run. Keys count only while a question is open: what was typed before it could be seen
 * is thrown away as it arrives, so a `y` that was meant for something else never approves anything.
 */
export interface Keyboard extends Disposable {
  question(text: string, options: { signal: AbortSignal; prefill?: string }): Promise<string>;
  /** Hands the terminal to another program (an editor) until it has ended. */
  lend<T>(work: () => Promise<T>): Promise<T>;
}

export function openKeyboard(context: CliContext): Keyboard {
  const { stdin } = process;

  function discard(keys: Buffer) {
    // Raw mode takes Ctrl+C from the terminal; it must still stop the run.
    if (keys.includes(3)) process.emit("SIGINT");
    if (keys.includes(26)) suspend();
  }

  /** Ctrl+Z: the shell gets its terminal back as it was, and `fg` puts ours on again. */
  function suspend() {
    listen();
    process.once("SIGCONT", ignore);
    process.kill(process.pid, "SIGTSTP");
  }

  function ignore() {
    stdin.setRawMode(true).on("data", discard).resume();
  }

  function listen() {
    stdin.off("data", discard).setRawMode(false).pause();
  }

  ignore();
  return {
    async question(text, { signal, prefill }) {
      listen();
      const readline = createInterface({ input: stdin, output: process.stdout });
      readline.on("SIGINT", () => process.emit("SIGINT"));
      // After `fg` readline may have paused itself, and the shell may have changed the terminal: the question is put
      // again, after whatever readline does about it. Without this no key would ever arrive.
      const again = () => setImmediate(() => stdin.setRawMode(true) && readline.prompt(true));
      process.on("SIGCONT", again);
      readline.setPrompt(text);
      context.isAsking = true;
      try {
        const answer = readline.question(text, { signal });
        if (prefill !== undefined) readline.write(prefill);
        return await answer;
      } finally {
        context.isAsking = false;
        process.off("SIGCONT", again);
        readline.close();
        ignore();
      }
    },
    async lend(work) {
      listen();
      try {
        return await work();
      } finally {
        ignore();
      }
    },
    [Symbol.dispose]: listen,
  };
}
