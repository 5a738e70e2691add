import { type Arg, type Flow, hole, isUnreadCode, noFlow, readable, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { type Answer, provedBy, withoutProof } from "../judgement.ts";
import { type Judges, named } from "../judges/judge.ts";
import { shows } from "../judges/shell-state.ts";
import type { AssessedCommand } from "../types.ts";
import { opensRootShell } from "./rights.ts";
import { asksForeign, runsFlow, runsScript, runsShellText } from "./shell-text.ts";

const valued = new Set(["-o", "+o", "-O", "+O"]);

/** Options that leave the meaning of the text as it is, in every shell that has them. With -i it has a history. */
const plainOption = /^(?:-[celuvx]+|--(?:norc|noprofile|login|verbose)?)$/;
const plainSetting = /^(?:errexit|nounset|pipefail|xtrace|verbose)$/;

function shell(job: Job): Answer {
  const { args } = job;
  if (args.some((arg) => /^--(?:rcfile|init-file)/.test(arg.text)))
    danger(
      job,
      "opaque",
      "shell.rcfile",
      "Starts a shell that first runs a file of its own.",
      "Start it without --rcfile.",
    );
  let at = 0;
  let readsStdin = false;
  for (; /^[-+]/.test(args[at]?.text ?? ""); at++) {
    const text = args[at]?.text ?? "";
    if (text === "+") break;
    if (text === "--" || text === "-") {
      at++;
      break;
    }
    if (valued.has(text)) {
      at++;
      if (text !== "-o" || !plainSetting.test(args[at]?.text ?? "")) asksOption(job, text);
      continue;
    }
    if (!plainOption.test(text)) asksOption(job, text);
    if (/^-[a-z]*p/.test(text))
      ask(job, "escalate", "shell.keeps-rights", `${job.name} -p keeps the rights of a set-user-id program.`);
    const letters = /^-([^-].*)$/s.exec(text)?.[1] ?? "";
    if (letters.includes("c")) return runsCode(job, args, at);
    readsStdin ||= letters.includes("s");
  }
  const file = args[at];
  return provedBy("parts", file !== undefined && !readsStdin ? runsScript(job, file, job.name) : runsInput(job));
}

/** A shell without code or a file runs what it reads. */
function runsInput(job: Job): Flow {
  const { stdin } = job;
  // `bash < <(cat x)` is a pipe in the clothes of a file.
  const isNamedFile = stdin.file !== null && !stdin.file.includes(hole.pipe);
  if (isNamedFile && stdin.text === null && !stdin.fetched && !stdin.decoded)
    ask(job, "opaque", "run.script", `Runs the script ${readable(stdin.file ?? "")}.`);
  else if (!stdin.empty) return runsFlow(job, stdin, job.name);
  else if (job.via.some((via) => givesRights.test(via))) opensRootShell(job);
  else ask(job, "opaque", "shell.nested", `Opens another shell (${job.name}).`);
  return someFlow;
}

const givesRights = /^(?:sudo|doas|run0|setpriv|pkexec|su|runuser|nsenter|chroot|systemd-run(?!.* --user))\b/;

const asksOption = (job: Job, option: string): undefined =>
  ask(job, "opaque", "option.unknown", `It is not known how ${job.name} reads its text with ${readable(option)}.`);

function runsCode(job: Job, args: readonly Arg[], at: number): Answer {
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
  return provedBy("parts", runsShellText(job, code.text, `${job.name} -c`, job.stdin, [code]));
}

function source(job: Job): Answer {
  const file = job.args.find((arg) => arg.text !== "--");
  if (file !== undefined) {
    if (!file.text.includes("/") && !isUnreadCode(file))
      ask(job, "opaque", "run.searched", `Runs the first ${readable(file.text)} that PATH has, or else the one here.`, {
        span: file.span,
        safer: `Write ./${readable(file.text)}.`,
      });
    return provedBy("parts", runsScript(job, file, "source"));
  }
  // fish reads its own input then: `curl … | source`.
  return provedBy("parts", job.stdin.empty ? noFlow : runsFlow(job, job.stdin, "source"));
}

function evaluate(job: Job): Answer {
  const args = job.args[0]?.text === "--" ? job.args.slice(1) : job.args;
  if (args.length === 0) return provedBy("grammar", noFlow);
  if (startsKeyAgent(job, args)) {
    ask(job, "write", "shell.key-agent", "Starts a key agent and tells the shell where it is.");
    return noFlow;
  }
  return provedBy("parts", runsShellText(job, args.map((arg) => arg.text).join(" "), "eval", job.stdin));
}

/** `eval "$(ssh-agent -s)"`: what it prints is known, two variables for the shell. */
function startsKeyAgent({ run }: Job, [word, ...others]: readonly Arg[]): boolean {
  if (word === undefined || others.length > 0 || word.text !== hole.output) return false;
  const [from, to] = word.span;
  const inside = run.commands.filter(({ span }) => span[0] >= from && span[1] <= to);
  const isAgent = ({ argv: [name, ...words] }: AssessedCommand) =>
    name === "ssh-agent" && words.every((each) => each === "-s" || each === "-c");
  return inside.length === 1 && inside.every(isAgent);
}

function execute(job: Job): Flow {
  const args = [...job.args];
  while (/^-[cl]+$/.test(args[0]?.text ?? "")) args.shift();
  if (args[0]?.text === "-a") args.splice(0, 2);
  const isRedirect = args.length === 0;
  // The shell goes on reading there: what it is given are its next commands.
  if (isRedirect && !job.stdin.empty) runsInput(job);
  if (isRedirect) ask(job, "opaque", "shell.redirect", "Redirects the whole shell.");
  else ask(job, "opaque", "shell.exec", "Replaces the shell with another program.");
  return isRedirect ? noFlow : job.run.runArgv(args, job, { via: "exec", stdin: job.stdin });
}

function trap(job: Job): Answer {
  const [first] = job.args;
  // Without an option of its own a shell takes -p for the code.
  const isQuestion = first === undefined || /^-[lp]$/.test(first.text);
  if (isQuestion && shows({ ...job, args: job.args.slice(1) }, /^$/, /^(?:SIG)?[A-Z\d+]+$/))
    return provedBy("grammar", someFlow);
  const [code, ...signals] = first?.text === "--" ? job.args.slice(1) : job.args;
  ask(job, "write", "shell.trap", "Makes the shell run something at a later event.");
  if (code !== undefined && signals.length > 0 && code.text !== "" && code.text !== "-")
    runsShellText(job, code.text, "trap", noFlow, [code]);
  return noFlow;
}

export const shellJudges: Judges = {
  ...named("sh bash dash zsh ksh ksh93 mksh ash rbash yash", shell),
  source,
  ".": source,
  eval: evaluate,
  trap,
  ...named("fish csh tcsh nu xonsh elvish rc es", withoutProof(shell)),
  exec: execute,
};
