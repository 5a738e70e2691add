import {
  type Arg,
  type Flow,
  hole,
  isDynamic,
  isUnreadCode,
  isWrittenOut,
  noFlow,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { fetchedTo } from "../fetched-files.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job, pathTarget } from "../job.ts";
import { judgeTask } from "../judges/project-tasks.ts";

/** Text that reaches a shell: a hole in it means that a value becomes code, and so does a name that a pattern matched. */
export function runsShellText(
  job: Job,
  text: string,
  via: string,
  stdin: Flow = noFlow,
  words: readonly Arg[] = job.args,
): Flow {
  if (/[\ufdd0\ufdd1\ufdd4\ufdd5]/u.test(text) || words.some((arg) => isUnreadCode(arg) && !isDynamic(arg))) {
    danger(
      job,
      "opaque",
      "code.dynamic",
      `Runs text as a command that is only known at run time: ${readable(text).slice(0, 120)}`,
      "Write the command out.",
    );
    return someFlow;
  }
  if (/[\ufdd2\ufdd6]/u.test(text) || (!job.run.believes && !words.every(isWrittenOut)))
    ask(job, "opaque", "code.dynamic", `A value becomes part of a command: ${readable(text)}`);
  return job.run.runText(text, job, { via, stdin });
}

const readFirst = "Save it to a file, read it, then run that file.";

/** Runs bytes as shell commands: from a pipe, a here-document, or a substitution. */
export function runsFlow(job: Job, flow: Flow, via: string): Flow {
  asksForeign(job);
  if (!job.run.believes) ask(job, "opaque", "shell.reads", `${job.name} takes its commands from what it reads.`);
  // A command in it that reads takes the next lines for its input, and the shell continues behind them.
  if (flow.text?.trim().includes("\n") === true)
    ask(job, "opaque", "shell.lines", `${job.name} reads several lines, and so may the commands in them.`);
  if (flow.text !== null && !flow.decoded && !flow.fetched) return runsShellText(job, flow.text, via, noFlow, []);
  if (flow.fetched) return runsFetched(job);
  const from = flow.decoded ? "that was decoded a moment before" : "that another command prints";
  danger(job, "opaque", "run.unread", `Runs text ${from}; nobody has read it.`, readFirst);
  return someFlow;
}

function runsFetched(job: Job): Flow {
  danger(job, "opaque", "run.fetched", "Runs text from the network; nobody has read it.", readFirst);
  return someFlow;
}

/** Runs a named file. It is ordinary, unless this command line has just fetched or decoded it. */
export function runsScript(job: Job, file: Arg, via: string): Flow {
  if (file.text.includes(hole.pipe) || /^\/dev\/(?:stdin|fd\/0)$|^-$/.test(file.text))
    return runsFlow(job, file.flow ?? job.stdin, via);
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
  if (kind === "network") return runsFetched(job);
  const written = fetchedTo(job, file.text);
  if (written !== undefined) {
    runsFlow(job, written, via);
    return someFlow;
  }
  judgeTask(job);
  ask(job, "opaque", "run.script", `Runs the script ${readable(path)}.`, { target: pathTarget(path) });
  return someFlow;
}

const foreign = new Set("zsh ksh ksh93 mksh yash fish csh tcsh nu xonsh elvish rc es".split(" "));

export function asksForeign(job: Job): undefined {
  if (foreign.has(job.name) && job.name !== job.run.context.shell)
    ask(job, "opaque", "shell.other", `The text is written for ${job.name}, whose grammar is not fully known here.`);
}
