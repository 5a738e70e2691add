import type { Terminal as Emulator } from "@xterm/headless";
import { boundRepeats, type Clock, systemClock } from "../../base/index.ts";
import { openRawLogReader, type RawLogReader } from "../raw-log/raw-log-reader.ts";
import type { RawLogWriter } from "../raw-log/raw-log-writer.ts";
import { loadEmulator, writeTo } from "./emulator.ts";
import { createAllowance, isStillWaitedFor, type OpenQuestions } from "./open-questions.ts";
import type { SizeHistory } from "./size-history.ts";

/**
 * How far back a screen is built from. A million bytes are hundreds of screens, parsed in about 20 ms; only what was
 * printed before them and never repainted can be missing.
 */
const tailBytes = 1024 * 1024;
const scrollbackLines = 1000;

/** A terminal's log in an emulator, from its first use until it is forgotten. One call at a time. */
export interface Emulated {
  /** As the program last set it; it outlives the emulator. */
  readonly title: string;
  /** Brings the emulator up to what is in the log now. */
  catchUp(): Promise<Emulator>;
  forget(): Promise<void>;
}

export function createEmulated(options: {
  directory: string;
  log: RawLogWriter;
  sizes: SizeHistory;
  questions: OpenQuestions;
  /** Where the alternate screen was last switched on; null: it is off. */
  alternateSince(): number | null;
  answer(text: string, askedAt: number): void;
  clock?: Clock;
}): Emulated {
  const { log, sizes, questions } = options;
  const mayAnswer = createAllowance(options.clock ?? systemClock);
  let live: { emulator: Emulator; reader: RawLogReader } | null = null;
  let title = "";
  /** Where the question that is answered now was asked. */
  let askedAt: number | null = null;

  async function build(from: number) {
    const emulator = await newEmulator(sizes.at(from));
    emulator.onData((text) => {
      if (askedAt !== null && mayAnswer(text.length)) options.answer(text, askedAt);
    });
    emulator.onTitleChange((next) => {
      title = next;
    });
    const since = options.alternateSince();
    if (since !== null && since < from) await writeTo(emulator, "\x1b[?1049h");
    return { emulator, reader: openRawLogReader({ directory: options.directory, from }) };
  }

  async function forget() {
    const last = live;
    live = null;
    last?.emulator.dispose();
    await last?.reader[Symbol.asyncDispose]();
  }

  /** In pieces: sizes change where they changed, and answers are given to the questions and to nothing else. */
  async function feed(emulator: Emulator, offset: number, bytes: Uint8Array) {
    const end = offset + bytes.length;
    let at = offset;
    while (at < end) {
      sizes.apply(emulator, at);
      const question = questions.from(at);
      const isInside = question !== null && question.from <= at;
      const untilQuestion = question === null ? end : isInside ? question.to : question.from;
      const stop = Math.min(end, untilQuestion, sizes.nextAfter(at) ?? end);
      askedAt = isInside && isStillWaitedFor(question, log.end) ? question.from : null;
      await writeTo(emulator, bytes.subarray(at - offset, stop - offset));
      askedAt = null;
      at = stop;
    }
  }

  return {
    get title() {
      return title;
    },
    async catchUp() {
      await log.flush();
      const end = log.written;
      // Too far behind: what scrolled by meanwhile is not on the screen any more.
      if (live !== null && end - live.reader.position > tailBytes) await forget();
      live ??= await build(Math.max(0, end - tailBytes));
      const { emulator, reader } = live;
      while (reader.position < end) {
        const chunk = await reader.next();
        if (chunk === null) break;
        await feed(emulator, chunk.offset, chunk.bytes);
      }
      sizes.apply(emulator, end);
      questions.reached(end);
      return emulator;
    },
    forget,
  };
}

async function newEmulator({ cols, rows }: { cols: number; rows: number }): Promise<Emulator> {
  const Terminal = await loadEmulator();
  const emulator = new Terminal({ cols, rows, scrollback: scrollbackLines, allowProposedApi: true, logLevel: "off" });
  boundRepeats(emulator);
  return emulator;
}
