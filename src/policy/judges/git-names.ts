import type { Arg } from "../../shell/index.ts";
import { parseArgs } from "../options.ts";
import { grepOptions } from "../programs/git-options.ts";
import { optionTable } from "../spec.ts";

/** Whether an option is really given: `-sS` is a value of -s that looks like one. */
export const given = (args: readonly Arg[], options: string, names: RegExp): boolean =>
  parseArgs(args, optionTable({ options })).options.some(({ name }) => names.test(name));

/** Behind the pattern of a search, and in front of `--`, stands a commit; and a path may lead out of what is looked at. */
function namesOthers(args: readonly Arg[]): boolean {
  const end = args.findIndex(({ text }) => text === "--");
  const words = (end === -1 ? args : args.slice(0, end)).filter(({ text }) => !text.startsWith("-"));
  if (args.some(({ text }) => /^[:/~]|(?:^|\/)\.\.(?:\/|$)/.test(text))) return true;
  return words.length > 1 || args.some(({ text }) => /^-[a-zA-Z]*[ef]|^--(?:cached|recurse)/.test(text));
}

/**
 * Whether it prints names of files that are there. Of commits it does not: what a tree calls a file may lead anywhere. What
 * the index calls one is looked at together with the folder, before the names are handed on.
 */
export const listsNames = (name: string, args: readonly Arg[]): boolean =>
  (name === "ls-files" &&
    args.every(({ text }) =>
      /^(?:-z|-[cmdo]|--(?:cached|modified|others|exclude-standard|deduplicate)|--|(?![-:/~]|(?:.*\/)?\.\.(?:\/|$)).+)$/.test(
        text,
      ),
    )) ||
  (name === "diff" &&
    args.every(({ text }) => /^(?:--name-only|-z|--relative)$/.test(text)) &&
    args.some(({ text }) => text === "--name-only")) ||
  (name === "grep" &&
    !args.some(({ text }) => /^--no-index|^--untracked/.test(text)) &&
    !namesOthers(args) &&
    given(args, grepOptions, /^(?:-[lL]|--(?:files-with-matches|name-only|files-without-match))$/));
