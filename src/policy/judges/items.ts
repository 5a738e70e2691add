import { type Arg, hole, literal, plainArg, readable } from "../arg.ts";
import { judgedPath, readsFile } from "../file-access.ts";
import { type Flow, noFlow, someFlow } from "../flow.ts";
import { ask, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";
import { judgeNameValue, runsShellText } from "./wrappers.ts";

const maxItems = 16;

function xargs(job: Job): Flow {
  const table = optionTable({
    effect: "read",
    options:
      "-0rtxpo -n= -P= -I= -J= -i[=] -L= -l[=] -a= -d= -E= -e[=] -s= -R= -S= --null --no-run-if-empty --max-args= --max-procs= --replace[=] --max-lines[=] --arg-file= --delimiter= --eof[=] --max-chars= --verbose --interactive --exit --show-limits --process-slot-var= --open-tty",
  });
  const parsed = parseArgs(job.args, table, { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "xargs" });
  for (const { known, value, arg } of parsed.options)
    if (known === table.options.get("--process-slot-var") && value !== null) setsSlot(job, value, arg);
  if (parsed.options.some(({ name, value }) => /^(?:-P|--max-procs)$/.test(name) && value?.text === "0"))
    ask(job, "opaque", "wrapper.unlimited", "Starts as many processes at once as there are items.");
  const value = (...names: string[]) => parsed.options.find((option) => names.includes(option.name));
  const file = value("-a", "--arg-file")?.value;
  const stdin: Flow = file === undefined || file === null ? job.stdin : listFrom(job, file);
  const replacing = value("-I", "-J", "-i", "--replace");
  const mark = replacing === undefined ? null : (replacing.value?.text ?? "{}");
  const command = parsed.operands.length === 0 ? [plainArg("echo", job.span)] : parsed.operands;
  const delimiter = value("-d", "--delimiter")?.value?.text.replace("\\n", "\n").replace("\\0", "\0");
  const isWhole = value("-0", "--null") !== undefined;
  const items = knownItems(stdin, delimiter ?? (isWhole ? "\0" : mark !== null ? "\n" : /\s+/)) ?? [hole.item];
  const isSingle = parsed.options.some(({ name, value }) => /^(?:-n|--max-args)$/.test(name) && value?.text === "1");
  // What an item brings is only known if the list is written out.
  const word = (item: string): Arg => ({
    ...plainArg(item, job.span),
    ...(/[\ufdd0\ufdd1\ufdd5]/u.test(item) && { loose: true as const, ...(!isSingle && { many: true as const }) }),
  });
  // The list is used up by xargs itself: the command gets items as words and nothing to read.
  const input: Flow = { ...(stdin.empty ? someFlow : stdin), text: null, file: "/dev/null" };
  if (mark === null) {
    return job.run.runArgv([...command, ...items.map((item) => carrying(stdin, word(item)))], job, {
      via: "xargs",
      stdin: input,
    });
  }
  return items.reduce<Flow>(
    (_, item) =>
      job.run.runArgv(
        command.map((arg) =>
          arg.text.includes(mark) ? carrying(stdin, { ...arg, text: arg.text.replaceAll(mark, item) }) : arg,
        ),
        job,
        { via: `xargs -I${mark}`, stdin: input },
      ),
    noFlow,
  );
}

/** The variable gets a number, which is the name of a file to some programs: `BASH_ENV=0`. */
function setsSlot(job: Job, name: Arg, { span }: Arg): undefined {
  const variable = literal(name);
  ask(job, "write", "environment.set", `xargs sets the variable ${readable(name.text)}.`, { span });
  if (variable !== null) judgeNameValue(job, { ...name, text: `${variable}=0`, span });
}

/** Credentials stay what they are as words: `env | xargs curl …`. */
const carrying = (list: Flow, arg: Arg): Arg => (list.secret ? { ...arg, flow: { ...list, text: null } } : arg);

/** `xargs -a FILE` hands the words of a file to the command, so the file is read as much as by cat. */
function listFrom(job: Job, file: Arg): Flow {
  const flow = readsFile(job, file);
  return { ...flow, private: flow.private || judgedPath(file.text, job).kind !== "project" };
}

/** The items themselves, when the list is written out in the command (`echo a b | xargs …`). */
function knownItems(stdin: Flow, between: RegExp | string): string[] | null {
  // xargs has quotes of its own, unless the items end with a given letter.
  if (stdin.text === null || (/["'\\]/.test(stdin.text) && (typeof between !== "string" || between === "\n")))
    return null;
  const items = stdin.text.split(between).filter((item) => item !== "");
  return items.length > maxItems ? null : items;
}

function parallel(job: Job): Flow {
  const texts = job.args.map((arg) => arg.text);
  const at = texts.findIndex((text) => /^:::/.test(text));
  const head = at === -1 ? job.args : job.args.slice(0, at);
  const tail = at === -1 ? [] : job.args.slice(at + 1).filter((arg) => !arg.text.startsWith(":::"));
  const parsed = parseArgs(
    head,
    optionTable({
      effect: "run",
      options:
        "-j= -k -n= -N= -X -m -q -u -v -0 -a= -I= -P= -S=? --jobs= --keep-order --dry-run --bar --eta --progress --colsep= --tag --line-buffer --halt= --joblog=> --results=> --will-cite --sshlogin=? --max-args= --delay= --timeout= --retries= --ungroup",
    }),
    { stopAtOperand: true },
  );
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "parallel" });
  ask(job, "opaque", "wrapper.parallel", "Runs a command many times at once.");
  const items =
    tail.length > 0 && tail.length <= maxItems && texts[at] === ":::" ? tail.map((arg) => arg.text) : [hole.item];
  if (parsed.operands.length === 0) {
    return items.reduce<Flow>((_, item) => runsShellText(job, item, "parallel"), noFlow);
  }
  const command = parsed.operands.map((arg) => arg.text).join(" ");
  for (const item of items) {
    const filled = command.includes("{}") ? command.replaceAll("{}", item) : `${command} ${item}`;
    // The words are judged as words, not as text: a list of file names is ordinary, a dynamic command is not.
    const argv = filled
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => (word.includes(item) ? carrying(job.stdin, plainArg(word, job.span)) : plainArg(word, job.span)));
    job.run.runArgv(argv, job, { via: "parallel", stdin: { ...someFlow, private: true } });
  }
  return someFlow;
}

/** Commands that run another one for each item of a list. */
export const itemJudges: Judges = { xargs, gxargs: xargs, parallel };
