import type { Arg } from "../shell/index.ts";
import type { Job } from "./job.ts";
import type { ParsedArgs } from "./options.ts";
import { optionTable, type Spec } from "./spec.ts";

/**
 * Whether output is names of files that are there, so that the next program may open them: `rg -l x | xargs head`. Rows
 * say with which options (`lists`, `keeps`).
 */

const has = (options: string, name: string): boolean => optionTable({ options }).options.has(name);

/** `head -5c` counts letters. */
const countsLetters = (job: Job): boolean => job.args.some(({ text }) => /^-\d+[a-z]$/i.test(text));

/** Whether it passes on the names that it gets. */
export const keepsNames = (job: Job, { keeps }: Spec, { options }: ParsedArgs): boolean =>
  keeps !== undefined && options.every(({ name }) => has(keeps, name)) && !countsLetters(job);

/** Of a folder it prints bare names, which are other files here. */
const isPatternHere = ({ text, pattern }: Arg): boolean => pattern !== undefined && !text.includes("/");

/** Whether its output is names of files that are there: `ls`, `grep -l`, `rg --files`. */
export function listsNames({ lists }: Spec, { options, operands }: ParsedArgs): boolean {
  if (lists === undefined || !options.every(({ name }) => has(lists.options, name))) return false;
  return lists.by === "patterns" ? operands.every(isPatternHere) : options.some(({ name }) => has(lists.by, name));
}
