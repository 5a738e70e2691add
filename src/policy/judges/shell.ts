import { type Arg, type Flow, hole, isDynamic, noFlow, readable, someFlow } from "../../shell/index.ts";
import { broughtTo } from "../brought.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job, pathTarget } from "../job.ts";
import type { Judges } from "./judge.ts";
import { judgeTask } from "./project-tasks.ts";
import { shows } from "./shell-state.ts";
import { runsShellText } from "./wrappers.ts";

const readFirst = "Save it to a file, read it, then run that file.";

/** Runs bytes as shell commands: from a pipe, a here-document, or a substitution. */
export function runsFlow(job: Job, flow: Flow, via: string): Flow {
  asksForeign(job);
  if (!job.run.believes) ask(job, "opaque", "shell.reads", `${job.name} takes its commands from what it reads.`);
  // A command in it that reads takes the next lines for its input, and the shell goes on behind them.
  if (flow.text?.trim().includes("\n") === true)
    ask(job, "opaque", "shell.lines", `${job.name} reads several lines, and so may the commands in them.`);
  if (flow.text !== null && !flow.decoded && !flow.fetched) return runsShellText(job, flow.text, via, noFlow, []);
  const from = flow.fetched
    ? "from the network"
    : flow.decoded
      ? "that was decoded a moment before"
      : "that another command prints";
  danger(
    job,
    "opaque",
    flow.fetched ? "run.fetched" : "run.unread",
    `Runs text ${from}; nobody has read it.`,
    readFirst,
  );
  return someFlow;
}

/** Runs a named file. It is ordinary, unless this command line has just fetched or decoded it. */
export function runsScript(job: Job, file: Arg, via: string): Flow {
  if (file.text.includes(hole.pipe) || /^\/dev\/(?:stdin|fd\/0)$|^-$/.test(file.text)) {
    return runsFlow(job, file.flow ?? job.stdin, via);
  }
  if (isDynamic(file) || /[*?]|^\/(?:dev|proc\/self)\/fd\//.test(file.text)) {
    danger(
      job,
      "opaque",
      "run.dynamic",
      `Runs a file that is only chosen at run time: ${readable(file.text)}.`,
      "Write its name.",
      { target: pathTarget(file.text, true) },
    );
    return someFlow;
  }
  const { kind, path } = judgedPath(file.text, job);
  const written = broughtTo(job, file.text);
  if (kind === "network") {
    danger(job, "opaque", "run.fetched", "Runs text from the network; nobody has read it.", readFirst);
  } else if (written !== undefined) {
    runsFlow(job, written, via);
  } else {
    judgeTask(job);
    ask(job, "opaque", "run.script", `Runs the script ${readable(path)}.`, { target: pathTarget(path) });
  }
  return someFlow;
}

const valued = new Set(["-o", "+o", "-O", "+O"]);

/** Options that leave the meaning of the text as it is, in every shell that has them. With -i it has a history. */
const plainOption = /^(?:-[celuvx]+|--(?:norc|noprofile|login|verbose)?)$/;
const plainSetting = /^(?:errexit|nounset|pipefail|xtrace|verbose)$/;

function shell(job: Job): Flow {
  const { args } = job;
  if (args.some((arg) => /^--(?:rcfile|init-file)/.test(arg.text))) {
    danger(
      job,
      "opaque",
      "shell.rcfile",
      "Starts a shell that first runs a file of its own.",
      "Start it without --rcfile.",
    );
  }
  let at = 0;
  let readsStdin = false;
  for (; at < args.length; at++) {
    const { text } = args[at] as Arg;
    if (text === "--" || text === "-") {
      at++;
      break;
    }
    if (!/^[-+]./.test(text)) break;
    if (valued.has(text)) {
      at++;
      if (text !== "-o" || !plainSetting.test(args[at]?.text ?? "")) asksOption(job, text);
      continue;
    }
    if (!plainOption.test(text)) asksOption(job, text);
    if (/^-[a-z]*p/.test(text))
      ask(job, "escalate", "shell.keeps-rights", `${job.name} -p keeps the rights of a set-user-id program.`);
    if (!text.startsWith("--") && /c/.test(text) && text.startsWith("-")) return runsCode(job, args, at);
    if (!text.startsWith("--") && text.startsWith("-") && text.includes("s")) readsStdin = true;
  }
  const file = args[at];
  if (file !== undefined && !readsStdin) return runsScript(job, file, job.name);
  // `bash < <(cat x)` is a pipe in the clothes of a file.
  const isNamedFile = job.stdin.file !== null && !job.stdin.file.includes(hole.pipe);
  if (isNamedFile && job.stdin.text === null && !job.stdin.fetched && !job.stdin.decoded) {
    ask(job, "opaque", "run.script", `Runs the script ${readable(job.stdin.file ?? "")}.`);
    return someFlow;
  }
  if (!job.stdin.empty) return runsFlow(job, job.stdin, job.name);
  const isRoot = job.via.some((via) =>
    /^(?:sudo|doas|run0|setpriv|pkexec|su|runuser|nsenter|chroot|systemd-run(?!.* --user))\b/.test(via),
  );
  if (isRoot)
    danger(
      job,
      "escalate",
      "escalate.shell",
      "Opens a shell with another user's rights: everything after it runs with them.",
      "Use sudo for the one command that needs it.",
    );
  else ask(job, "opaque", "shell.nested", `Opens another shell (${job.name}).`);
  return someFlow;
}

