import type { Risk } from "../../protocol/index.ts";
import { type Flow, isUnreadCode, mayBecomeOption, noFlow, readable, someFlow } from "../../shell/index.ts";
import { effectPrograms } from "../effects/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { type Answer, provedBy } from "../judgement.ts";
import { hasOption, operandsOf } from "../options.ts";
import { answersWord } from "../programs/answers.ts";
import { programs } from "../programs/index.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { judges } from "./index.ts";
import type { Judges } from "./judge.ts";

/** Whether a built-in is given nothing but words that make it show something, in every shell. */
export const shows = (job: Job, options: RegExp, operands: RegExp | null): boolean =>
  job.args.every(
    (arg) =>
      !mayBecomeOption(arg) &&
      !isUnreadCode(arg) &&
      (options.test(arg.text) || (operands !== null && !arg.text.startsWith("-") && operands.test(arg.text))),
  );

/** A built-in that shows what the shell keeps, and changes it when it is given more. */
interface Keeper {
  /** Letters with which it only shows something, and names that it shows. */
  letters: string;
  names?: RegExp;
  /** What any other word means. */
  otherwise: readonly [risk: Risk, ruleId: string, say: string];
  harms?: {
    when: (job: Job) => boolean;
    report: readonly [risk: Risk, ruleId: string, say: string, safer: string];
  };
  /** What it prints tells nothing. */
  isQuiet?: true;
}

const mostlyOpen = /^0*[0-7]{0,2}[0145]$|(?:^|,)[ugo]*[oa][ugo]*[+=][rx]*w/;

const keepers: Readonly<Record<string, Keeper>> = {
  ulimit: {
    letters: "aHSbcdefiklmnpqrstuvxPRT",
    otherwise: ["write", "shell.limit", "Changes a limit of the shell."],
  },
  umask: {
    letters: "Sp",
    otherwise: ["write", "shell.umask", "Changes the permissions of files made from now on."],
    harms: {
      when: ({ args }) => mostlyOpen.test(operandsOf(args)[0]?.text ?? ""),
      report: ["escalate", "perms.umask", "Lets everyone write to files made from now on.", "umask 022"],
    },
  },
  jobs: {
    letters: "lnprsd",
    names: /^%?[\w?+-]+$/,
    otherwise: ["opaque", "option.unknown", "It is not known what jobs does with these words."],
  },
  // zsh puts every other word on the stack, and -c empties it.
  dirs: { letters: "lpv", otherwise: ["write", "shell.folders", "Changes the folders that popd and ~1 lead to."] },
  hash: {
    letters: "lrtLv",
    names: /^[\w.+-]+$/,
    otherwise: ["write", "shell.hash", "Changes where the shell looks for commands."],
    harms: {
      when: ({ args }) => hasOption(args, "-p") || args.some((arg) => arg.text.includes("=") || isUnreadCode(arg)),
      report: [
        "opaque",
        "shell.shadow",
        "Makes a command's name run another file from now on.",
        "Call the file by its path.",
      ],
    },
    isQuiet: true,
  },
  enable: {
    letters: "aps",
    otherwise: ["write", "shell.builtins", "Makes a name mean a built-in of the shell from now on."],
    harms: {
      when: ({ args }) => hasOption(args, "-f", "-n", "-d"),
      report: [
        "opaque",
        "shell.shadow",
        "Loads code into the shell, or makes a built-in mean something else.",
        "Leave the built-ins as they are.",
      ],
    },
    isQuiet: true,
  },
  compgen: {
    letters: "abcdfgjksu",
    names: /^[\w./-]*$/,
    otherwise: ["read", "private.environment", "compgen may show or set variables this way."],
    harms: {
      when: ({ args }) => hasOption(args, "-C", "-F", "-W"),
      report: [
        "opaque",
        "code.callback",
        "compgen runs a command or expands text given to it.",
        "List names with compgen -c only.",
      ],
    },
  },
};

const keeps =
  ({ letters, names, otherwise, harms, isQuiet }: Keeper) =>
  (job: Job): Answer => {
    if (harms?.when(job)) danger(job, ...harms.report);
    else if (!shows(job, new RegExp(`^-[${letters}]+$`), names ?? null)) ask(job, ...otherwise);
    return provedBy("grammar", isQuiet ? noFlow : someFlow);
  };

/** `jobs -x` is a wrapper: it runs what follows. */
function jobs(job: Job): Answer {
  const at = job.args.findIndex((arg) => /^-[a-z]*x/.test(arg.text));
  const isWrapper = at !== -1 && at < job.args.length - 1;
  if (!isWrapper) return keeps(keepers["jobs"] as Keeper)(job);
  return provedBy("parts", job.run.runArgv(job.args.slice(at + 1), job, { via: "jobs -x", stdin: job.stdin }));
}

/** Names that a shell runs by itself, at each prompt or command, or that it reads before any command. */
const namesHook =
  /^(?:precmd|preexec|chpwd|periodic|zshaddhistory|zshexit|zsh_directory_name|TRAP\w+|command_not_found_handler?|PROMPT_COMMAND|\w+_functions|fish_\w+|!|\[|\[\[|\{|\}|if|then|elif|else|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc|not|and|or|begin|end|switch)$/;

/** A function of a whole path is called instead of the program there. */
function isKnownCommand(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isAnswering = answersWord(name, "--version");
  return judges.has(name) || effectPrograms.has(name) || programs.has(name) || isAnswering || namesHook.test(name);
}

function define(job: Job): Flow {
  const name = job.args[0]?.text ?? "";
  if (isKnownCommand(name))
    danger(
      job,
      "opaque",
      "shell.shadow",
      `Defines ${name} anew: from then on, ${name} does something else.`,
      "Give the function a name of its own.",
    );
  else ask(job, "write", "shell.function", `Defines the function ${name}.`);
  return noFlow;
}

const neverAlias = /^(?:sudo|su|doas|ssh|env|command|builtin|cd|eval|exec)$/;

function alias(job: Job): Answer {
  const { shell } = job.run.context;
  const [first, second] = operandsOf(job.args);
  const isPair = shell === "fish" && first !== undefined && second !== undefined && !first.text.includes("=");
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
    // `alias ls='ls --color'` keeps the command; anything else makes a known name do something new.
    const keepsCommand = value.trim().split(/\s+/)[0] === name && !(name === "rm" && /\s-\w*[rf]/.test(value));
    const isAnywhere = shell === "zsh" && hasOption(job.args, "-s", "-g");
    if ((isKnownCommand(name) && !keepsCommand) || neverAlias.test(name) || isAnywhere)
      danger(
        job,
        "opaque",
        "shell.shadow",
        `Makes ${name} mean "${readable(value)}" from now on.`,
        "Give the alias a name of its own.",
        { span: arg.span },
      );
    else ask(job, "write", "shell.alias", `Makes ${name} an abbreviation.`, { span: arg.span });
    runsShellText(job, value, "alias", noFlow, [arg]);
  }
  return provedBy("grammar", someFlow);
}

/** What the shell keeps, and what makes a name mean something else from now on. */
export const shellStateJudges: Judges = {
  ...Object.fromEntries(Object.entries(keepers).map(([name, keeper]) => [name, keeps(keeper)])),
  jobs,
  alias,
  function: define,
};
