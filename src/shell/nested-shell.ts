import { certaintyIn } from "./certain-values.ts";
import type { Dialect } from "./plain-language/index.ts";
import { inSameFolder, type ShellState } from "./shell-state.ts";

/** Commands whose text the shell itself reads. */
const readByShell = /^(?:eval|source|\.|trap|alias)(?:\s|$)/;

/** Commands that run what they are given inside the shell, so that its `cd` lasts. All others are another process. */
const runByShell = /^(?:|builtin|command|eval|source|\.|time)(?:\s|$)/;
const runByZsh = /^(?:noglob|nocorrect|-)$/;

export const runsInShell = (via: string): boolean => runByShell.test(via);

/** Who reads the text that `via` is given: the shell itself, a shell by its name, or perhaps a plain one. */
export function readerOf(via: string, shell: ShellState): Dialect {
  if (readByShell.test(via)) return shell.reader;
  const named = /(?:^|[\s/])(bash|zsh)(?:\s|$)/.exec(via)?.[1];
  return shell.reader !== "any" && (named === "bash" || named === "zsh") ? named : "any";
}

/** The shell that reads the text. Another one has only the variables that it was handed, which are not followed. */
export function shellFor(
  via: string,
  shell: ShellState,
  { reader, text, believes }: { reader: Dialect; text: string; believes: boolean },
): ShellState {
  if (readByShell.test(via)) return shell;
  return {
    ...shell,
    reader,
    certain: certaintyIn(text, { believes }),
    // Where its folder is gone, another shell does not even know that.
    variables: new Map([...shell.variables.keys(), "PWD"].map((name) => [name, null])),
  };
}

/** Does the work of `via` in the shell itself, or in another process, whose folder and variables do not last. */
export function inShellOf<T>(
  via: string,
  shell: ShellState,
  { isZsh }: { isZsh: boolean },
  work: (shell: ShellState) => T,
): T {
  if (runsInShell(via) || (isZsh && runByZsh.test(via))) return work(shell);
  return inSameFolder(shell, () => work({ ...shell, variables: new Map(shell.variables) }));
}
