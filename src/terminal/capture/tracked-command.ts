import type { OutputLimits } from "../contract/values.ts";
import type { Evidence, Preamble } from "../machine/shell-effect.ts";
import type { Command } from "../machine/shell-state.ts";
import { createOutputCollector, defaultOutputLimits, type OutputCollector } from "../text/output-limits.ts";

/** A command on its way, with what it has printed. What it is doing is the machine's to say. */
export interface TrackedCommand extends Command {
  /** Which one it is for the machine. */
  readonly identity: Command;
  readonly submittedAt: number;
  readonly collector: OutputCollector;
  /** Offset of its first byte of output; where it was typed, until it begins to print. */
  readonly from: number;
  /** How it ended: kept here, because what was typed ahead may run and end before anybody asks. */
  finished: FinishedCommand | null;
  /** Output begins here, and what came before was none. */
  beginOutput(offset: number, options: { preamble: Preamble }): void;
  /** The shell says that output has ended here; the last such word counts. */
  endOutput(offset: number): void;
  push(bytes: Uint8Array): void;
  /** No more will come. Answers with the end that the shell named, if it did. */
  finishOutput(): number | null;
}

export interface FinishedCommand extends Evidence {
  readonly command: TrackedCommand;
  /** Where its output ends. */
  readonly to: number;
  readonly durationMs: number;
  /** The shell has said that it ran. */
  readonly hasBegun: boolean;
}

/** zsh fills one line of the terminal, and fish prints a title; anything longer is output. */
const maxFillerBytes = 4096;

/** The title holds the command and the folder, so anything may be in it. */
const fishPreamble = /^(?:\x1b\]0;[\s\S]*?\x07)?(?:\x1b\[30m)?(?:\x1b\(B)?\x1b\[m\r/;
const preambles = { title: fishPreamble, return: /^\r/ };

export function createTrackedCommand(
  identity: Command,
  options: { limits: OutputLimits | undefined; offset: number; now: number },
): TrackedCommand {
  const collector = createOutputCollector(options.limits ?? defaultOutputLimits);
  let from = options.offset;
  /** Bytes that may be the shell's own; null once that is decided. */
  let preamble: Buffer | null = null;
  let ownBytes = fishPreamble;
  /** Where the output was said to end, and what has come since: filler, or more output after a false end. */
  let end: { offset: number; since: Uint8Array[]; bytes: number } | null = null;

  function forgetEnd() {
    for (const bytes of end?.since ?? []) collector.push(bytes);
    end = null;
  }

  function passPreamble(bytes: Uint8Array) {
    const seen = Buffer.concat([preamble ?? Buffer.alloc(0), bytes]);
    const length = ownBytes.exec(seen.toString("latin1"))?.[0].length;
    const mayFollow = seen[0] === 0x1b && seen.length < maxFillerBytes;
    preamble = length === undefined && mayFollow ? seen : null;
    if (preamble !== null) return;
    from += length ?? 0;
    collector.push(seen.subarray(length ?? 0));
  }

  return {
    ...identity,
    identity,
    submittedAt: options.now,
    collector,
    get from() {
      return from;
    },
    finished: null,
    beginOutput(offset, { preamble: own }) {
      collector.reset();
      from = offset;
      preamble = own === "none" ? null : Buffer.alloc(0);
      if (own !== "none") ownBytes = preambles[own];
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
