import { type Flow, isWrittenOut, plainArg, readable, someFlow } from "../shell/index.ts";
import { callsFunction } from "./call-function.ts";
import { effectPrograms } from "./effects/index.ts";
import { judgeEffects } from "./effects/judge-effects.ts";
import { habitsOf } from "./habits.ts";
import { ask, danger, type Job } from "./job.ts";
import {
  type Answer,
  asksUnproved,
  flowOf,
  isProof,
  type Judgement,
  judged,
  type Proof,
  printing,
  provedBy,
} from "./judgement.ts";
import { startsUnrestrictedAgent } from "./judges/agents.ts";
import { looksAtFolder } from "./judges/folder.ts";
import { judges } from "./judges/index.ts";
import { ignoresWarning } from "./judges/meaning.ts";
import { judgeUnknown } from "./judges/unknown.ts";
import { asksLooseWords, asksShiftedWords, namesAsOptions, takesMadeNames } from "./loose-words.ts";
import { judgeOutputs } from "./named-outputs.ts";
import { oddName } from "./odd-names.ts";
import { normalise } from "./paths.ts";
import { asksMachine } from "./places/opened-files.ts";
import { answersWord, askingWord, handsOptionsOn } from "./programs/answers.ts";
import { programs } from "./programs/index.ts";
import type { Program } from "./programs/program.ts";
import { serviceOf } from "./programs/services.ts";
import { inEveryShell, leavesNames, shellWords } from "./programs/shell-words.ts";
import { answersAtOnce, isFormOf, isHarmlessOption, isLooseForm, proveReading } from "./prove-reading.ts";
import { feedsOpenedShell } from "./runners/opened-shells.ts";

/** Where a name can be trusted to be the program of that name. */
const programPlaces = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/(?:s?bin|opt\/[^/]+\/bin)\/[^/]+$/;

/** Judges one simple command whose words are resolved. Reports findings; returns what it would print. */
export function judgeCommand(given: Job): Flow {
  const job = named(given);
  const { flow } = judgeNamed(given, job);
  return flow.empty && habitsOf(job.name).isSilent?.(job.args) !== true ? someFlow : flow;
}

function named(job: Job): Job {
  const { path } = job;
  const base = path.slice(path.lastIndexOf("/") + 1);
  // Windows programs are known without their ending; a name is compared as the shell compares it, case included.
  // zsh finds a program by `=rm`, and has file commands of its own as `zf_rm`.
  const name = base.replace(/\.exe$/i, "").replace(/^=(?=\w)|^zf_(?=\w)/, "");
  return { ...job, name: name === "" ? path : name };
}

/** Judges a command by its name: what its judge and its rows report, and what its row, or its judge, proves. */
function judgeNamed(given: Job, job: Job): Judgement {
  return judged(job, () => {
    touchesMarks(job);
    const odd = oddName(given, job);
    if (odd !== null) {
      danger(job, "opaque", odd.ruleId, odd.say, odd.safer);
      return someFlow;
    }
    if (job.shell.functions.has(job.name)) return callsFunction(job);
    const service = serviceOf(given.path);
    return service === null ? judgeProgram(given, job) : runsInstead(job, service);
  });
}

/** Functions and variables through which the terminal is read exactly. Whoever changes one changes what is judged. */
function touchesMarks(job: Job): undefined {
  const word = [job.path, ...job.args.map(({ text }) => text)].find((text) => text.includes("__ct_"));
  // What only reads such a name is asked about by its own rule, and a search for it is a search.
  const isChange = shellWords.has(job.name) && !leavesNames.has(job.name);
  if (word === undefined || !(isChange || job.path.startsWith("__ct_"))) return;
  const say = `Touches ${readable(word)}, by which Cotty knows what this shell does.`;
  danger(job, "opaque", "terminal.marks", say, "Leave names that begin with __ct_ alone.");
}

function runsInstead(job: Job, words: readonly string[]): Proof {
  const argv = [...words.map((word) => plainArg(word, job.span)), ...job.args];
  return provedBy("parts", job.run.runArgv(argv, job, { via: "", stdin: job.stdin }));
}

function judgeProgram(given: Job, job: Job): Answer {
  const program = programs.get(job.name);
  const isPlaced = !given.path.includes("/") || programPlaces.test(normalise(given.path));
  if (isPlaced && onlyAnswers(job, program)) {
    looksAtFolder(job);
    if (obeysLeft(job)) asksLeft(job);
    return provedBy("answer", someFlow);
  }
  const asked = isPlaced ? asksForHelp(job) : null;
  if (asked !== null) {
    ask(job, "opaque", "form.help", `Asks ${job.name} for its ${asked}.`);
    return someFlow;
  }
  namesMachine(job);
  const before = job.run.findings.length;
  const reported = report(job, program);
  const answer = job.run.findings.length > before ? (reported ?? someFlow) : proved(job, program, reported);
  if (program === undefined || !isLooseForm(job, program)) takesMadeNames(job, habitsOf(job.name));
  const isFound = job.run.findings.length > before;
  // It is about the terminal, so no rule about the command answers for it.
  if (obeysLeft(job)) asksLeft({ ...job, redirect: true });
  if (isFound) {
    feedsOpenedShell(job);
    startsUnrestrictedAgent(job);
    ignoresWarning(job);
    judgeOutputs(job, habitsOf(job.name), (option) => program !== undefined && isHarmlessOption(job, program, option));
  } else if (!isPlaced)
    ask(
      job,
      "opaque",
      "command.own-program",
      `Runs ${readable(given.path)}, a program of its own outside the system's directories.`,
    );
  else {
    looksAtFolder(job);
    namesAsOptions(job, habitsOf(job.name));
  }
  return answer;
}

