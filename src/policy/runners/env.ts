import { agentTerminalVariable } from "../../protocol/index.ts";
import {
  type Arg,
  anyFolder,
  type Flow,
  isDynamic,
  isUnreadCode,
  placedIn,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { judgeValue } from "../assigned-variables.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { type Answer, provedBy } from "../judgement.ts";
import { type FoundOption, type ParsedArgs, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { judgeNameValue } from "../suspicion.ts";
import { runsShellText } from "./shell-text.ts";

const envTable = optionTable({
  options: `-i0v -u= -C= -S=! --ignore-environment --null --unset= --chdir= --debug --split-string=! --list-signal-handling
    --ignore-signal[=] --block-signal[=] --default-signal[=]`,
});

export function env(job: Job): Answer {
  const parsed = parseArgs(job.args, envTable, { stopAtOperand: true });
  const split = parsed.options.find(({ known }) => known?.role === "run");
  if (split !== undefined) return env({ ...job, args: withSplit(job, split, parsed) });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "env" });
  const folders = parsed.options.filter(({ name }) => name === "-C" || name === "--chdir");
  if (folders.length > 1) ask(job, "opaque", "wrapper.twice", "env is given two folders to run in.");
  judgeMissing(job, parsed);
  return provedBy("parts", afterAssignments(inFolder(job, folders[0]?.value), parsed.operands, "env"));
}

/** The same shell, in another folder for one command. */
export const inFolder = (job: Job, folder: Arg | null | undefined): Job => {
  if (folder === undefined || folder === null) return job;
  const isOpen = isUnreadCode(folder) || folder.many === true;
  const adrift = isOpen || (job.shell.adrift && !/^[/\ufdd3]/u.test(folder.text));
  const shell = placedIn(job.shell, folder.text);
  return { ...job, shell: { ...shell, adrift, ...(isOpen && { folders: anyFolder }) } };
};

/** `NAME=value … command …`, as env and sudo take them. */
export function afterAssignments(job: Job, operands: readonly Arg[], via: string): Flow {
  // env takes any name: a function of bash travels as `BASH_FUNC_ls%%=…`.
  const start = operands.findIndex((arg) => !/^[A-Za-z_][^=/\s]*=/.test(arg.text));
  const assignments = start === -1 ? operands : operands.slice(0, start);
  for (const arg of assignments) judgeNameValue(job, arg);
  if (start === -1) {
    ask(job, "read", "private.environment", "Prints all variables, which often hold secrets.");
    return { ...someFlow, secret: true };
  }
  return job.run.runArgv(operands.slice(start), job, { via, stdin: job.stdin });
}

/** The words of `-S` stand in the place of the option, and env reads on from there: `env -S uniq -u a b` is `uniq -u a b`. */
function withSplit({ args, ...job }: Job, split: FoundOption, { options }: ParsedArgs): readonly Arg[] {
  const at = args.indexOf(split.arg);
  const isApart = split.value !== null && args[at + 1] === split.value;
  const lettersBefore = options
    .slice(0, options.indexOf(split))
    .filter(({ arg }) => arg === split.arg)
    .map(({ name }) => plainArg(name, split.arg.span));
  const words = splitByEnv({ args, ...job }, split.value);
  return [...args.slice(0, at), ...lettersBefore, ...words, ...args.slice(at + (isApart ? 2 : 1))];
}

/** What `env -S` makes of its text. It splits by rules of its own: quotes, backslashes, # and $ mean something else there. */
function splitByEnv(job: Job, value: Arg | null): readonly Arg[] {
  const text = value?.text ?? "";
  if (value === null || !/^[\w./=,:+@ -]+$/.test(text) || isUnreadCode(value) || value.many === true) {
    ask(job, "opaque", "wrapper.split", "env -S reads quotes and backslashes in its own way, which is not known here.");
    runsShellText(job, text, "env -S", job.stdin);
  }
  const words = text.split(/\s+/).filter((word) => word !== "");
  return words.map((word) => plainArg(word, value?.span ?? job.span));
}

const isShell = /^(?:\S*\/)?(?:busybox|[a-z]*sh\d*)$/;

/**
 * Without PATH a shell takes a list of its own, which ends in the current folder on many systems, and other programs
 * may begin with it. So what runs with no environment is not known; a single variable is judged as if it were emptied.
 */
function judgeMissing(job: Job, { options, operands }: ParsedArgs): undefined {
  const isEmpty = operands[0]?.text === "-" || options.some(({ name }) => /^-(?:i|-ignore-environment)$/.test(name));
  const removed = options.filter(({ name }) => /^-(?:u|-unset)$/.test(name));
  const unsets = (say: string) => ask(job, "opaque", "environment.unset", say);
  if (isEmpty) unsets("Without PATH, which env takes away, a program of the current folder may run instead.");
  for (const { value, arg } of removed) {
    if (value?.text === agentTerminalVariable) hidesAgent(job, arg);
    if (value === null || isDynamic(value) || judgeValue(value.text, "", job.run.context.shell) !== "harmless")
      unsets(`The command runs without the variable ${readable(value?.text ?? "")}, which may steer what it does.`);
  }
  const countsOnVariables =
    operands.some(({ text }) => isShell.test(text)) && operands.some(({ text }) => /[~$]/.test(text));
  if (removed.length > 0 && countsOnVariables)
    unsets("The shell that env starts lacks variables that its text counts on.");
}

const hidesAgent = (job: Job, { span }: Arg): undefined =>
  danger(
    job,
    "escalate",
    "environment.hijack",
    "Hides from Cotty that it is started by an agent.",
    "Leave the variable as it is.",
    { span },
  );
