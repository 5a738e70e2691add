import type { Arg } from "./arg.ts";
import type { LoopRounds } from "./endless-loop.ts";
import type { Flow } from "./flow.ts";
import type { ShellState } from "./shell-state.ts";
import type { Span } from "./span.ts";

/**
 * The contract between this room and whoever has an opinion. The walk goes through a command line in the order in which
 * a shell would, and tells a judge each thing that the line does, with the part of the line that does it. It never asks
 * whether that is good or bad. Three answers steer it: what a command prints, what a file holds, and what a part in the
 * background prints.
 */
export interface Judge {
  /** A command runs: its words are resolved, and `part.stdin` is what it reads. Answers with what it prints. */
  command(part: Part, argv: readonly Arg[]): Flow;
  /** A function named `part.path` gets a body. The walk goes through the body next. */
  functionDefinition(part: Part): void;
  /** `< file`: the shell opens a file for reading. Answers with what is in it. */
  inputFile(part: Part, file: Arg): Flow;
  /** `> file`: the shell opens a file for writing, before the command runs. */
  outputFile(part: Part, file: Arg, options: { appends: boolean }): void;
  /** The command has run, and this is what goes into the file that was opened for it. */
  outputWritten(part: Part, file: Arg, output: { content: Flow; how: "write" | "append" | "truncate" }): void;
  /** A variable gets a value: by an assignment, a loop, an expansion or a sum. */
  assignment(part: Part, assignment: VariableAssignment): void;
  /** The value of the variable `part.path` goes into a word. */
  variableUse(part: Part): void;
  /** `[[ -f PATH ]]`: the shell looks at the path `part.path`. */
  pathTest(part: Part): void;
  /** `[[ a == b ]]`, `case a in b)`: the shell compares two values, or a value with a pattern. */
  comparison(part: Part, value: Arg, pattern: Arg): void;
  /** File names that a pattern matched are cut into several words at their blanks. */
  splitFileNames(part: Part): void;
  /** A loop runs forever, or so often that it makes little difference (`hasEnd`). */
  endlessLoop(part: Part, loop: LoopRounds & { hasEnd: boolean }): void;
  /** `part.path` is not what it looks like. */
  suspicion(part: Part, kind: Suspicion): void;
  /**
   * `… &` or `<(…)`: what `walk` goes through runs beside the line, and may go on after it. Has to call `walk` once, and
   * answers with its answer.
   */
  background(part: Part, options: { isOneCommand: boolean }, walk: () => Flow): Flow;
}

/** A part of a command line that a fact is about: a command, an expansion, an assignment, a loop. */
export interface Part {
  /** What it is called in the line: the name of a command or a variable, the text of an expansion. */
  path: string;
  /** The words behind the name of a command; none for anything else. */
  args: readonly Arg[];
  span: Span;
  /** The commands around it that run it, outermost first: `sudo`, `sh -c`. */
  via: readonly string[];
  stdin: Flow;
  /** The shell as it is when the line has come here. */
  shell: ShellState;
}

export interface VariableAssignment {
  name: string;
  value: Arg;
  span: Span;
  /**
   * Who gets the value: the shell from here on (`A=b`), one command (`A=b command`), or a command that has the assignment
   * as a word and decides what to do with it (`export A=b`).
   */
  scope: "shell" | "command" | "word";
}

/**
 * `runs-code`: the expansion can run text as a command. `arithmetic`: it evaluates text, which can run a command.
 * `hides-words`: it reads as one word and runs as several. `decoded-name`: the name of the program is decoded or fetched
 * while the line runs.
 */
export type Suspicion = "runs-code" | "arithmetic" | "hides-words" | "decoded-name";
