import { type Certainty, certaintyIn } from "./certain-values.ts";
import type { Flow } from "./flow.ts";
import type { Dialect } from "./plain-language/index.ts";
import { filledNames } from "./variables.ts";

/** What a call of a function changes in the shell that calls it. */
export interface FunctionEffects {
  assigns: ReadonlySet<string>;
  /** Names of the commands in its body, other functions among them. */
  calls: ReadonlySet<string>;
  moves: boolean;
  /** Walks the body once more, if values have changed since it was defined. */
  walkAgain(): void;
}

/** What the command line itself has done to its shell so far. */
export interface ShellState {
  /** Whose grammar its text is read by. */
  reader: Dialect;
  /** Empty while it is the directory the command line started in. */
  cwd: string;
  /** How often the line has changed its folder. Each of these changes may have failed. */
  moves: number;
  /** Only the run decides in which folder the line is now; `cwd` is a guess. */
  adrift: boolean;
  /** Every folder that the line may leave its shell in; the first one is where it started. */
  landings: readonly string[];
  /** How far the text alone tells the value of a variable. */
  certain(name: string): Certainty;
  /** The values that this line assigned; null for an unknown one. */
  variables: Map<string, string | null>;
  /** Every value this line may give a variable, whether or not it is certain. */
  possible: Map<string, string[]>;
  /** An earlier error may have made the shell drop the rest of the line, so later assignments may not have happened. */
  mayHaveStopped: boolean;
  functions: Map<string, FunctionEffects>;
  /** The functions whose bodies are being walked right now: a call of one of them is recursion. */
  defining: Set<string>;
  /** The files that this line wrote, and what it wrote into them. */
  files: Map<string, Flow>;
}

/** A shell that has not done anything yet. Where nothing is believed, not even the names that shells fill are known. */
export function newShell(reader: Dialect, text: string, { believes }: { believes: boolean }): ShellState {
  return {
    reader,
    certain: certaintyIn(text, { believes }),
    cwd: "",
    moves: 0,
    adrift: false,
    landings: [""],
    variables: new Map(believes ? [] : filledNames.map((name) => [name, null])),
    possible: new Map(),
    mayHaveStopped: false,
    functions: new Map(),
    defining: new Set(),
    files: new Map(),
  };
}

/** The folder that a path leads to from another one. */
export function folderFrom(cwd: string, path: string): string {
  const there = path.replace(/^\ufdd6(?=\/|$)/u, ".");
  return /^[/\ufdd3]/u.test(there) || cwd === "" ? there : `${cwd}/${there}`;
}

/** A subshell or another process can change its own folder only. */
export function inSameFolder<T>(shell: ShellState, work: () => T): T {
  const { cwd, adrift, moves, landings } = shell;
  try {
    return work();
  } finally {
    shell.cwd = cwd;
    shell.adrift = adrift;
    shell.moves = moves;
    shell.landings = landings;
  }
}