const asksOption = (job: Job, option: string): undefined =>
  ask(job, "opaque", "option.unknown", `It is not known how ${job.name} reads its text with ${readable(option)}.`);

function runsCode(job: Job, args: readonly Arg[], at: number): Flow {
  // dash runs the code and then what comes through the pipe: `sh -cs ls`.
  const letters = args.filter(({ text }, index) => /^-\w/.test(text) && index <= at + 2);
  if (letters.some(({ text }) => text.includes("s")))
    ask(job, "opaque", "shell.both", `${job.name} -c with -s also runs what it reads.`);
  // The code is the first word after all options: `bash -c -x 'ls'`.
  const code = args.slice(at + 1).find((arg) => !/^[-+][a-zA-Z]/.test(arg.text));
  for (const { text } of args.slice(at + 1, code === undefined ? args.length : args.indexOf(code)))
    if (!plainOption.test(text)) asksOption(job, text);
  if (code === undefined) {
    ask(job, "opaque", "shell.nested", `${job.name} -c without a command.`);
    return someFlow;
  }
  for (const arg of args.slice(args.indexOf(code) + 1)) job.run.handed.set(arg, job.via.length + 1);
  asksForeign(job);
  return runsShellText(job, code.text, `${job.name} -c`, job.stdin, [code]);
}

function asksForeign(job: Job): undefined {
  if (foreign.has(job.name) && job.name !== job.run.context.shell)
    ask(job, "opaque", "shell.other", `The text is written for ${job.name}, whose grammar is not fully known here.`);
}

const foreign = new Set([
  "zsh",
  "ksh",
  "ksh93",
  "mksh",
  "yash",
  "fish",
  "csh",
  "tcsh",
  "nu",
  "xonsh",
  "elvish",
  "rc",
  "es",
]);

function source(job: Job): Flow {
  const file = job.args.find((arg) => arg.text !== "--");
  // fish reads its own input then: `curl … | source`.
  if (file === undefined) return job.stdin.empty ? noFlow : runsFlow(job, job.stdin, "source");
  return runsScript(job, file, "source");
}

function evaluate(job: Job): Flow {
  const args = job.args[0]?.text === "--" ? job.args.slice(1) : job.args;
  if (args.length === 0) return noFlow;
  return runsShellText(job, args.map((arg) => arg.text).join(" "), "eval", job.stdin);
}

function execute(job: Job): Flow {
  const args = [...job.args];
  while (args[0] !== undefined && /^-[cl]+$/.test(args[0].text)) args.shift();
  if (args[0]?.text === "-a") args.splice(0, 2);
  ask(
    job,
    "opaque",
    "shell.exec",
    args.length === 0 ? "Redirects the whole shell." : "Replaces the shell by another program.",
  );
  return args.length === 0 ? noFlow : job.run.runArgv(args, job, { via: "exec", stdin: job.stdin });
}

function trap(job: Job): Flow {
  const [first] = job.args;
  // Without an option of its own a shell takes -p for the code.
  const isQuestion = first === undefined || /^-[lp]$/.test(first.text);
  if (isQuestion && shows({ ...job, args: job.args.slice(1) }, /^$/, /^(?:SIG)?[A-Z\d+]+$/)) return someFlow;
  const [code, ...signals] = first?.text === "--" ? job.args.slice(1) : job.args;
  ask(job, "write", "shell.trap", "Makes the shell run something at a later event.");
  if (code !== undefined && signals.length > 0 && code.text !== "" && code.text !== "-")
    runsShellText(job, code.text, "trap", noFlow, [code]);
  return noFlow;
}

export const shellJudges: Judges = {
  ...Object.fromEntries(
    "sh bash dash zsh ksh ksh93 mksh ash rbash yash fish csh tcsh nu xonsh elvish rc es"
      .split(" ")
      .map((name) => [name, shell]),
  ),
  source,
  ".": source,
  eval: evaluate,
  exec: execute,
  trap,
};