/**
 * A program may obey any variable of its shell; what the shell does itself obeys those that are danger to set. A trap, a
 * function or an alias may stand in front of anything.
 */
const obeysLeft = ({ name, run, shell }: Job): boolean =>
  run.context.leftState !== undefined ||
  run.context.hasOwnSettings === true ||
  (run.context.leftVariables !== undefined && !inEveryShell.has(name) && !shell.functions.has(name));

function asksLeft(job: Job): undefined {
  const { leftVariables = [], leftState = [] } = job.run.context;
  const names = [...leftState, ...leftVariables].join(", ");
  if (names === "") return asksOwnSettings(job);
  ask(
    job,
    "opaque",
    "environment.left",
    `An earlier command has set ${names} in this terminal, so ${job.name} may do something else.`,
    { safer: "Set a variable for the one command that needs it, or use a new terminal." },
  );
}

function asksOwnSettings(job: Job): undefined {
  ask(
    job,
    "opaque",
    "shell.own-settings",
    `This shell runs without Cotty's integration, so an alias or an option of your own may make something else of ${job.name}.`,
    { safer: "Use a terminal with integration, which puts them aside while a command of the agent runs." },
  );
}

/** What the judge of the name, or else its rows of effects, say. Null where there are none for these words. */
function report(job: Job, program: Program | undefined): Answer | null {
  const effects = effectPrograms.get(job.name);
  const answer = judges.get(job.name)?.(job) ?? (effects && judgeEffects(job, effects));
  if (answer !== undefined && answer !== null) return answer;
  return program !== undefined && isFormOf(job, program) ? null : judgeUnknown(job);
}

/** The proof of a command of which nothing was reported: by its row, or by a judge that knows its whole grammar. */
function proved(job: Job, program: Program | undefined, answer: Answer | null): Answer {
  if (program !== undefined) {
    const proof = proveReading(job, program);
    // A judge knows better what its program prints.
    return answer === null ? proof : printing(proof, flowOf(answer));
  }
  if (answer === null || !isProof(answer)) {
    asksUnproved(job);
    return answer ?? someFlow;
  }
  const habits = habitsOf(job.name);
  asksLooseWords(job, habits);
  asksShiftedWords(job, habits);
  return answer;
}

/** Whatever a program does with a name, on the way to it other machines may be asked. */
function namesMachine(job: Job): undefined {
  const isClose = job.shell.folders.some((folder) => /net|afs|Network/.test(folder));
  for (const arg of job.args)
    if (isClose || /net|afs|Network|^[^=]*=?\/[^/]*[*?[]/.test(arg.text))
      for (const text of [arg.text, arg.text.replace(/^[^=/]*=/, "")]) if (asksMachine(job, { ...arg, text })) return;
}

/** Whether it only asks what the program answers before it does anything. Built-ins of shells do not have that rule. */
function onlyAnswers(job: Job, program: Program | undefined): boolean {
  if (program !== undefined && answersAtOnce(job, program)) return true;
  const [first, ...others] = job.args;
  if (first === undefined || shellWords.has(job.name) || others.some(({ text }) => text !== "--verbose")) return false;
  const isTried = program !== undefined && /^--(?:version|help)$/.test(first.text);
  return isTried || answersWord(job.name, first.text);
}

/**
 * `terraform destroy --help`: what it would do is not what it does. Nobody has tried that of each program, so it is asked
 * about, and it is no danger. What runs other programs may hand the words on, and a value may be another word when it runs.
 */
function asksForHelp({ name, args }: Job): "help" | "version" | null {
  if (args.length === 0 || shellWords.has(name) || !args.every(isWrittenOut)) return null;
  const texts = args.map(({ text }) => text);
  const last = texts.at(-1) ?? "";
  const words = texts.slice(0, -1);
  const isUsual = /^--(?:help|version)$/.test(last) && !handsOptionsOn.has(name);
  const isSafe = words.length === 0 || (!judges.has(name) && words.every((word) => /^[a-z][a-z-]*$/.test(word)));
  const word = isUsual && isSafe ? last : askingWord(name, texts);
  if (word === null) return null;
  return /^(?:--?version|version|-[vV])$/.test(word) ? "version" : "help";
}
