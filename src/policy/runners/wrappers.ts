import { type Flow, isDynamic, literal, noFlow, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { type Answer, flowOf, provedBy, withoutProof } from "../judgement.ts";
import type { Judge, Judges } from "../judges/judge.ts";
import { looksFor } from "../judges/kill.ts";
import { hasOption, operandsOf, optionValue, parseArgs } from "../options.ts";
import { printableName } from "../read-variables.ts";
import { optionTable } from "../spec.ts";
import { runsFlow, runsShellText } from "./shell-text.ts";
import { type Wrapper, wrappers } from "./wrapper-rows.ts";

/** Judges a program that takes the verdict of the command behind its own words. */
function wrap(job: Job): Answer {
  const row = wrappers.get(job.name) as Wrapper;
  const { options, command } = partsOf(job, row);
  for (const option of options) judgeOption(job, option, { strict: row.adds === null, title: job.name });
  if (command.length === 0) {
    const does = row.adds === null ? "" : ` ${row.adds}`;
    ask(job, "opaque", "wrapper.bare", `Starts ${job.name} without naming a command.${does}`);
    return someFlow;
  }
  if (row.adds !== null) ask(job, "write", `wrapper.${job.name}`, `Runs a command through ${job.name}. ${row.adds}`);
  const own = job.args.slice(0, job.args.length - command.length);
  const via = [job.name, ...own.map((arg) => readable(arg.text))].join(" ");
  const takesWords = options.some(({ name }) => name === "-x" || name === "--exec");
  if (row.isText && !takesWords)
    return provedBy("parts", runsShellText(job, command.map((arg) => arg.text).join(" "), via, noFlow, command));
  // `uv run FILE` and `uv run -` are what `python FILE` and `python -` are.
  const isScript = job.name === "uv" && /^-$|^https?:|\.py$/.test(command[0]?.text ?? "");
  const argv = isScript ? [plainArg("python3", job.span), ...command] : command;
  return provedBy("parts", job.run.runArgv(argv, job, { via, stdin: job.stdin }));
}

/** Its options may also stand behind its own words: `perf record -o FILE cmd`. */
function partsOf({ args }: Job, { options, words }: Wrapper) {
  const table = optionTable({ options });
  const front = parseArgs(args, table, { stopAtOperand: true });
  const rest = front.operands.slice(words);
  const hasMore = rest[0]?.text.startsWith("-") === true && rest[0].text !== "--";
  const back = hasMore ? parseArgs(rest, table, { stopAtOperand: true }) : { options: [], operands: rest };
  const command = back.operands[0]?.text === "--" ? back.operands.slice(1) : back.operands;
  return { options: [...front.options, ...back.options], command };
}

const passwordPrograms = /^(?:sshd?|ssh-agent|gpg-agent|sudo|su|passwd|login|gdm\S*|kwallet\S*|gnome-keyring\S*)$/;

function trace(job: Job): Answer {
  const traced = optionValue(job.args, "-p");
  if (traced !== null && isDynamic(traced) && looksFor(job, passwordPrograms))
    danger(
      job,
      "exfil",
      "secret.memory",
      "Watches a program to which people tell their passwords.",
      "Trace a program that you start yourself.",
    );
  return wrap(job);
}

/** Records a terminal session, of a shell or of the text behind -c. */
function script(job: Job): Flow {
  const code = optionValue(job.args, "-c", "--command");
  ask(job, "write", "wrapper.script", "Records a terminal session to a file.");
  if (code !== null) return runsShellText(job, code.text, "script -c", noFlow, [code]);
  for (const operand of operandsOf(job.args)) writesFile(job, operand, someFlow);
  return job.stdin.empty ? someFlow : runsFlow(job, job.stdin, job.name);
}

/** What it is told to run later is judged as if it ran now, and a planned job has its variables in it. */
function later(job: Job): Flow {
  if (job.stdin.text !== null) runsShellText(job, job.stdin.text, job.name, noFlow, []);
  judgeByRows(job);
  return { ...someFlow, secret: hasOption(job.args, "-c") };
}

function flock(job: Job): Flow {
  const code = optionValue(job.args, "-c", "--command");
  // What stands in front of it may be the command, and -c one of its own options.
  const isOwn = code !== null && operandsOf(job.args.slice(0, job.args.indexOf(code))).length < 2;
  const flow = isOwn ? noFlow : flowOf(wrap(job));
  return code === null ? flow : runsShellText(job, code.text, "flock -c", noFlow, [code]);
}

const machines =
  /^(?:linux32|linux64|uname26|x86_64|i[3456]86|athlon|arm\w*|aarch64|ppc\w*|powerpc\w*|s390x?|sparc\w*|mips\w*|parisc\w*|alpha\w*|ia64|riscv\w*|loongarch\w*)$/;

/** setarch takes a machine only as its first word; old versions insist on one, whatever it looks like. */
function setarch(job: Job): Answer {
  const [first, ...rest] = job.args;
  if (first === undefined || first.text.startsWith("-")) return wrap(job);
  if (machines.test(first.text) && first.many !== true) return wrap({ ...job, args: rest });
  ask(job, "opaque", "argument.unexpected", `${readable(first.text)} is no machine that setarch is known to take.`, {
    span: first.span,
  });
  wrap(job);
  return rest.length === 0 ? someFlow : wrap({ ...job, args: rest });
}

function describesName(job: Job): Answer {
  const [option, ...names] = job.args;
  const areKnown = names.every((arg) => !isDynamic(arg) && printableName.test(arg.text));
  if (option?.text.includes("V") && !areKnown)
    ask(job, "opaque", "terminal.marks", "Prints the text of a function, which may be one of Cotty's own.");
  return provedBy("grammar", someFlow);
}

/** Only in front of the name: `command rm -v x` deletes. */
const command: Judge = (job) => {
  if (/^-p?[vV]p?$/.test(job.args[0]?.text ?? "")) return describesName(job);
  // There it starts the program of that name, also where the shell has one built in.
  if (job.run.context.shell !== "bash" && job.run.context.shell !== "sh")
    ask(
      job,
      "opaque",
      "wrapper.built-in",
      `In ${job.run.context.shell} command runs the first file of that name in PATH.`,
    );
  return wrap(job);
};

/** `otherwise` judges the forms in which a program runs no other: `uv pip list`. */
export function wrapperJudges(otherwise: Judge): Judges {
  const runs = withoutProof(wrap);
  const all = [...wrappers];
  const some = (isMeant: (row: Wrapper) => boolean, judge: (row: Wrapper) => Judge): Judges =>
    Object.fromEntries(all.filter(([, row]) => isMeant(row)).map(([name, row]) => [name, judge(row)]));
  const always = (row: Wrapper) => row.after.length === 0;
  return {
    // What adds nothing takes the verdict of what it runs; anything else asks.
    ...some(always, () => wrap),
    command,
    setarch,
    ...some(
      (row) => !always(row),
      ({ after }) =>
        (job) => {
          const first = job.args[0] === undefined ? null : literal(job.args[0]);
          return after.includes(first ?? "") ? runs(job) : otherwise(job);
        },
    ),
    at: later,
    batch: later,
    flock,
    ltrace: trace,
    script,
    strace: trace,
  };
}
