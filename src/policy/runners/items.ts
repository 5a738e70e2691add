import {
  type Arg,
  type Flow,
  hole,
  literal,
  mixFlows,
  noFlow,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { judgedPath, readsFile } from "../file-access.ts";
import { ask, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { type Answer, provedBy } from "../judgement.ts";
import type { Judges } from "../judges/judge.ts";
import { type FoundOption, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { judgeNameValue } from "../suspicion.ts";
import { runsShellText } from "./shell-text.ts";

const maxItems = 16;

const xargsTable = optionTable({
  options: `-0rtxo -n= -P= -I= -i[=] -L= -l[=] -a= -d= -E= -e[=] -s= --null --no-run-if-empty --max-args= --max-procs=
    --replace[=] --max-lines[=] --arg-file= --delimiter= --eof[=] --max-chars= --verbose --exit --show-limits
    --process-slot-var= --open-tty`,
});

/** Options that change neither where the list comes from nor how it is cut and handed over. */
const leavesItems = /^(?:-[rtxoP]|--no-run-if-empty|--verbose|--exit|--max-procs|--show-limits|--open-tty)$/;
const replaces = /^(?:-[Ii]|--replace)$/;
const cuts = /^(?:-[0d]|--null|--delimiter)$/;
const isFile = /^(?:-a|--arg-file)$/;

function xargs(job: Job): Answer {
  const parsed = parseArgs(job.args, xargsTable, { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "xargs" });
  for (const { known, value, arg } of parsed.options)
    if (known === xargsTable.options.get("--process-slot-var") && value !== null) setsSlot(job, value, arg);
  if (parsed.options.some(({ name, value }) => /^(?:-P|--max-procs)$/.test(name) && value?.text === "0"))
    ask(job, "opaque", "wrapper.unlimited", "Starts as many processes at once as there are items.");
  const shaping = parsed.options.filter(({ name }) => !leavesItems.test(name));
  asksContradiction(job, shaping);
  const files = shaping.flatMap(({ name, value }) => (isFile.test(name) && value ? [value] : []));
  const list = listOf(job, files, shaping);
  // The list is used up by xargs itself: the command gets items as words and nothing to read, unless a file has the list.
  const stdin: Flow =
    files.length > 0 ? job.stdin : { ...(list.empty ? someFlow : list), text: null, file: "/dev/null" };
  const flow = plansFor(job, list, shaping).reduce<Flow>(
    (sum, items) => mixFlows(sum, runsItems(job, { items, list, stdin, shaping, command: parsed.operands })),
    noFlow,
  );
  return provedBy("parts", flow);
}

/** What the items are taken from. `xargs -a FILE` hands the words of a file to the command, so it is read as much as by cat. */
function listOf(job: Job, files: readonly Arg[], shaping: readonly FoundOption[]): Flow {
  const given = files.reduce<Flow>(
    (sum, file) => {
      const flow = readsFile(job, file);
      return mixFlows(sum, { ...flow, private: flow.private || judgedPath(file.text, job).kind !== "project" });
    },
    files.length > 0 ? noFlow : job.stdin,
  );
  // Cut at any other letter, a name falls into several.
  const cutsNames = shaping.some(
    ({ name, value }) => /^(?:-d|--delimiter)$/.test(name) && !/^\\[n0]$/.test(value?.text ?? ""),
  );
  return cutsNames ? { ...given, names: null } : given;
}

/** The items of each command that is run, as far as they can be told. */
function plansFor(job: Job, list: Flow, shaping: readonly FoundOption[]): (readonly string[])[] {
  const known = knownItems(list, shaping);
  // What is no list of names may hold any words, as a variable does.
  if (known === null) return [[list.names !== null || job.run.believes ? hole.item : hole.output]];
  if (shaping.length === 1 && isSingle(shaping)) return known.map((item) => [item]);
  // How a list is cut by other options is not known exactly: then any item may be anything, besides what it seems to be.
  const isExact = shaping.every(({ name }) => replaces.test(name) || cuts.test(name));
  return isExact ? [known] : [known, [hole.item]];
}

/** Of two options that mean the same, or of -I and -L or -n, the last one counts, and the other is without effect. */
function asksContradiction(job: Job, shaping: readonly FoundOption[]): undefined {
  const [first, ...others] = shaping.filter(
    ({ name }) => !cuts.test(name) && !/^(?:-[aEes]|--arg-file|--eof|--max-chars)$/.test(name),
  );
  const twice = shaping.find(({ name }, at) => shaping.findIndex((other) => other.name === name) !== at);
  const cutting = shaping.filter(({ name }) => cuts.test(name));
  const odd = twice ?? (first !== undefined ? others[0] : undefined) ?? cutting[1];
  if (odd !== undefined)
    ask(job, "opaque", "wrapper.items", `xargs ${readable(odd.arg.text)} stands against another option of it.`, {
      span: odd.arg.span,
    });
}

const isSingle = (shaping: readonly FoundOption[]): boolean =>
  shaping.some(({ name, value }) => /^(?:-n|--max-args)$/.test(name) && value?.text === "1");

interface ItemRun {
  items: readonly string[];
  list: Flow;
  stdin: Flow;
  shaping: readonly FoundOption[];
  command: readonly Arg[];
}

function runsItems(job: Job, { items, list, stdin, shaping, command: given }: ItemRun): Flow {
  const command = given.length === 0 ? [plainArg("echo", job.span)] : given;
  const replacing = shaping.find(({ name }) => replaces.test(name));
  if (replacing === undefined) {
    // What an item brings is only known if the list is written out.
    const words = items.map((item) => ({
      ...plainArg(item, job.span),
      ...(/[\ufdd0\ufdd1\ufdd5]/u.test(item) && {
        loose: true as const,
        ...(!isSingle(shaping) && { many: true as const }),
      }),
    }));
    return job.run.runArgv([...command, ...words.map((word) => carrying(list, word))], job, { via: "xargs", stdin });
  }
  const mark = replacing.value?.text ?? "{}";
  // GNU xargs leaves the program's name as it is, busybox puts the item there.
  if (command[0]?.text.includes(mark) === true)
    ask(job, "opaque", "wrapper.items", `What ${readable(mark)} stands for would be a part of the program's name.`);
  return items.reduce<Flow>(
    (_, item) =>
      job.run.runArgv(
        command.map((arg) => (arg.text.includes(mark) ? carrying(list, filled(arg, mark, item)) : arg)),
        job,
        { via: `xargs -I${mark}`, stdin },
      ),
    noFlow,
  );
}

/** Glued to other text a name is another one than the list has. */
function filled(arg: Arg, mark: string, item: string): Arg {
  const isName = item !== hole.item || arg.text === mark || arg.text === `./${mark}`;
  return { ...arg, text: arg.text.replaceAll(mark, () => (isName ? item : hole.output)) };
}

/** The variable gets a number, which is the name of a file to some programs: `BASH_ENV=0`. */
function setsSlot(job: Job, name: Arg, { span }: Arg): undefined {
  const variable = literal(name);
  ask(job, "write", "environment.set", `xargs sets the variable ${readable(name.text)}.`, { span });
  if (variable !== null) judgeNameValue(job, { ...name, text: `${variable}=0`, span });
}

/** Credentials stay what they are as words: `env | xargs curl …`. */
const carrying = (list: Flow, arg: Arg): Arg => ({
  ...arg,
  ...(list.names !== null && { listedIn: list.names }),
  ...(list.secret && { flow: { ...list, text: null } }),
});

/** The items themselves, when the list is written out in the command (`echo a b | xargs …`) and cut in a plain way. */
function knownItems({ text }: Flow, shaping: readonly FoundOption[]): string[] | null {
  if (text === null || shaping.some(({ name }) => /^(?:-[aEe]|--arg-file|--eof)$/.test(name))) return null;
  const cutting = shaping.find(({ name }) => cuts.test(name));
  const between = cutting === undefined ? null : cutting.value === null ? "\0" : delimiterOf(cutting.value.text);
  if (between === undefined) return null;
  const isLines = shaping.some(({ name }) => replaces.test(name));
  const parts = text.split(between ?? (isLines ? "\n" : /[ \n]/));
  // What ends the last item makes no item.
  const items = parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  // Blanks, quotes, empty items and an empty list mean something of their own, and not the same in every xargs.
  const isPlain = items.length > 0 && items.every((item) => plainItem.test(item));
  return isPlain && items.length <= maxItems ? items : null;
}

const plainItem = /^[^\s"'\\\u0000-\u001f]+$/u;

/** What follows -d, if it is one letter as it stands, or one of the escapes that everyone knows. */
const delimiterOf = (text: string): string | undefined =>
  text === "\\n" ? "\n" : text === "\\0" ? "\0" : /^[\x20-\x5b\x5d-\x7e\n\t]$/.test(text) ? text : undefined;

/** Those with a value: where the command begins depends on them. */
const parallelOptions = optionTable({
  options: `-j= -n= -N= -a= -I= -P= -S=? --jobs= --colsep= --halt= --joblog=> --results=> --sshlogin=? --max-args= --delay=
    --timeout= --retries=`,
});

/** Its command is judged as words, not as text: a list of file names is ordinary, a command that only the run decides is not. */
function parallel(job: Job): Flow {
  const at = job.args.findIndex(({ text }) => text.startsWith(":::"));
  const head = at === -1 ? job.args : job.args.slice(0, at);
  const given = job.args.slice(head.length + 1).flatMap(({ text }) => (text.startsWith(":::") ? [] : [text]));
  const { options, operands } = parseArgs(head, parallelOptions, { stopAtOperand: true });
  for (const option of options) judgeOption(job, option, { strict: false, title: "parallel" });
  ask(job, "opaque", "wrapper.parallel", "Runs a command many times at once.");
  const areKnown = given.length > 0 && given.length <= maxItems && job.args[at]?.text === ":::";
  const command = operands.flatMap(({ text }) => wordsIn(text));
  const isPlaced = command.some((word) => word.includes("{}"));
  for (const item of areKnown ? given : [hole.item]) {
    if (command.length === 0) {
      runsShellText(job, item, "parallel");
      continue;
    }
    const argv = (isPlaced ? command : [...command, "{}"]).flatMap((word) =>
      word.includes("{}")
        ? wordsIn(word.replaceAll("{}", () => item)).map((each) => carrying(job.stdin, plainArg(each, job.span)))
        : [plainArg(word, job.span)],
    );
    job.run.runArgv(argv, job, { via: "parallel", stdin: { ...someFlow, private: true } });
  }
  return someFlow;
}

/** A shell cuts each of its words again. */
const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Commands that run another one for each item of a list. */
export const itemJudges: Judges = { xargs, gxargs: xargs, parallel };
