import { hole } from "./arg.ts";
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

/** The likeliest comes first. Empty is the directory the command line started in, and a hole one that only the run decides. */
export type Folders = readonly [string, ...string[]];

/** What the command line itself has done to its shell so far. */
export interface ShellState {
  /** Whose grammar its text is read by. */
  reader: Dialect;
  /** Every folder that the line may be in now. Whoever looks at a file looks at it in each of them. */
  folders: Folders;
  /** Every folder that it was in before: where a step fails it still is in one of these. */
  passed: readonly string[];
  /** How often the line has changed its folder. Each of these changes may have failed. */
  moves: number;
  /** Only the run decides in which folder the line is now. */
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
    folders: [""],
    passed: [],
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

/** Where a command that goes to a folder before it does anything (`git -C`) is then. */
export const placedIn = (shell: ShellState, path: string): ShellState => ({
  ...shell,
  folders: eachFolder(shell, (folder) => folderFrom(folder, path)),
  passed: everyFolder(shell),
});

/** Another machine, or a container: nothing of where this shell is holds there. */
export const elsewhere = (shell: ShellState): ShellState => ({ ...shell, folders: [""], passed: [] });

export const likelyFolder = ({ folders }: ShellState): string => folders[0];

/** Where only the run decides; the start stands for it where a text is judged. */
export const anyFolder: Folders = ["", hole.output];

export function eachFolder({ folders: [likely, ...others] }: ShellState, lead: (folder: string) => string): Folders {
  return distinctFolders([lead(likely), ...others.map(lead)]);
}

/** Two places are one where the text tells the same of both. */
export const placeOf = ({ folders }: ShellState): string => folders.join("\0");

/** Where the line may be, and where it has been: names that it found before may be of any of these. */
export const everyFolder = ({ folders, passed }: ShellState): string[] => [...new Set([...folders, ...passed])];

const mostFolders = 9;

export function distinctFolders([likely, ...others]: Folders): Folders {
  const rest = [...new Set(others)].filter((folder) => folder !== likely);
  return rest.length < mostFolders ? [likely, ...rest] : [likely, hole.output];
}

/** Behind work that may have changed the folder, or left it where it was. */
export function doubtFolder(shell: ShellState, movesBefore: number): undefined {
  if (shell.moves === movesBefore) return;
  shell.adrift = true;
  shell.folders = distinctFolders([...shell.folders, ...shell.passed]);
}

/** A subshell or another process can change its own folder only. */
export function inSameFolder<T>(shell: ShellState, work: () => T): T {
  const { folders, passed, adrift, moves, landings } = shell;
  try {
    return work();
  } finally {
    shell.folders = folders;
    shell.passed = passed;
    shell.adrift = adrift;
    shell.moves = moves;
    shell.landings = landings;
  }
}
