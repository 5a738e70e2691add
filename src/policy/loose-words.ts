import { type Arg, hole, mayBecomeOption, readable } from "../shell/index.ts";
import { unlessNamesBegin, unlessNamesBreak } from "./conditions.ts";
import { ask, type Job } from "./job.ts";

/** Commands with a judge of their own of which no option writes, runs or changes anything. */
const harmlessOptions = new Set(
  `: true false return break continue shift pwd times cd pushd popd echo printf test [ read mapfile readarray
  getopts local command builtin jq gojq`.split(/\s+/),
);

/**
 * A word that only the run decides may be an option: a file named `-oVICTIM` behind `sort *`. So a command with one is
 * not proved to only read, unless none of its options can do harm, or the word stands behind `--`.
 */
export function asksLooseWords(job: Job): undefined {
  if (harmlessOptions.has(job.name)) return;
  const word = looseWords(job).find((arg) => (job.run.handed.get(arg) ?? 0) <= job.via.length);
  if (word === undefined) return;
  ask(job, "opaque", "argument.dynamic", `${readable(word.text)} could turn out to be an option of ${job.name}.`, {
    span: word.span,
    safer: "Put -- or ./ in front of it.",
  });
}

/**
 * A pattern behind an option may be its value and more: of `awk -F [A-Z]* '{print}'` the second name is the program. What
 * tar and find make of further names is harmless.
 */
export function asksShiftedWords(job: Job): undefined {
  if (harmlessOptions.has(job.name) || /^(?:find|gfind|g?tar|bsdtar)$/.test(job.name)) return;
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

/** Options whose value is the next word, whatever it begins with. */
const valued: Readonly<Record<string, RegExp>> = {
  find: /^-(?:i?(?:name|path|wholename|regex|lname)|x?type|size|[acm](?:time|min|newer)|newer\w*|perm|user|group|[ug]id|m(?:ax|in)depth|samefile|fstype)$/,
};

/** Letters of an option that only the run decides: `-r"$x"`. */
const hidesOption = /^-[^=]*[\ufdd0\ufdd1\ufdd5]/u;

/**
 * Words in front of `--` that may begin with a dash, and those behind a `--` that may be an option's value: to one nm `-U`
 * takes a value, and to another it does not.
 */
function looseWords({ name, args }: Job): readonly Arg[] {
  const loose: Arg[] = [];
  let isBehind = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg;
    if (arg.text === "--") {
      if (isBehind || endsOptions(name, args[i - 1]?.text ?? "", i)) break;
      isBehind = name !== "find";
      continue;
    }
    if (mayBecomeOption(arg) || hidesOption.test(arg.text) || (isBehind && /^-./.test(arg.text))) loose.push(arg);
    // The next word is its value, if it is one word.
    if (valued[name]?.test(arg.text) === true && args[i + 1]?.many !== true) i++;
  }
  return loose;
}

/** Behind an option `--` may be its value (`tar -tf -- x`), and to find it means nothing. */
function endsOptions(name: string, before: string, at: number): boolean {
  if (name === "find" || (/tar$/.test(name) && at < 2)) return false;
  return !before.startsWith("-");
}

/** No option of these opens or prints a file. */
const opensNothing = new Set(
  ": true false echo printf ls dir vdir stat basename dirname test [ read cd pushd popd type command which sleep seq".split(
    " ",
  ),
);

/** A name that a pattern matches, or that stands in a list, may be an option: which names there are is looked up. */
export function namesAsOptions(job: Job): undefined {
  if (opensNothing.has(job.name)) return;
  const loose = looseWords(job);
  if (loose.some(({ text }) => text.includes(hole.item))) unlessNamesBreak(job);
  if (loose.some(({ pattern, names }) => pattern !== undefined || names === true)) unlessNamesBegin(job);
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
