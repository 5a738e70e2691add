import type { Assignment } from "unbash";
import { hole } from "./arg.ts";
import { type Flow, mergeFlows } from "./flow.ts";
import { inSameFolder, type ShellState } from "./job.ts";
import { eitherValue, isNumber } from "./variables.ts";
import type { WordHost } from "./words.ts";

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
function countInto(shell: ShellState, name: string, surely: boolean): undefined {
  const isSure = (surely && !shell.mayHaveStopped) || isNumber(shell.variables.get(name));
  shell.variables.set(name, isSure ? believed(shell, name, hole.number) : null);
}

/** A loop that goes to another folder is judged once more, from where its first round left it. */
export function rounds(shell: ShellState, round: () => Flow): Flow {
  return conditionally(shell, () => {
    const { moves } = shell;
    const first = round();
    if (shell.moves === moves) return first;
    shell.adrift = true;
    return mergeFlows(first, round());
  });
}

type Place = { pos: number; end: number };

/** What words do to the values of a shell. */
export function valuesFor(
  shell: ShellState,
  report: { given(name: string, value: string, at: Place): undefined; suspect(at: Place, name: string): undefined },
): Pick<WordHost, "variables" | "assigns" | "counts" | "mayStop"> {
  return {
    variables: shell.variables,
    assigns(name, value, at) {
      shell.variables.set(name, null);
      report.given(name, value, at);
    },
    counts(name, surely, at) {
      // To zsh a name that a sum makes is a number for good: whatever it is given later is evaluated.
      if (shell.reader === "zsh" && !shell.variables.has(name)) report.suspect(at, name);
      report.given(name, hole.number, at);
      countInto(shell, name, surely);
    },
    mayStop() {
      shell.mayHaveStopped = true;
    },
  };
}
