import type { Terminal as Emulator } from "@xterm/headless";
import { boundRepeats, type Clock, systemClock } from "../../base/index.ts";
import { openRawLogReader, type RawLogReader } from "../raw-log/raw-log-reader.ts";
import type { RawLogWriter } from "../raw-log/raw-log-writer.ts";
import type { Screen } from "../terminal.ts";
import { loadEmulator, writeTo } from "./emulator.ts";
import { rowsUntilCursor, type ShownRows } from "./rows-until-cursor.ts";
import { createStreamScanner, type Span } from "./stream-scanner.ts";

/**
 * How far back a screen is built from. A million bytes are hundreds of screens, parsed in about 20 ms; only what was
 * printed before them and never repainted can be missing.
 */
const tailBytes = 1024 * 1024;
const scrollbackLines = 1000;
/** A screen full of text costs about 2 MB, so one that nobody asks for is forgotten. */
const forgetAfterMs = 60_000;
/**
 * A program that wants an answer asks and then waits. One that asks more at once, or has long printed other things,
 * does not (someone prints a strange file): answers would only end up in the shell's next line.
 */
const maxOpenQuestions = 16;
const staleAfterBytes = 16 * 1024;
/** A program that asks without end and never reads the answers must not fill our memory with them. */
const answerBytesPerSecond = 4096;

interface Size {
  offset: number;
  cols: number;
  rows: number;
}

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

export function createScreenReader(options: {
  directory: string;
  log: RawLogWriter;
  cols: number;
  rows: number;
  /** Gives an answer to whoever asked at that offset. */
  answer(text: string, askedAt: number): void;
  clock?: Clock;
}): ScreenReader {
  const { log, clock = systemClock } = options;
  const scanner = createStreamScanner();
  let sizes: Size[] = [{ offset: 0, cols: options.cols, rows: options.rows }];
  let questions: Span[] = [];
  let live: { emulator: Emulator; reader: RawLogReader } | null = null;
  let title = "";
  /** Where the question that is answered now was asked. */
  let askedAt: number | null = null;
  let allowance = { bytes: answerBytesPerSecond, at: clock.now() };
  let work: Promise<void> = Promise.resolve();
  let forgetTimer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  function sayAnswer(text: string) {
    if (askedAt === null || isDisposed) return;
    const now = clock.now();
    const refilled = allowance.bytes + ((now - allowance.at) / 1000) * answerBytesPerSecond;
    allowance = { bytes: Math.min(answerBytesPerSecond, refilled), at: now };
    if (allowance.bytes < text.length) return;
    allowance.bytes -= text.length;
    options.answer(text, askedAt);
  }

  async function build(from: number) {
    const Terminal = await loadEmulator();
    const size = sizes.findLast(({ offset }) => offset <= from) ?? sizes[0];
    const emulator = new Terminal({
      cols: size?.cols ?? options.cols,
      rows: size?.rows ?? options.rows,
      scrollback: scrollbackLines,
      allowProposedApi: true,
      logLevel: "off",
    });
    boundRepeats(emulator);
    emulator.onData(sayAnswer);
    emulator.onTitleChange((next) => {
      title = next;
    });
    const { alternateSince } = scanner;
    if (alternateSince !== null && alternateSince < from) await writeTo(emulator, "\x1b[?1049h");
    return { emulator, reader: openRawLogReader({ directory: options.directory, from }) };
  }

  async function forget() {
    const last = live;
    live = null;
    last?.emulator.dispose();
    await last?.reader[Symbol.asyncDispose]();
  }

  /** Brings the emulator up to what is in the log now. */
  async function catchUp() {
    await log.flush();
    const end = log.written;
    // Too far behind: what scrolled by meanwhile is not on the screen any more.
    if (live !== null && end - live.reader.position > tailBytes) await forget();
    live ??= await build(Math.max(0, end - tailBytes));
    while (live.reader.position < end) {
      const chunk = await live.reader.next();
      if (chunk === null) break;
      await feed(live.emulator, chunk.offset, chunk.bytes);
    }
    applySizes(live.emulator, end);
    questions = questions.filter(({ to }) => to > end);
  }

  /** In pieces: sizes change where they changed, and answers are given to the questions and to nothing else. */
  async function feed(emulator: Emulator, offset: number, bytes: Uint8Array) {
    const end = offset + bytes.length;
    let at = offset;
    while (at < end) {
      applySizes(emulator, at);
      const question = questions.find(({ to }) => to > at);
      const isInside = question !== undefined && question.from <= at;
      const isWaitedFor = isInside && log.end - question.to < staleAfterBytes;
      const stop = Math.min(
        end,
        question === undefined ? end : isInside ? question.to : question.from,
        sizes.find((size) => size.offset > at)?.offset ?? end,
      );
      askedAt = isWaitedFor ? question.from : null;
      await writeTo(emulator, bytes.subarray(at - offset, stop - offset));
      askedAt = null;
      at = stop;
    }
  }

  function applySizes(emulator: Emulator, offset: number) {
    const size = sizes.findLast((each) => each.offset <= offset);
    if (size !== undefined && (size.cols !== emulator.cols || size.rows !== emulator.rows)) {
      emulator.resize(size.cols, size.rows);
    }
  }

  /** One at a time and in order; a failure belongs to the one who asked. */
  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = work.then(task);
    work = result.then(
      () => undefined,
      () => undefined,
    );
    clearTimeout(forgetTimer);
    forgetTimer = setTimeout(() => void enqueueForget(), forgetAfterMs);
    forgetTimer.unref();
    return result;
  }
  function enqueueForget() {
    work = work.then(forget);
    return work;
  }

  return {
    appended(bytes) {
      const found = scanner.push(bytes);
      if (found.length === 0 || isDisposed) return;
      const isWaiting = questions.length > 0;
      questions = questions.length + found.length > maxOpenQuestions ? [] : [...questions, ...found];
      // Whoever waits already will come to these too.
      if (!isWaiting) void enqueue(catchUpWithQuestions);
    },
    resize(cols, rows) {
      sizes = [...sizes.slice(-999), { offset: log.end, cols, rows }];
    },
    snapshot: ({ scrollbackLines } = { scrollbackLines: 0 }) =>
      look((emulator) => readScreen(emulator, { title, scrollbackLines })),
    untilCursor: () => look(rowsUntilCursor),
    dispose() {
      isDisposed = true;
      clearTimeout(forgetTimer);
      void enqueueForget();
    },
  };

  function look<T>(read: (emulator: Emulator) => T): Promise<T> {
    return enqueue(async () => {
      await catchUp();
      if (live === null) throw new Error("A screen was asked for while its terminal was closing.");
      return read(live.emulator);
    });
  }

  async function catchUpWithQuestions() {
    while (questions.length > 0 && !isDisposed) await catchUp();
  }
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
