import type { Clock } from "../../base/index.ts";
import type { Span } from "./stream-scanner.ts";

/**
 * A program that wants an answer asks and then waits. One that asks more at once, or has long printed other things,
 * does not (someone prints a strange file): answers would only end up in the shell's next line.
 */
const maxOpenQuestions = 16;
const staleAfterBytes = 16 * 1024;
/** A program that asks without end and never reads the answers must not fill our memory with them. */
const answerBytesPerSecond = 4096;

/** What programs have asked the terminal and the emulator has not come to yet. */
export interface OpenQuestions {
  readonly isEmpty: boolean;
  add(found: Span[]): void;
  /** The emulator has come to here. */
  reached(offset: number): void;
  /** The question that this place belongs to, or the next one behind it. */
  from(offset: number): Span | null;
}

export function createOpenQuestions(): OpenQuestions {
  let open: Span[] = [];
  return {
    get isEmpty() {
      return open.length === 0;
    },
    add(found) {
      open = open.length + found.length > maxOpenQuestions ? [] : [...open, ...found];
    },
    reached(offset) {
      open = open.filter(({ to }) => to > offset);
    },
    from: (offset) => open.find(({ to }) => to > offset) ?? null,
  };
}

export function isStillWaitedFor(question: Span, logEnd: number): boolean {
  return logEnd - question.to < staleAfterBytes;
}

/** True: so many bytes may be answered now, and count. */
export function createAllowance(clock: Clock): (bytes: number) => boolean {
  let left = { bytes: answerBytesPerSecond, at: clock.now() };
  return (bytes) => {
    const now = clock.now();
    const refilled = left.bytes + ((now - left.at) / 1000) * answerBytesPerSecond;
    left = { bytes: Math.min(answerBytesPerSecond, refilled), at: now };
    if (left.bytes < bytes) return false;
    left.bytes -= bytes;
    return true;
  };
}
