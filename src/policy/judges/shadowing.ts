import { type Flow, isUnreadCode, noFlow, readable, someFlow } from "../../shell/index.ts";
import { effectPrograms } from "../effects/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, operandsOf } from "../options.ts";
import { programs } from "../programs/index.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { judges } from "./index.ts";
import type { Judges } from "./judge.ts";
import { shows } from "./shell-state.ts";

const isKnownCommand = (name: string) => judges.has(name) || effectPrograms.has(name) || programs.has(name);

function define(job: Job): Flow {
  const name = job.args[0]?.text ?? "";
  if (isKnownCommand(name)) {
    danger(
      job,
      "opaque",
      "shell.shadow",
      `Defines ${name} anew: from then on, ${name} does something else.`,
      "Give the function a name of its own.",
    );
  } else ask(job, "write", "shell.function", `Defines the function ${name}.`);
  return noFlow;
}

function alias(job: Job): Flow {
  const [first, second] = operandsOf(job.args);
  const isPair =
    job.run.context.shell === "fish" && first !== undefined && second !== undefined && !first.text.includes("=");
  const assignments = isPair
    ? [{ ...first, text: `${first.text}=${second.text}` }]
    : job.args.filter((arg) => arg.text.includes("="));
  for (const arg of job.args)
    if (isUnreadCode(arg))
      ask(job, "write", "shell.alias", `${readable(arg.text)} may make a name mean something else.`, {
        span: arg.span,
      });
  if (assignments.length === 0 && !shows(job, /^-[pL]+$/, /^[\w.+:-]+$/))
    ask(job, "write", "shell.alias", "It is not known what alias does with these words.");
  for (const arg of assignments) {
    const [, name = "", value = ""] = /^([^=]*)=([\s\S]*)$/.exec(arg.text) ?? [];
    const replaces = value.trim().split(/\s+/)[0] ?? "";
    // `alias ls='ls --color'` keeps the command; anything else makes a known name do something new.
    if (
      (isKnownCommand(name) && replaces !== name) ||
      /^(?:sudo|su|doas|ssh|env|command|builtin|cd|eval|exec)$/.test(name) ||
      (hasOption(job.args, "-s", "-g") && job.run.context.shell === "zsh") ||
      (name === "rm" && /\s-\w*[rf]/.test(value))
    ) {
      danger(
        job,
        "opaque",
        "shell.shadow",
        `Makes ${name} mean "${readable(value)}" from now on.`,
        "Give the alias a name of its own.",
        { span: arg.span },
      );
    } else ask(job, "write", "shell.alias", `Makes ${name} an abbreviation.`, { span: arg.span });
    runsShellText(job, value, "alias", noFlow, [arg]);
  }
  return someFlow;
}

function keys(job: Job): Flow {
  danger(
    job,
    "opaque",
    "shell.keys",
    "Makes keys of the shell run or type something else.",
    "Leave the keys as they are.",
  );
  return noFlow;
}

/** What makes a name or a key of the shell mean something else from now on. */
export const shadowingJudges: Judges = {
  function: define,
  alias,
  hash: (job) => {
    if (hasOption(job.args, "-p") || job.args.some((arg) => arg.text.includes("=") || isUnreadCode(arg)))
      danger(
        job,
        "opaque",
        "shell.shadow",
        "Makes a command's name run another file from now on.",
        "Call the file by its path.",
      );
    else if (!shows(job, /^-[lrtLv]+$/, /^[\w.+-]+$/))
      ask(job, "write", "shell.hash", "Changes where the shell looks for commands.");
    return noFlow;
  },
  enable: (job) => {
    if (hasOption(job.args, "-f", "-n", "-d"))
      danger(
        job,
        "opaque",
        "shell.shadow",
        "Loads code into the shell, or makes a built-in mean something else.",
        "Leave the built-ins as they are.",
      );
    else if (!shows(job, /^-[aps]+$/, null))
      ask(job, "write", "shell.builtins", "Makes a name mean a built-in of the shell from now on.");
    return noFlow;
  },
  bind: keys,
  bindkey: (job) => (operandsOf(job.args).length === 0 ? someFlow : keys(job)),
  zle: keys,
  complete: (job) => {
    danger(
      job,
      "opaque",
      "shell.keys",
      "Makes the shell run code when someone completes a word.",
      "Leave completion as it is.",
    );
    return noFlow;
  },
  compgen: (job) => {
    if (hasOption(job.args, "-C", "-F", "-W"))
      danger(
        job,
        "opaque",
        "code.callback",
        "compgen runs a command or expands text given to it.",
        "List names with compgen -c only.",
      );
    else if (!shows(job, /^-[abcdfgjksu]+$/, /^[\w./-]*$/))
      ask(job, "read", "private.environment", "compgen may show or set variables this way.");
    return someFlow;
  },
};
