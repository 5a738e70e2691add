import type { Assignment } from "unbash";
import { hole } from "./arg.ts";
import { inSameFolder, type ShellState } from "./job.ts";
import { eitherValue, isNumber } from "./variables.ts";

/** Something that may or may not run: what it assigns is certain inside it, and unknown after it. */
export function conditionally<T>(shell: ShellState, work: () => T): T {
  const { variables, moves } = shell;
  const before = new Map(variables);
  try {
    return work();
  } finally {
    if (shell.moves !== moves) shell.adrift = true;
    for (const [name, value] of variables) {
      const old = before.get(name);
      if (old !== value) variables.set(name, eitherValue(old, value));
    }
  }
}

/** A `cd` that fails leaves the shell where it was: certain is the new folder only behind `&&`. */
export function perhapsMoving<T>(shell: ShellState, work: () => T): T {
  const { moves } = shell;
  const result = work();
  if (shell.moves !== moves) shell.adrift = true;
  return result;
}

/** A subshell: directories changed inside do not last, and assignments may or may not be seen later. */
export function inSubshell<T>(shell: ShellState, work: () => T): T {
  return inSameFolder(shell, () => conditionally(shell, work));
}

/** What is believed of a value that a name is given: all of it, that it is a number, or nothing. */
export function believed(shell: ShellState, name: string, value: string | null): string | null {
  const certainty = shell.certain(name);
  if (certainty === "text") return value;
  return certainty === "number" && isNumber(value) ? hole.number : null;
}

/** An assignment that lasts. After an error the shell may have dropped the line it stands in. */
export function remember(shell: ShellState, { name, index, append }: Assignment, value: string): undefined {
  const now = shell.mayHaveStopped ? eitherValue(shell.variables.get(name), value) : value;
  shell.variables.set(name, index === undefined && append !== true ? believed(shell, name, now) : null);
  shell.possible.set(name, [...(shell.possible.get(name) ?? []), value]);
}

/** An error drops what is left of a line, and the shell reads the next one: there no value is certain. */
export function forgetValues({ variables }: ShellState): undefined {
  for (const name of variables.keys()) variables.set(name, null);
}

/** Arithmetic assigns numbers only, but an error in it leaves the value as it was. */
export function countInto(shell: ShellState, name: string, surely: boolean): undefined {
  const isSure = (surely && !shell.mayHaveStopped) || isNumber(shell.variables.get(name));
  shell.variables.set(name, isSure ? believed(shell, name, hole.number) : null);
}
