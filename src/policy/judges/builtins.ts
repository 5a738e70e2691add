import { namesSecret } from "../../secrets/index.ts";
import {
  type Arg,
  type Flow,
  hole,
  isDynamic,
  isUnreadCode,
  likelyFolder,
  mayBecomeOption,
  noFlow,
  readable,
  someFlow,
  textFlow,
} from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { type Answer, provedBy } from "../judgement.ts";
import { escapesTerminal } from "../languages/code.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { evaluatesWord, judgeGiven, judgeNameValue } from "../suspicion.ts";
import { changeDirectory } from "./change-folder.ts";
import { type Judges, named, withHabits } from "./judge.ts";
import { fixCommand, history, settings } from "./shell-options.ts";

function exporting(job: Job): Answer {
  const assignments = job.args.filter((arg) => arg.text.includes("="));
  const names = operandsOf(job.args).filter((arg) => !arg.text.includes("="));
  if (assignments.length === 0 && names.length === 0) {
    ask(job, "read", "private.environment", "Prints all variables, which often hold secrets.");
    return { ...someFlow, secret: true };
  }
  // A reference by name: what is assigned to it is assigned to the other variable.
  const isReference = hasOption(job.args, "-n") && /^(?:declare|typeset|local)$/.test(job.name);
  for (const arg of assignments) {
    if (isReference) setsName(job, { ...arg, text: arg.text.slice(arg.text.indexOf("=") + 1) });
    judgeNameValue(job, arg);
    if (/\[[^\]]*[$`]/.test(arg.text)) setsName(job, arg);
  }
  for (const arg of names) setsName(job, arg, unchanged);
  // Other options change the value, evaluate every later one, or send it to another variable.
  const changesMeaning = job.args.some((arg) => /^[-+]/.test(arg.text) || mayBecomeOption(arg));
  const isOutside = job.name === "local" && job.shell.defining.size === 0;
  if (job.name !== "local" || changesMeaning || isOutside)
    ask(job, "write", "environment.set", "Changes variables of the shell.");
  const hasAttribute = job.args.some(({ text }) => /^[-+](?!-)[^=]*[^xgprfF=]/.test(text));
  if (hasAttribute || givesAttribute.test(job.name))
    ask(job, "opaque", "shell.attribute", "Changes what later values of a variable mean: they may be evaluated.");
  return provedBy("grammar", noFlow);
}

/** Built-ins of zsh and mksh that are `typeset` with an attribute. */
const givesAttribute = /^(?:integer|float|nameref)$/;

/** For a name that is exported or removed: no new text gets into it. */
const unchanged = "";

/** A name that a built-in fills: it loses its known value, and some names change what runs later. */
function setsName(job: Job, arg: Arg, value: string = hole.variable): undefined {
  job.shell.variables.set(arg.text, null);
  job.run.temporary.delete(arg.text);
  if (/[[$`]/.test(arg.text) || isUnreadCode(arg)) {
    danger(
      job,
      "opaque",
      "expansion.runs-code",
      `${readable(arg.text)} is evaluated as a variable's name; a subscript in it can run a command.`,
      "Use a plain name.",
      { span: arg.span },
    );
  } else judgeGiven(job, { name: arg.text, value, span: arg.span, lasts: value !== unchanged });
}

const readOptions = {
  read: "-ers -a= -d= -i= -n= -N= -p= -t= -u=",
  // zsh: the prompt is part of the name, and an array is asked for with -A.
  zshRead: "-rszpqAclneE -k[=] -d= -t= -u=",
  mapfile: "-t -d= -n= -O= -s= -u= -C=! -c=",
  getopts: "",
};

function reading(job: Job): Answer {
  const isZsh = job.run.context.shell === "zsh";
  const kind = job.name === "getopts" ? "getopts" : job.name !== "read" ? "mapfile" : isZsh ? "zshRead" : "read";
  const table = optionTable({ options: readOptions[kind] });
  const parsed = parseArgs(job.args, table, { stopAtOperand: kind === "getopts" });
  for (const option of parsed.options) {
    judgeOption(job, option, { strict: true, title: job.name });
    if (option.name === "-a" && option.value !== null) setsName(job, option.value);
    if (takesSums(job) && /^-[ktunN]$/.test(option.name) && option.value !== null) evaluatesWord(job, option.value);
  }
  if (kind !== "getopts") asksPerson(job, parsed.options);
  const names = kind === "getopts" ? parsed.operands.slice(1, 2) : parsed.operands;
  for (const arg of names) setsName(job, isZsh ? { ...arg, text: arg.text.replace(/\?[^\ufdd0-\ufdef]*$/u, "") } : arg);
  if (job.stdin.secret)
    for (const name of ["REPLY", "MAPFILE", ...names.map((arg) => arg.text)]) job.run.secretVariables.add(name);
  return provedBy("grammar", noFlow);
}

/** Names by which a program finds the terminal or a descriptor that may be it. */
const terminalFile = /^\/dev\/(?:tty|pts|console|stdin|fd)|^\/proc\//;

/**
 * What a person types into it stays in a variable, where the agent can compare it letter by letter. A question that
 * hides what is typed looks like one for a password.
 */
function asksPerson(job: Job, options: readonly { name: string }[]): undefined {
  const has = (letter: string) => options.some(({ name }) => name === letter);
  if (job.name === "read" && has("-s"))
    return danger(
      job,
      "exfil",
      "input.hidden",
      "Asks you for something without showing it, as for a password, and keeps it where the agent can find it out.",
      "Let the program that needs a password ask for it itself.",
    );
  if (job.stdin.empty || has("-u") || terminalFile.test(job.stdin.file ?? ""))
    ask(job, "exfil", "input.typed", "Waits for something to be typed and keeps it where the agent can read it.");
}

/** What is called sh may be mksh or ksh, which evaluate a sum where dash and bash take a number only. */
const mayBeKorn = ({ run, via }: Job): boolean =>
  run.context.shell === "sh" || via.some((name) => /(?:^|[\s/])(?:sh|busybox|watch|[a-z]*ksh[\d]*)(?:\s|$)/.test(name));

/** zsh, too, takes a sum where other shells take a number. */
const takesSums = (job: Job): boolean => job.run.context.shell === "zsh" || mayBeKorn(job);

function counting(job: Job): Answer {
  if (takesSums(job)) for (const arg of job.args) evaluatesWord(job, arg);
  return provedBy("grammar", noFlow);
}

function unset(job: Job): Flow {
  for (const arg of operandsOf(job.args)) {
    if (/^HIST/.test(arg.text))
      danger(
        job,
        "destructive",
        "audit.history",
        `Stops the shell from recording what is done (${arg.text}).`,
        "Leave the history on.",
      );
    else {
      setsName(job, arg, unchanged);
      ask(job, "write", "environment.unset", `Removes ${readable(arg.text)} from the shell.`);
    }
  }
  return noFlow;
}

/** What `pwd` prints. In a substitution the folder may be another one than where the text is used. */
function currentFolder({ shell, run, via }: Job): string {
  // Another shell prints nothing where the folder is gone.
  if (via.length > 0) return hole.output;
  // A substitution drops line ends, and with them a part of the name.
  const folder = likelyFolder(shell);
  if (shell.adrift || (run.context.cwd ?? "").endsWith("\n") || folder.endsWith("\n")) return hole.filled;
  if (folder === "") return hole.cwd;
  if (/^[/\ufdd3]/u.test(folder)) return folder;
  return run.context.cwd === undefined ? hole.filled : `${run.context.cwd}/${folder}`;
}

const printedSecret = "Let a person look it up; the model needs the name only.";

function printsVariables(job: Job, names: readonly string[]): undefined {
  const secret = names.find((name) => namesSecret(name));
  if (secret !== undefined)
    danger(
      job,
      "exfil",
      "secret.printed",
      `Prints $${secret}, which usually holds a credential; it would go to the model and the log.`,
      printedSecret,
    );
}

function echo(job: Job): Answer {
  const options = job.args.findIndex((arg) => !/^-[neE]+$/.test(arg.text));
  const words = options === -1 ? [] : job.args.slice(options);
  printsVariables(
    job,
    words.flatMap((arg) => [...arg.variables]),
  );
  if (words.some(({ text }) => escapesTerminal(text)))
    danger(
      job,
      "opaque",
      "text.terminal-escape",
      "Prints a sequence that makes the terminal act: set the clipboard, the title, or type text.",
      "Print plain text.",
    );
  // Shells differ on which options there are, and zsh drops a lone dash.
  const isPlain = job.args[0]?.text.startsWith("-") !== true && !job.shell.mayHaveStopped;
  const decoded = words.some(({ text }) => hidesLetters(text));
  // A blank between its words is what echo prints there.
  const printed = isPlain ? printedText(words, `${words.map(({ text }) => text).join(" ")}\n`) : someFlow;
  const flow: Flow = { ...printed, decoded };
  const carried = words.find((arg) => arg.flow !== null)?.flow;
  if (carried === undefined || carried === null) return provedBy("grammar", flow);
  const { secret, fetched, private: isPrivate } = carried;
  return provedBy("grammar", { ...flow, secret, fetched, decoded: carried.decoded, private: isPrivate });
}

/** What is printed is known, unless names go into it, or a backslash, which shells read differently. */
const printedText = (words: readonly Arg[], text: string): Flow =>
  words.some((arg) => arg.names === true || arg.pattern !== undefined || arg.many === true) || text.includes("\\")
    ? someFlow
    : textFlow(text);

/** What every printf makes of these three, and of nothing else: other escapes are not read here. */
const escapes: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "%%": "%" };

