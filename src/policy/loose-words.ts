import { type Arg, mayBecomeOption, readable } from "./arg.ts";
import { ask, type Job } from "./job.ts";
import { parseArgs } from "./options.ts";
import { hasRiskyOption, optionTable, type Spec } from "./spec.ts";
import { harmlessOptions } from "./table/readers.ts";

/**
 * A word that only the run decides may be an option: a file named `-oVICTIM` behind `sort *`. So a command with one is
 * not proved to only read, unless none of its options can do harm, or the word stands behind `--`.
 */
export function asksLooseWords(job: Job, spec: Spec | undefined): undefined {
  if (harmlessOptions.has(job.name) || harmlessSubs[job.name]?.test(job.args[0]?.text ?? "") === true) return;
  const words = spec?.effect === "read" && spec.subs === undefined ? wordsByPlace(job, spec) : looseWords(job);
  const word = words.find((arg) => (job.run.handed.get(arg) ?? 0) <= job.via.length);
  if (word === undefined) return;
  ask(job, "opaque", "argument.dynamic", `${readable(word.text)} could turn out to be an option of ${job.name}.`, {
    span: word.span,
    safer: "Put -- or ./ in front of it.",
  });
}

/** Sub-commands of which no option does more than choose what is shown. */
const harmlessSubs: Readonly<Record<string, RegExp>> = {
  docker: /^(?:inspect|logs|port|history)$/,
  podman: /^(?:inspect|logs|port|history)$/,
};

/** A row says which options have a value, so a word in the place of one is no option. */
const wordsByPlace = ({ args }: Job, spec: Spec): readonly Arg[] =>
  optionTable(spec).any && !hasRiskyOption(spec) ? [] : parseArgs(args, optionTable(spec)).uncertain;

/** Options whose value is the next word, whatever it begins with. */
const valued: Readonly<Record<string, RegExp>> = {
  find: /^-(?:i?(?:name|path|wholename|regex|lname)|x?type|size|[acm](?:time|min|newer)|newer\w*|perm|user|group|[ug]id|m(?:ax|in)depth|samefile|fstype)$/,
  kubectl: /^(?:-n|--namespace|-l|--selector|-c|--container|--context|--field-selector)$/,
  crontab: /^-u$/,
};

/** Letters of an option that only the run decides: `-r"$x"`. */
const hidesOption = /^-[^=]*[\ufdd0\ufdd1\ufdd5]/u;

/** Words in front of `--` that may begin with a dash. To find `--` means nothing. */
function looseWords({ name, args }: Job): readonly Arg[] {
  const end = name === "find" ? -1 : args.findIndex((arg) => arg.text === "--");
  const isValue = (arg: Arg, before: Arg | undefined) =>
    arg.many !== true && before !== undefined && valued[name]?.test(before.text) === true;
  return (end === -1 ? args : args.slice(0, end)).filter(
    (arg, index) => (mayBecomeOption(arg) || hidesOption.test(arg.text)) && !isValue(arg, args[index - 1]),
  );
}
