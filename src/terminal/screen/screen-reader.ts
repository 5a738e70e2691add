import type { Terminal as Emulator } from "@xterm/headless";
import type { Clock } from "../../base/index.ts";
import type { Screen } from "../contract/values.ts";
import type { RawLogWriter } from "../raw-log/raw-log-writer.ts";
import { createEmulated } from "./emulated.ts";
import { createOpenQuestions } from "./open-questions.ts";
import { rowsUntilCursor, type ShownRows } from "./rows-until-cursor.ts";
import { createSizeHistory } from "./size-history.ts";
import { createStreamScanner } from "./stream-scanner.ts";

/** A screen full of text costs about 2 MB, so one that nobody asks for is forgotten. */
const forgetAfterMs = 60_000;
/**
 * The one emulator of a terminal. It exists only when someone looks at the screen or a program asks the terminal
 * something, is fed from the raw log, and is the only one that answers: surfaces that draw the same bytes must not.
 */
export interface ScreenReader {
  /** Tells of bytes that were just appended to the log. */
  appended(bytes: Uint8Array): void;
  resize(cols: number, rows: number): void;
  snapshot(options?: { scrollbackLines: number }): Promise<Screen>;
  /** What stands before the cursor now. */
  untilCursor(): Promise<ShownRows>;
  dispose(): void;
}

interface ScreenOptions {
  directory: string;
  log: RawLogWriter;
  cols: number;
  rows: number;
  /** Gives an answer to whoever asked at that offset. */
  answer(text: string, askedAt: number): void;
  clock?: Clock;
}

export function createScreenReader(options: ScreenOptions): ScreenReader {
  const { log } = options;
  const scanner = createStreamScanner();
  const sizes = createSizeHistory(options);
  const questions = createOpenQuestions();
  let isDisposed = false;
  const emulated = createEmulated({
    ...options,
    sizes,
    questions,
    alternateSince: () => scanner.alternateSince,
    answer(text, askedAt) {
      if (!isDisposed) options.answer(text, askedAt);
    },
  });
  const work = createWorkLine(emulated.forget);
  const look = <T>(read: (emulator: Emulator) => T) => work.do(async () => read(await emulated.catchUp()));

  async function catchUpWithQuestions() {
    while (!questions.isEmpty && !isDisposed) await emulated.catchUp();
  }

  return {
    appended(bytes) {
      const found = scanner.push(bytes);
      if (found.length === 0 || isDisposed) return;
      const isWaiting = !questions.isEmpty;
      questions.add(found);
      // Whoever waits already will come to these too.
      if (!isWaiting) void work.do(catchUpWithQuestions);
    },
    resize(cols, rows) {
      sizes.add({ offset: log.end, cols, rows });
    },
    snapshot: ({ scrollbackLines } = { scrollbackLines: 0 }) =>
      look((emulator) => readScreen(emulator, { title: emulated.title, scrollbackLines })),
    untilCursor: () => look(rowsUntilCursor),
    dispose() {
      isDisposed = true;
      work.end();
    },
  };
}

/** One task at a time and in order; a failure belongs to the one who asked. Behind a long rest, `forget` is done. */
function createWorkLine(forget: () => Promise<void>) {
  let work: Promise<void> = Promise.resolve();
  let forgetTimer: NodeJS.Timeout | undefined;
  const forgetNext = () => {
    work = work.then(forget);
  };
  return {
    do<T>(task: () => Promise<T>): Promise<T> {
      const result = work.then(task);
      work = result.then(
        () => undefined,
        () => undefined,
      );
      clearTimeout(forgetTimer);
      forgetTimer = setTimeout(forgetNext, forgetAfterMs);
      forgetTimer.unref();
      return result;
    },
    end() {
      clearTimeout(forgetTimer);
      forgetNext();
    },
  };
}

export function readScreen(emulator: Emulator, options: { title: string; scrollbackLines: number }): Screen {
  const buffer = emulator.buffer.active;
  const first = Math.max(0, buffer.baseY - options.scrollbackLines);
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => (buffer.getLine(from + i)?.translateToString(true) ?? "").trimEnd());
  const shown = lines(buffer.baseY, buffer.baseY + emulator.rows);
  while (shown.at(-1) === "") shown.pop();
  const wrapped = shown.flatMap((_, row) => (buffer.getLine(buffer.baseY + row)?.isWrapped ? [row] : []));
  return {
    text: shown.join("\n"),
    cols: emulator.cols,
    rows: emulator.rows,
    cursor: { row: buffer.cursorY, column: buffer.cursorX },
    alternate: buffer.type === "alternate",
    title: options.title,
    ...(wrapped.length > 0 && { wrapped }),
    ...(options.scrollbackLines === 0 ? {} : { scrollback: lines(first, buffer.baseY).join("\n") }),
  };
}
