import { type Arg, type Flow, someFlow } from "../../shell/index.ts";
import { ask, type Job } from "../job.ts";
import type { Judges } from "./judge.ts";

/** Options of the Unix kind, whose values stand apart where ps could read them as letters of the other kind. */
const unixOption = /^-(?:[AadefFHjlLMNTVwyZcPm]*[CGgopqstuUO]?|[AadefFHjlLMNTVwyZcPm]*[oOpqtUC]\S+)$|^--/;
const unixOptionBeforeValue = /^-[AadefFHjlLMNTVwyZcPm]*[CGgOopqstuU]$/;
const longOptionBeforeValue =
  /^--(?:sort|format|pid|ppid|user|User|group|Group|tty|quick-pid|sid|cols|columns|width|lines|rows)$/;

/**
 * The words that ps reads as letters, since no option in front of one takes it as its value. Only `o` takes one where the
 * letters are read without their dash.
 */
function lettersOfPs(args: readonly Arg[], isMixed: boolean): Arg[] {
  const letters: Arg[] = [];
  let isValue = false;
  for (const arg of args) {
    const { text } = arg;
    const isOption = !isValue && text.startsWith("-");
    if (!isValue && !isOption) letters.push(arg);
    if (isValue) isValue = false;
    else if (text.startsWith("--")) isValue = longOptionBeforeValue.test(text);
    else if (isOption && !isMixed) isValue = unixOptionBeforeValue.test(text);
    else isValue = /^-?[a-zA-Z]*o$/.test(text);
  }
  return letters;
}

/** Long options that stand in no other one's way. */
const easyLong = /^--(?:sort|pid|ppid|user|group|cols|columns|width|lines|rows|no-headers?|headers|no-heading)(?:=|$)/;
/** Letters that were tried with each other, and which of them do not go together. */
const easyLetters = "AadefFlLHTwyopuUGCqtsg";
const conflicts: readonly [string, string][] = [
  ["o", "fFlyTH"],
  ["T", "fFlyLH"],
  ["H", "L"],
  ["F", "fl"],
];

/** Whether some options may not go together: then ps starts again, and reads all words without their dash. */
function mayConflict(dashed: readonly Arg[]): boolean {
  const clusters = dashed.flatMap(({ text }) => /^-([AadefFHjlLMNTVwyZcPm]*[CGgOopqstuU]?)/.exec(text)?.[1] ?? []);
  const hasTree = dashed.some(({ text }) => text === "--forest");
  const letters = [...clusters.join(""), ...(hasTree ? "H" : "")];
  const has = (some: string) => letters.some((letter) => some.includes(letter));
  const isLong = ({ text }: Arg) => text.startsWith("--") && text !== "--forest";
  return (
    letters.some((letter) => !easyLetters.includes(letter)) ||
    conflicts.some(([one, others]) => has(one) && has(others)) ||
    dashed.some((arg) => isLong(arg) && !easyLong.test(arg.text))
  );
}

/**
 * `ps e` and `ps -E` print other processes' environments. So does `ps -e` as soon as one of its options is not of the
 * Unix kind (`ps -e -x`): then all of them are read without their dash.
 */
function processes(job: Job): Flow {
  const dashed = job.args.filter((arg) => arg.text.startsWith("-"));
  const isMixed = dashed.some((arg) => !unixOption.test(arg.text)) || mayConflict(dashed);
  const showsEnvironment =
    lettersOfPs(job.args, isMixed).some((arg) => /^[a-zA-Z]*e[a-zA-Z]*$/.test(arg.text)) ||
    dashed.some((arg) => (isMixed ? /^-(?!-).*[eE]/s : /^-[a-zA-Z]*E/).test(arg.text));
  const inFormat = job.args.some((arg) => /\benviron\b/.test(arg.text));
  if (!showsEnvironment && !inFormat) return someFlow;
  ask(job, "read", "private.environment", "Prints the environment of processes, which often holds secrets.");
  return { ...someFlow, secret: true };
}

export const processJudges: Judges = { ps: processes };