/** Letters written as numbers: nobody reads them, so they count as decoded. */
const hidesLetters = (text: string) => /\\(?:x[0-9a-fA-F]|0?[0-7]{2}|[uU][0-9a-fA-F]{2})/.test(text);

function printf(job: Job): Answer {
  const [first] = job.args;
  const isAttached = /^-v./s.test(first?.text ?? "");
  const name = isAttached && first !== undefined ? { ...first, text: first.text.slice(2) } : job.args[1];
  const fills = isAttached || first?.text === "-v";
  if (fills && name !== undefined) setsName(job, name);
  const behind = fills ? job.args.slice(isAttached ? 1 : 2) : job.args;
  const [format, ...values] = behind[0]?.text === "--" ? behind.slice(1) : behind;
  if (first !== undefined && mayBecomeOption(first))
    ask(job, "opaque", "argument.dynamic", `${readable(first.text)} could turn out to be an option of printf (-v).`);
  // `%n` puts a number into the variable that a value names.
  if (
    /%[^%a-zA-Z]*[hlqjztL]*n/.test((format?.text ?? "").replaceAll("%%", "")) ||
    (format !== undefined && isUnreadCode(format) && values.length > 0)
  )
    ask(job, "write", "environment.set", "Changes variables of the shell, by %n in its format.");
  if (takesSums(job) && /%[^%sbq]/.test(format?.text ?? "")) for (const value of values) evaluatesWord(job, value);
  printsVariables(
    job,
    job.args.flatMap((arg) => [...arg.variables]),
  );
  if (job.args.some((arg) => escapesTerminal(arg.text)))
    danger(
      job,
      "opaque",
      "text.terminal-escape",
      "Prints a sequence that makes the terminal act.",
      "Print plain text.",
    );
  if (format === undefined) return provedBy("grammar", noFlow);
  const decoded = job.args.some((arg) => hidesLetters(arg.text));
  const text = formatted(format.text, values);
  return provedBy("grammar", { ...(text === null ? someFlow : printedText([format, ...values], text)), decoded });
}

