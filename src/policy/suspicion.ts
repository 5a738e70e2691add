import {
  type Arg,
  isNumber,
  isUnreadCode,
  readArithmetic,
  readable,
  type Span,
  type Suspicion,
} from "../shell/index.ts";
import { isPlainName, judgeValue, steersNothing } from "./assigned-variables.ts";
import { ask, danger, type Job, type Run, recordValue } from "./job.ts";

/** Says why a part of the line is not what it looks like. */
export function reportSuspicion(job: Job, kind: Suspicion, text: string): undefined {
  switch (kind) {
    case "arithmetic":
      return ask(
        job,
        "opaque",
        "expansion.arithmetic",
        `Evaluates ${text} as arithmetic; a variable's content can run a command there.`,
      );
    case "hides-words":
      return danger(
        job,
        "opaque",
        "expansion.hides-words",
        `${text} stands for a blank, so this reads as one word and runs as several.`,
        "Write the blanks.",
      );
    case "runs-code":
      return danger(
        job,
        "opaque",
        "expansion.runs-code",
        `The expansion ${text} can run text as a command.`,
        "Use the plain value: $name.",
      );
    case "decoded-name":
      return danger(
        job,
        "opaque",
        "command.decoded",
        "The program's name is decoded or fetched while it runs.",
        "Write the name.",
      );
  }
}

/** A word that the shell evaluates as arithmetic. Only a number is free there: anything else may also assign. */
export function evaluatesWord(job: Job, arg: Arg): undefined {
  if (isNumber(arg.text) && !isUnreadCode(arg)) return;
  const isCode = !isUnreadCode(arg) && readArithmetic(arg.text, job.shell.variables) === "code";
  reportSuspicion(job, isCode ? "runs-code" : "arithmetic", readable(arg.text, arg.variables));
}

/** What is not in the plain language may be read differently by the shell that runs it. */
export const sayUnusual = (text: string): string =>
  `It is not certain how the shell reads it from ${JSON.stringify(text.trim() || text)} on, so what runs is not known.`;
export const plainer = "Write it in a simpler form, or in several steps.";

export function reportUnusual(job: Job, text: string): undefined {
  ask(job, "opaque", "text.unusual", sayUnusual(text), { safer: plainer });
}

/** A variable through which a program that looks harmless is made to run something else. */
export function reportHijack(job: Job, name: string, span: Span): undefined {
  danger(
    job,
    "opaque",
    "environment.hijack",
    `Sets ${name}, through which a program that looks harmless runs something else.`,
    `Leave ${name} as it is.`,
    { span, target: { kind: "variable", value: readable(name), dynamic: false } },
  );
}

/** `NAME=value` as the word of a command: `env`, `export`. */
export function judgeNameValue(job: Job, arg: Arg): undefined {
  const [, name = "", value = ""] = /^([^=]*?)\+?=([\s\S]*)$/.exec(arg.text) ?? [];
  const judged = judgeValue(name, value, job.run.context.shell);
  if (judged === "danger") reportHijack(job, name, arg.span);
  else if (judged === "ask" || isPlainName(name)) setsVariable(job, name, value, arg.span);
}

/** Whoever approves it has not approved what later looks make of it, so the name is told to those who judge them. */
function setsVariable(job: Job, name: string, value: string, span: Span): undefined {
  const target = { kind: "variable", value: readable(name), dynamic: false } as const;
  const say = `Sets the variable ${name}.`;
  if (steersNothing(name, value)) ask(job, "write", "environment.set", say, { span });
  else
    ask(job, "write", "environment.set", `${say} Programs that run later in this terminal may obey it.`, {
      span,
      target,
    });
}

/**
 * A variable gets a value, by whatever means: an assignment, a loop, a built-in that reads, an expansion. All are judged
 * here, so that none of them is a way around another.
 */
export function judgeGiven(
  job: Job,
  { name, value, span, lasts = true }: { name: string; value: string; span: Span; lasts?: boolean },
): undefined {
  recordValue(job, name, value);
  const judged = judgeValue(name, value, job.run.context.shell);
  if (judged === "danger") reportHijack(job, name, span);
  // Wherever a shell evaluates the value, now or behind this line, it runs what stands there.
  else if (/\$[({]|`/.test(value) && lasts) reportSuspicion({ ...job, redirect: true }, "arithmetic", `$${name}`);
  else if (judged === "ask" || (lasts ? /[A-Z]/.test(name) : isPlainName(name)))
    setsVariable({ ...job, redirect: true }, name, value, span);
  else if (lasts && mayBeHook(name, value)) job.run.lasting.push({ job, name, span });
}

/** No number, which runs nothing, and no name of one or two letters, which no prompt is made of. */
const mayBeHook = (name: string, value: string): boolean => name.length > 2 && value !== "" && !isNumber(value);
/** What such names say of themselves: `starship_precmd_user_func`. */
const namesHook = /precmd|preexec|chpwd|prompt|hook|func|callback/;

/** `$name`, `${name}`, `((name++))`, `[[ name -gt 1 ]]` */
const usesOf = (name: string): RegExp =>
  new RegExp(String.raw`\$${name}\b|\$\{[#!]?${name}\b(?!:?=)|\(\([^)]*\b${name}\b|\[\[[^\]]*\b${name}\b`);

/**
 * A value that outlives its line: the prompt of a person may run it (`"${starship_precmd_user_func-:}"`). Free is what the
 * line itself uses, and what is not named like a hook.
 */
export function reportLasting({ lasting }: Run, command: string): undefined {
  for (const { job, name, span } of lasting) {
    const isUsed = /^\w+$/.test(name) && usesOf(name).test(command);
    if (isUsed && !namesHook.test(name)) continue;
    ask(
      { ...job, redirect: true },
      "write",
      "environment.lasts",
      `Sets the variable ${name}, which stays set behind this line, where a prompt or a later command may use it.`,
      { span, safer: "Use it in the same line, or write the value where it is needed." },
    );
  }
}
