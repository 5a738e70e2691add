import { createInterface, type Interface } from "node:readline/promises";
import { UserError } from "../base/index.ts";
import type { CliContext } from "./context.ts";

/**
 * The person's keyboard during a run. Keys count only while a question is open: what was typed before it could be seen
 * is thrown away as it arrives, so a `y` that was meant for something else never approves anything.
 */
export interface Keyboard extends Disposable {
  question(text: string, options: { signal: AbortSignal; prefill?: string }): Promise<string>;
  /** One line that is not shown while it is typed. */
  secret(text: string, options: { signal: AbortSignal }): Promise<string>;
  /** Resolves when the person asks for the keyboard of the terminal; false where nobody will any more. */
  isTaken(options: { signal: AbortSignal }): Promise<boolean>;
  /** Every key goes there until the person gives the keyboard back. Questions wait meanwhile. */
  pass(type: (bytes: Uint8Array) => Promise<unknown>, options: { signal: AbortSignal }): Promise<void>;
  /** Hands the terminal to another program (an editor) until it has ended. */
  lend<T>(work: () => Promise<T>): Promise<T>;
}

/** The key that takes the keyboard of the agent's terminal and gives it back, as telnet has it: no program wants it. */
export const takeKey = "Ctrl+]";
const takeByte = 29;

export function openKeyboard(context: CliContext): Keyboard {
  const { stdin } = process;

  const wish = createWish();
  /** Settled, but for the time in which the keyboard is the terminal's. */
  let free = Promise.resolve();

  function discard(keys: Buffer) {
    if (keys.includes(takeByte)) wish.say();
    // Raw mode takes Ctrl+C from the terminal; it must still stop the run.
    if (keys.includes(3)) process.emit("SIGINT", "SIGINT");
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

  // The terminal may be closed at any moment; setting its mode then fails, and SIGHUP says the rest.
  stdin.on("error", terminalGone);
  ignore();
  return {
    async question(text, { signal, prefill }) {
      await whenFree(free, signal);
      listen();
      const readline = openLine(text);
      context.isAsking = true;
      try {
        const answer = readline.question(text, { signal });
        if (prefill !== undefined) readline.write(prefill);
        return await answer;
      } catch (error) {
        if (signal.aborted) throw error;
        return await endOfQuestions(signal);
      } finally {
        context.isAsking = false;
        readline.close();
        ignore();
      }
    },
    async secret(text, { signal }) {
      await whenFree(free, signal);
      stdin.off("data", discard);
      return await askHidden(context, text, signal).finally(ignore);
    },
    isTaken: wish.next,
    async pass(type, { signal }) {
      stdin.off("data", discard);
      free = readKeys(type, signal).finally(ignore);
      await free;
    },
    async lend(work) {
      listen();
      try {
        return await work();
      } finally {
        ignore();
      }
    },
    [Symbol.dispose]() {
      listen();
      stdin.off("error", terminalGone);
    },
  };
}

/** That a person wants the keyboard: only a wish from now on counts. */
function createWish() {
  let said = Promise.withResolvers<boolean>();
  return {
    say: () => said.resolve(true),
    async next({ signal }: { signal: AbortSignal }): Promise<boolean> {
      said = Promise.withResolvers();
      const end = () => said.resolve(false);
      signal.addEventListener("abort", end, { once: true });
      if (signal.aborted) end();
      return await said.promise.finally(() => signal.removeEventListener("abort", end));
    },
  };
}

/** A question that was answered elsewhere meanwhile is not put any more. */
async function whenFree(free: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  await Promise.race([free, aborted.promise]).finally(() => signal.removeEventListener("abort", abort));
}

/** Hands on every key, in their order, until the one that gives the keyboard back. */
function readKeys(type: (bytes: Uint8Array) => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { stdin } = process;
  const ended = Promise.withResolvers<void>();
  let typing: Promise<unknown> = Promise.resolve();
  const read = (keys: Buffer) => {
    const end = keys.indexOf(takeByte);
    const typed = end === -1 ? keys : keys.subarray(0, end);
    if (typed.length > 0) typing = typing.then(() => type(typed)).catch(() => ended.resolve());
    if (end !== -1) ended.resolve();
  };
  const abort = () => ended.resolve();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  stdin.setRawMode(true).on("data", read).resume();
  return ended.promise
    .then(async () => void (await typing))
    .finally(() => {
      stdin.off("data", read);
      signal.removeEventListener("abort", abort);
    });
}

/** A line to be typed, which is put again when the process was stopped and goes on. */
function openLine(text: string): Interface {
  const { stdin } = process;
  // What is asked must not end up in a file together with what a command prints.
  const output = process.stdout.isTTY ? process.stdout : process.stderr;
  const readline = createInterface({ input: stdin, output });
  readline.on("error", terminalGone);
  readline.on("SIGINT", () => process.emit("SIGINT", "SIGINT"));
  // After `fg` readline may have paused itself, and the shell may have changed the terminal: the question is put
  // again, after whatever readline does about it. Without this no key would ever arrive. A terminal that is closed
  // says SIGCONT as well, and then there is nobody to be asked.
  let isOpen = true;
  const again = () => setImmediate(() => isOpen && stdin.setRawMode(true) && readline.prompt(true));
  readline.once("close", () => {
    isOpen = false;
    process.off("SIGCONT", again);
  });
  process.on("SIGCONT", again);
  readline.setPrompt(text);
  return readline;
}

function terminalGone(): void {}

/**
 * Ctrl+D: whoever asks will get no answer any more, which is the same wish as Ctrl+C. So it is when the terminal is
 * gone, but then nobody wished for it. Settles when that was heard.
 */
function endOfQuestions(signal: AbortSignal): Promise<never> {
  const why = process.stdin.readableEnded || process.stdin.destroyed ? "SIGHUP" : "SIGINT";
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (!process.emit(why, why)) reject(new UserError("cli.no-answer", "The input has ended.", "Run it again."));
  });
}

const [interrupt, endOfInput, backspace, clearLine, del] = [3, 4, 8, 21, 127];

async function askHidden(context: CliContext, text: string, signal: AbortSignal): Promise<string> {
  context.out(text);
  context.isAsking = true;
  try {
    return await readHidden(signal);
  } finally {
    context.isAsking = false;
    context.out("\n");
  }
}

/** Reads keys in raw mode until Enter. Nothing is echoed, not even how many there are. */
function readHidden(signal: AbortSignal): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve, reject) => {
    let typed: number[] = [];
    const end = () => {
      stdin.off("data", read);
      signal.removeEventListener("abort", abort);
    };
    const abort = () => {
      end();
      reject(signal.reason);
    };
    const read = (keys: Buffer) => {
      for (const key of keys) {
        if (key === 13 || key === 10 || key === endOfInput) {
          end();
          return resolve(Buffer.from(typed).toString("utf8"));
        }
        if (key === interrupt) process.emit("SIGINT", "SIGINT");
        else if (key === clearLine) typed = [];
        else if (key === backspace || key === del) typed = withoutLastCharacter(typed);
        else if (key >= 32) typed.push(key);
      }
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    stdin.setRawMode(true).on("data", read).resume();
  });
}

/** A character may be several bytes; those after its first begin with the bits 10. */
function withoutLastCharacter(bytes: number[]): number[] {
  const first = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.slice(0, Math.max(0, first));
}
