import { createOutputCollector, defaultOutputLimits, type OutputCollector } from "../output-limits.ts";
import type { OutputLimits, Writer } from "../terminal.ts";

/** A command on its way: typed, or already printing. */
export interface TrackedCommand {
  readonly by: Writer;
  readonly text: string;
  readonly submittedAt: number;
  readonly collector: OutputCollector;
  /** Offset of its first byte of output; where it was typed, until it begins to print. */
  readonly from: number;
  /** The shell has said that it runs. */
  hasBegun: boolean;
  /** The shell asked for more of it (PS2), so it never ran as a whole. */
  isIncomplete: boolean;
  /** The line editor has accepted it. */
  hasLeftEditor: boolean;
  /** And reads again although nothing has run or ended: probably for more of the line. */
  isEditorBack: boolean;
  /** A line editor inside it switched bracketed paste on: another shell, or an editor. */
  hasInnerPrompt: boolean;
  /** Where that was. */
  innerPromptAt: number;
  /** How it ended: kept here, because what was typed ahead may run and end before anybody asks. */
  finished: FinishedCommand | null;
  /** Output begins here, and what came before was none. `hasPreamble`: first comes what fish prints of its own. */
  beginOutput(offset: number, options?: { hasPreamble: boolean }): void;
  /** The shell says that output has ended here; the last such word counts. */
  endOutput(offset: number): void;
  push(bytes: Uint8Array): void;
  /** No more will come. Answers with the end that the shell named, if it did. */
  finishOutput(): number | null;
}

export interface FinishedCommand {
  readonly command: TrackedCommand;
  readonly exitCode: number | null;
  readonly cwd: string | null;
  readonly to: number;
  readonly durationMs: number;
  readonly confidence: "marks" | "heuristic";
  /** The shell gave the line up before it was done: a syntax error or Ctrl+C in a shell without hooks. */
  readonly wasAbandoned: boolean;
  /** Enter was pressed, and the shell kept the line instead of running it. */
  readonly wasKept: boolean;
  /** Enter was pressed, and a key or hook of the user's ran another text in its place. */
  readonly wasChanged: boolean;
}

/** zsh fills one line of the terminal, and fish prints a title; anything longer is output. */
const maxFillerBytes = 4096;

/** The title holds the command and the folder, so anything may be in it. */
const fishPreamble = /^(?:\x1b\]0;[\s\S]*?\x07)?(?:\x1b\[30m)?(?:\x1b\(B)?\x1b\[m\r/;

export function createTrackedCommand(options: {
  by: Writer;
  text: string;
  limits: OutputLimits | undefined;
  offset: number;
  now: number;
}): TrackedCommand {
  const collector = createOutputCollector(options.limits ?? defaultOutputLimits);
  let from = options.offset;
  /** Bytes that may be fish's own; null once that is decided. */
  let preamble: Buffer | null = null;
  /** Where the output was said to end, and what has come since: filler, or more output after a false end. */
  let end: { offset: number; since: Uint8Array[]; bytes: number } | null = null;

  function forgetEnd() {
    for (const bytes of end?.since ?? []) collector.push(bytes);
    end = null;
  }

  function passPreamble(bytes: Uint8Array) {
    const seen = Buffer.concat([preamble ?? Buffer.alloc(0), bytes]);
    const length = fishPreamble.exec(seen.toString("latin1"))?.[0].length;
    const mayFollow = seen[0] === 0x1b && seen.length < maxFillerBytes;
    preamble = length === undefined && mayFollow ? seen : null;
    if (preamble !== null) return;
    from += length ?? 0;
    collector.push(seen.subarray(length ?? 0));
  }

  return {
    by: options.by,
    text: options.text,
    submittedAt: options.now,
    collector,
    get from() {
      return from;
    },
    hasBegun: false,
    isIncomplete: false,
    hasLeftEditor: false,
    isEditorBack: false,
    hasInnerPrompt: false,
    innerPromptAt: 0,
    finished: null,
    beginOutput(offset, { hasPreamble } = { hasPreamble: false }) {
      collector.reset();
      from = offset;
      preamble = hasPreamble ? Buffer.alloc(0) : null;
    },
    endOutput(offset) {
      forgetEnd();
      end = { offset, since: [], bytes: 0 };
    },
    push(bytes) {
      if (preamble !== null) return passPreamble(bytes);
      if (end === null) return collector.push(bytes);
      end.since.push(Uint8Array.from(bytes));
      end.bytes += bytes.length;
      if (end.bytes > maxFillerBytes) forgetEnd();
    },
    finishOutput() {
      if (preamble !== null) collector.push(preamble);
      preamble = null;
      return end?.offset ?? null;
    },
  };
}
