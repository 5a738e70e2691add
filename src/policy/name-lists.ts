import type { Arg } from "../shell/index.ts";
import type { Job } from "./job.ts";
import type { FoundOption } from "./options.ts";

/**
 * Whether output is names of files that are there, so that the next program may open them: `rg -l x | xargs head`. Every
 * option must be one that neither cuts a name nor puts other text in its place.
 */

const greps = "[efrg]*grep";
const matches =
  "-[aEFGPeiIsSuUwxv]|--(?:regexp|ignore-case|smart-case|fixed-strings|extended-regexp|perl-regexp|word-regexp|line-regexp|invert-match|text|no-messages)";
const walks =
  "-[rgtTHnN0Z.]|--(?:recursive|include|exclude|exclude-dir|glob|iglob|type|type-not|hidden|no-ignore|no-ignore-vcs|max-depth|sort|sortr|null|line-number)";
const chooses = "-l|--files-with-matches|--files-without-match|--files";

const lists: readonly [program: RegExp, options: RegExp][] = [
  [new RegExp(`^(?:${greps}|rg)$`), new RegExp(`^(?:${matches}|${walks}|${chooses})$`)],
  [/^a(?:g|ck)$/, new RegExp(`^(?:${matches}|-[lGtaQf0]|--(?:noenv|hidden|ignore|files-with-matches))$`)],
];

/** Filters, and those of their options with which they pass whole lines on as they are. */
const filters: readonly [program: RegExp, options: RegExp][] = [
  [/^sort$/, /^/],
  [/^uniq$/, /^(?:-[dDfisuw]|--(?:repeated|unique|ignore-case))$/],
  [/^(?:head|tail)$/, /^(?:-[nqr]|--(?:lines|quiet|silent))$/],
  [/^shuf$/, /^(?:-n|--head-count)$/],
  [/^(?:cat|tac)$/, /^$/],
  [new RegExp(`^(?:${greps}|rg)$`), new RegExp(`^(?:${matches}|-[mN]|--(?:max-count|no-line-number))$`)],
];

/** `head -5c` counts letters. */
const countsLetters = (job: Job): boolean => job.args.some(({ text }) => /^-\d+[a-z]$/i.test(text));

const fits = (rows: typeof lists, job: Job, options: readonly FoundOption[]): boolean =>
  rows.some(([program, known]) => program.test(job.name) && options.every(({ name }) => known.test(name)));

/** Whether it passes on the names that it gets. */
export const keepsNames = (job: Job, options: readonly FoundOption[]): boolean =>
  fits(filters, job, options) && !countsLetters(job);

/** Whether its output is names of files that are there: `ls`, `grep -l`, `rg --files`. */
export const listsNames = (job: Job, options: readonly FoundOption[], operands: readonly Arg[]): boolean =>
  (/^(?:ls|dir|vdir)$/.test(job.name) &&
    // Of a folder they print bare names, which are other files here.
    operands.every(({ text, pattern }) => pattern !== undefined && !text.includes("/")) &&
    options.every(({ name }) => /^-[1aArtSU]$|^--(?:all|almost-all|reverse)$/.test(name))) ||
  (fits(lists, job, options) && options.some(({ name }) => new RegExp(`^(?:${chooses})$`).test(name)));
