import type { Assignment } from "unbash";
import { hole } from "./arg.ts";
import { type Flow, mergeFlows } from "./flow.ts";
import { distinctFolders, doubtFolder, inSameFolder, type ShellState } from "./shell-state.ts";
import { eitherValue, isNumber } from "./variables.ts";

/** Does work that may or may not happen: what it assigns is certain inside it, and unknown afterwards. */
export function conditionally<T>(shell: ShellState, work: () => T): T {
  const { variables, moves } = shell;
  const before = new Map(variables);
  try {
    return work();
  } finally {
    doubtFolder(shell, moves);
    for (const [name, value] of variables) {
      const old = before.get(name);
      if (old !== value) variables.set(name, eitherValue(old, value));
    }
  }
}

/** Does work behind which the folder is uncertain, if it has changed: a `cd` that fails leaves the shell where it was. */
export function doubtingFolder<T>(shell: ShellState, work: () => T): T {
  const { moves } = shell;
  const result = work();
  doubtFolder(shell, moves);
  return result;
}

/** Does the work of a subshell: its folder does not last, and its assignments may or may not be seen later. */
export function inSubshell<T>(shell: ShellState, work: () => T): T {
  return inSameFolder(shell, () => conditionally(shell, work));
}

/** What is believed of a value that is assigned to a name: all of it, that it is a number, or nothing. */
export function believed(shell: ShellState, name: string, value: string | null): string | null {
  const certainty = shell.certain(name);
  if (certainty === "text") return value;
  return certainty === "number" && isNumber(value) ? hole.number : null;
}

/** Keeps the value of an assignment that lasts. After an error the shell may have dropped the line with it. */
export function remember(shell: ShellState, { name, index, append }: Assignment, value: string): undefined {
  const now = shell.mayHaveStopped ? eitherValue(shell.variables.get(name), value) : value;
  shell.variables.set(name, index === undefined && append !== true ? believed(shell, name, now) : null);
  shell.possible.set(name, [...(shell.possible.get(name) ?? []), value]);
}

/** After an error the shell drops the rest of a line and reads the next one, so no value is certain there. */
export function forgetValues({ variables }: ShellState): undefined {
  for (const name of variables.keys()) variables.set(name, null);
}

/** Arithmetic assigns numbers only, but an error in it leaves the old value. */
export function assignNumber(shell: ShellState, name: string, surely: boolean): undefined {
  const isSure = (surely && !shell.mayHaveStopped) || isNumber(shell.variables.get(name));
  shell.variables.set(name, isSure ? believed(shell, name, hole.number) : null);
}

/**
 * Walks a loop. One that changes its folder is walked once more, from where its first round left it; where that leads to new
 * places, so does every further round, and only the run decides where the shell stays.
 */
export function inRounds(shell: ShellState, round: () => Flow): Flow {
  return conditionally(shell, () => {
    const { moves } = shell;
    const first = round();
    if (shell.moves === moves) return first;
    doubtFolder(shell, moves);
    // The third round may be anywhere that the second one leads to.
    shell.folders = distinctFolders([...shell.folders, hole.output]);
    const { landings } = shell;
    const both = mergeFlows(first, round());
    if (shell.landings.some((place) => !landings.includes(place))) shell.landings = [...landings, hole.output];
    return both;
  });
}
