import { wildcards } from "../base/index.ts";
import { type Arg, hole, mayBecomeOption, readable } from "../shell/index.ts";
import { unlessItemsBreak, unlessNamesBegin } from "./conditions.ts";
import { judgedName } from "./file-access.ts";
import { ask, danger, type Job } from "./job.ts";
import type { Habits } from "./programs/program.ts";

/**
 * A word that only the run decides may be an option: a file named `-oVICTIM` behind `sort *`. So a command with one is
 * not proved to only read, unless none of its options can do harm, or the word stands behind `--`.
 */
export function asksLooseWords(job: Job, habits: Habits): undefined {
  if (habits.loose === true) return;
  const word = looseWords(job, habits).find((arg) => (job.run.handed.get(arg) ?? 0) <= job.via.length);
  if (word === undefined) return;
  ask(job, "opaque", "argument.dynamic", `${readable(word.text)} could turn out to be an option of ${job.name}.`, {
    span: word.span,
    safer: "Put -- or ./ in front of it.",
  });
}

/**
 * A pattern behind an option may be its value and more: of `awk -F [A-Z]* '{print}'` the second name is the program. What
 * some make of further names is harmless.
 */
export function asksShiftedWords(job: Job, { loose, takesMore }: Habits): undefined {
  if (loose === true || takesMore === true) return;
  const word = job.args.find(({ many }, at) => many === true && /^-[^=]+$/.test(job.args[at - 1]?.text ?? ""));
  if (word === undefined) return;
  ask(
    job,
    "opaque",
    "argument.shifted",
    `${readable(word.text)} may be several words, and change what the others mean.`,
    {
      span: word.span,
      safer: "Write the names out.",
    },
  );
}

/** Letters of an option that only the run decides: `-r"$x"`. */
const hidesOption = /^-[^=]*[\ufdd0\ufdd1\ufdd5]/u;

/**
 * Words in front of `--` that may begin with a dash, and those behind a `--` that may be an option's value: to one nm `-U`
 * takes a value, and to another it does not.
 */
function looseWords({ args }: Job, { endIsWord, valued, letters }: Habits): readonly Arg[] {
  const loose: Arg[] = [];
  let isBehind = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg;
    if (arg.text === "--" && endIsWord !== true) {
      // Behind an option it may be a value: `tar -tf -- x`, `tar tf -- x`.
      const mayBeValue = args[i - 1]?.text.startsWith("-") === true || (letters === true && i < 2);
      if (isBehind || !mayBeValue) break;
      isBehind = true;
    }
    if (arg.text === "--") continue;
    if (mayBecomeOption(arg) || hidesOption.test(arg.text) || (isBehind && /^-./.test(arg.text))) loose.push(arg);
    // The next word is its value, if it is one word.
    if (valued?.test(arg.text) === true && args[i + 1]?.many !== true) i++;
  }
  return loose;
}

/** A name that a pattern matches, or that stands in a list, may be an option: which names there are is looked up. */
export function namesAsOptions(job: Job, habits: Habits): undefined {
  if (habits.opensNothing === true) return;
  const loose = looseWords(job, habits);
  const item = loose.find(({ text }) => text.includes(hole.item));
  if (item !== undefined) unlessItemsBreak(job, item);
  const areHeld = loose.some(({ names }) => names === true);
  if (areHeld || loose.some(({ pattern }) => pattern !== undefined)) unlessNamesBegin(job, { areHeld });
  // What is left of a name when its folder is cut off was a name of that folder.
  const cut = loose.find(({ text, names }) => names === true && /^[\ufdd0\ufdd1]/u.test(text));
  if (cut !== undefined)
    ask(
      job,
      "opaque",
      "argument.dynamic",
      `${readable(cut.text, cut.variables)} could turn out to be an option of ${job.name}.`,
      {
        span: cut.span,
      },
    );
}

/**
 * The line makes a file whose name begins with a dash, and then hands the names of its folder to a program: there is no
 * other reason to do both than to make an option of that name, which nobody sees in the command.
 */
export function takesMadeNames(job: Job, habits: Habits): undefined {
  if (habits.loose === true) return;
  const end = habits.endIsWord === true ? -1 : job.args.findIndex(({ text }) => text === "--");
  const words = (end === -1 ? job.args : job.args.slice(0, end)).flatMap((word) => {
    const mayBe = (job.run.handed.get(word) ?? 0) > job.via.length ? null : namesOf(word);
    return mayBe === null ? [] : [{ word, mayBe }];
  });
  if (words.length === 0) return;
  const made = dashedNames(job);
  for (const { word, mayBe } of words) {
    const name = made.find(mayBe);
    if (name === undefined) continue;
    const say = `The line makes a file named ${readable(name)}, and ${readable(word.text)} passes that name to ${job.name}, where it becomes an option.`;
    const safer = `Write ./ in front of ${readable(word.text)}, or use a name without a dash in front.`;
    return danger(job, "opaque", "argument.made", say, safer, { span: word.span });
  }
}

/** The names of files that the line has made in the folder it is in, where they look like options. */
function dashedNames(job: Job): string[] {
  const names = [...job.shell.files.keys()].flatMap((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return /^-./.test(name) ? [{ name, path }] : [];
  });
  // Many such names and many patterns are more than can be judged.
  job.run.walk.budget.spend(names.length / 20);
  return names.filter(({ name, path }) => judgedName(`./${name}`, job).path === path).map(({ name }) => name);
}

/** Which names of this folder a word may become: a pattern, names that a pattern found, and items of a list. */
function namesOf({ text, pattern, names }: Arg): ((name: string) => boolean) | null {
  if (text.startsWith(hole.item)) return () => true;
  if (pattern === undefined && names !== true) return null;
  // What stands behind a folder is no option. A pattern that is no plain one may mean any name.
  const written = pattern ?? text;
  if (written.includes("/")) return null;
  if (written === "" || /[(){}~^#|\ufdd0-\ufdef]/u.test(written)) return () => true;
  const fits = wildcards(written);
  return (name) => fits.test(name);
}