/** What printf prints, as far as every shell agrees. The format is used again while values are left. */
function formatted(format: string, values: readonly Arg[]): string | null {
  const pieces = format.match(/%s|%%|\\n|\\t|[^%\\]/gs) ?? [];
  if (pieces.join("") !== format || format.startsWith("-")) return null;
  const slots = pieces.filter((piece) => piece === "%s").length;
  if (slots === 0 && values.length > 0) return null;
  let text = "";
  for (let at = 0; at < Math.max(1, values.length); at += Math.max(1, slots)) {
    let index = at;
    text += pieces
      .map((piece) => (piece === "%s" ? (values[index++]?.text ?? "") : (escapes[piece] ?? piece)))
      .join("");
  }
  return text;
}

function printenv(job: Job): Flow {
  const names = operandsOf(job.args).map((arg) => arg.text);
  printsVariables(job, names);
  ask(job, "read", "private.environment", "Prints variables, which often hold secrets.");
  return { ...someFlow, secret: names.length === 0 };
}

function test(job: Job): Answer {
  for (const [at, { text }] of job.args.entries()) {
    const name = /^-[vR]$/.test(text) ? job.args[at + 1] : undefined;
    if (name !== undefined && !/^\w+$/.test(name.text)) setsName(job, name);
  }
  const words = job.name === "[" ? job.args.slice(0, -1) : job.args;
  // The number of a descriptor, which zsh takes for a sum.
  for (const [at, { text }] of words.entries())
    if (text === "-t" && words[at + 1] !== undefined && takesSums(job)) evaluatesWord(job, words[at + 1] as Arg);
  if (mayBeKorn(job))
    for (const [index, arg] of words.entries())
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(arg.text))
        for (const side of [words[index - 1], words[index + 1]]) if (side !== undefined) evaluatesWord(job, side);
  if (!hasFixedOperators(words))
    ask(job, "opaque", "expansion.test", "Which test is made is only known at run time; -v in it can run a command.", {
      safer: 'Put values between quotes, one comparison at a time: [ "$x" = y ]',
    });
  return provedBy("grammar", noFlow);
}

