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

/** Words in front of `--` that may begin with a dash. */
function looseWords({ name, args }: Job): readonly Arg[] {
  const loose: Arg[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Arg;
    if (arg.text === "--" && endsOptions(name, args[i - 1]?.text ?? "", i)) break;
    if (mayBecomeOption(arg) || hidesOption.test(arg.text)) loose.push(arg);
    // The next word is its value, if it is one word.
    if (valued[name]?.test(arg.text) === true && args[i + 1]?.many !== true) i++;
  }
  return loose;
}

const gitFlags =
  /^-(?:-(?:oneline|stat|numstat|shortstat|name-only|name-status|summary|graph|all|cached|staged|patch|follow|no-merges|merges|reverse|decorate|quiet|check|porcelain|short|no-patch|raw|full-history|color|no-color)|[pswzbmiqchv]|\d+)$|^--[\w-]+=/;

/** Behind an option `--` may be its value (`tar -tf -- x`), and to find it means nothing. */
function endsOptions(name: string, before: string, at: number): boolean {
  if (name === "find" || (/tar$/.test(name) && at < 2)) return false;
  return !before.startsWith("-") || (name === "git" && gitFlags.test(before));
}
