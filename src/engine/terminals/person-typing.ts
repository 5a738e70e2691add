import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../base/index.ts";
import type { WaitingKind } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";

/** Passes on what a person types with the keyboard, and notices what of it answers a hidden question. */
export interface PersonTyping {
  type(terminal: Terminal, bytes: Uint8Array): Promise<void>;
}

export interface PersonTypingOptions {
  clock: Clock;
  /** Called with each answer to a hidden question, before its Enter; `type` sends it. */
  hide(terminalId: string, value: string, type: () => Promise<void>): Promise<void>;
}

/** A line as far as it was typed, and what the looks at the program in front found meanwhile. */
interface Line {
  bytes: number[];
  looks: Look[];
  typedAt: number;
  /** Resolves when everything typed before is on its way. */
  ready: Promise<unknown>;
}

interface Look {
  /** Where the line was when it began. */
  at: number;
  isHidden: boolean;
  isPending: boolean;
  done: Promise<void>;
}

/** After so long without a key the program that reads may be another one. */
const pauseMs = 300;
/** A link that does not answer must not keep back a person's Enter for longer. */
const lookWithinMs = 2000;
const readEveryMs = 20;
/** No terminal takes a longer line. */
const longestLine = 4096;

/**
 * A look at the program in front takes milliseconds, and no key waits for one: it begins with the first key of a line and
 * after each pause, and only Enter waits for its end. Where several lines come at once and the first is an answer, the rest
 * waits until somebody reads again, and is looked at anew.
 */
export function createPersonTyping({ clock, hide }: PersonTypingOptions): PersonTyping {
  const lines = new Map<string, Line>();

  async function answerIn(terminal: Terminal, line: Line, bytes: Uint8Array): Promise<Answer> {
    const now = clock.now();
    if (line.looks.length === 0) line.looks = [lookAt(terminal, 0)];
    else if (now - line.typedAt >= pauseMs && !line.looks.some(({ isPending }) => isPending))
      line.looks.push(lookAt(terminal, line.bytes.length));
    line.typedAt = now;
    const end = bytes.findIndex(isLineEnd);
    extend(line, end < 0 ? bytes : bytes.subarray(0, end));
    if (end < 0) return { value: null, rest: nothing };
    const { bytes: typed, looks } = line;
    line.bytes = [];
    line.looks = [];
    if (looks.some(({ isPending }) => isPending)) await Promise.all(looks.map(({ done }) => done));
    const from = looks[looks.findLastIndex(({ isHidden }) => !isHidden) + 1]?.at;
    if (from !== undefined) return { value: textOf(typed.slice(from)), rest: bytes.subarray(end + 1) };
    extend(line, bytes.subarray(bytes.findLastIndex(isLineEnd) + 1));
    return { value: null, rest: nothing };
  }

  async function passOn(terminal: Terminal, line: Line, bytes: Uint8Array, onLast: () => void): Promise<void> {
    const { value, rest } = await answerIn(terminal, line, bytes);
    const type = () => terminal.type(bytes.subarray(0, bytes.length - rest.length), { by: "person" });
    const hidden = value === null || value === "" ? [] : [value, ...runsOf(value)];
    const sent = hidden.reduceRight((send, each) => () => hide(terminal.id, each, send), type)();
    if (rest.length === 0) {
      onLast();
      return sent;
    }
    await sent;
    await untilRead(terminal);
    return passOn(terminal, line, rest, onLast);
  }

  return {
    type(terminal, bytes) {
      const line = lines.get(terminal.id) ?? { bytes: [], looks: [], typedAt: 0, ready: Promise.resolve() };
      lines.set(terminal.id, line);
      const last = Promise.withResolvers<void>();
      const sent = line.ready.then(() => passOn(terminal, line, bytes, last.resolve)).finally(last.resolve);
      // Keys stay in their order, and none waits for the answer to an earlier one.
      line.ready = last.promise;
      return sent;
    },
  };
}

interface Answer {
  /** What answers a hidden question; null: nothing does. */
  value: string | null;
  /** What comes behind its Enter, and is not on its way yet. */
  rest: Uint8Array;
}

const nothing = new Uint8Array();

/**
 * The program that got an answer takes it and works, until it asks again or has ended. One that still hides what is typed
 * after a moment has asked again.
 */
async function untilRead(terminal: Terminal): Promise<void> {
  await whileIs("password", pauseMs);
  await whileIs("working", lookWithinMs);

  async function whileIs(waiting: WaitingKind, withinMs: number) {
    const end = performance.now() + withinMs;
    while (performance.now() < end) {
      const state = await terminal.state().catch(() => null);
      if (state?.foreground?.waiting !== waiting) return;
      await sleep(readEveryMs, undefined, { ref: false });
    }
  }
}

function lookAt(terminal: Terminal, at: number): Look {
  const look: Look = { at, isHidden: false, isPending: true, done: Promise.resolve() };
  const seen = terminal.state().then(
    ({ foreground }) => {
      look.isHidden = foreground?.waiting === "password";
    },
    // A terminal that has gone asks nothing.
    () => undefined,
  );
  look.done = Promise.race([seen, sleep(lookWithinMs, undefined, { ref: false })]).then(() => {
    look.isPending = false;
  });
  return look;
}

/** Enter, Ctrl+J, and Ctrl+D, which hands over the line as it is. */
const isLineEnd = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x04;

/** The line as the terminal itself edits it where a program reads whole lines. */
function extend(line: Line, bytes: Uint8Array): void {
  for (const byte of bytes) {
    switch (byte) {
      case 0x7f:
      case 0x08:
        while (isContinuation(line.bytes.pop())) {}
        break;
      case 0x15: // Ctrl+U
        line.bytes = [];
        break;
      case 0x17: // Ctrl+W
        line.bytes = [
          ...Buffer.from(
            Buffer.from(line.bytes)
              .toString()
              .replace(/\S*\s*$/, ""),
          ),
        ];
        break;
      case 0x03: // Ctrl+C, Ctrl+Z and Ctrl+\ throw away what was typed, and something else may read from now on.
      case 0x1a:
      case 0x1c:
        line.bytes = [];
        line.looks = [];
        break;
      default:
        if (line.bytes.length < longestLine) line.bytes.push(byte);
    }
    for (const look of line.looks) look.at = Math.min(look.at, line.bytes.length);
  }
}

/** The later bytes of a character of several. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const pasteMarks = /\x1b\[20[01]~/g;

function textOf(bytes: number[]): string {
  return Buffer.from(bytes).toString().replaceAll(pasteMarks, "");
}

/** An arrow, or any other key that prints nothing. */
const silentKeys = /\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|O.|.)?|[\x00-\x1f\x7f]/;
/** Shorter ones are in many a word. */
const shortestRun = 4;

/** The parts between keys that print nothing: what prints the answer may take those for movements, or leave them out. */
function runsOf(value: string): string[] {
  const runs = value.split(silentKeys);
  return runs.length === 1 ? [] : [...runs, runs.join("")].filter((run) => run.length >= shortestRun);
}