/** How POSIX reads a test by the number of its words: only one that is written out may stand where an operator is. */
function hasFixedOperators(words: readonly Arg[]): boolean {
  const isOpen = (arg: Arg | undefined) => arg !== undefined && (isDynamic(arg) || arg.many === true);
  if (!words.some(isOpen)) return true;
  if (words.some((arg) => arg.many === true)) return false;
  const [first, second] = words;
  if (words.length <= 1) return true;
  if (words.length === 2) return !isOpen(first);
  if (words.length === 3) return !isOpen(second);
  return words.length === 4 && first?.text === "!" && !isOpen(words[2]);
}

const quiet = (): Answer => provedBy("grammar", noFlow);

function calculate(job: Job): Flow {
  for (const arg of job.args) {
    if (/[[$`]/.test(arg.text) || isDynamic(arg))
      danger(
        job,
        "opaque",
        "expansion.runs-code",
        `${readable(arg.text)} is evaluated; a subscript in it can run a command.`,
        "Use $(( )) with plain numbers.",
      );
    job.shell.variables.set(/^\w*/.exec(arg.text)?.[0] ?? "", null);
  }
  ask(job, "write", "environment.set", "Changes variables of the shell.");
  return noFlow;
}

function wait(job: Job): Answer {
  const parsed = parseArgs(job.args, optionTable({ options: "-fn -p=" }));
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "wait" });
  for (const { value } of parsed.options) if (value !== null) setsName(job, value);
  return provedBy("grammar", noFlow);
}

const printsFolder = (job: Job): Answer =>
  provedBy("grammar", job.args.length === 0 ? textFlow(currentFolder(job)) : someFlow);

/** A place that is written out is not looked for elsewhere, which cd would print. */
const goesToPlace = ([place, ...others]: readonly Arg[]): boolean =>
  others.length === 0 && /^(?:[/\ufdd3]|\.{1,2}(?:\/|$))/u.test(place?.text ?? "");

export const builtinJudges: Judges = {
  ...named(": true false times", quiet),
  ...named("test [", test),
  ...named("return break continue shift", counting),
  ...named("read mapfile readarray getopts", reading),
  ...withHabits({ isSilent: goesToPlace }, { cd: changeDirectory }),
  ...named("pushd popd", changeDirectory),
  ...named("set shopt", settings),
  pwd: printsFolder,
  local: exporting,
  echo,
  printf,
  wait,
  ...named("export declare typeset readonly integer float nameref", exporting),
  ...named("setopt unsetopt", settings),
  unset,
  history,
  fc: fixCommand,
  printenv,
  let: calculate,
};
