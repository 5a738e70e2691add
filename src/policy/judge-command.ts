import { type Flow, hole, plainArg, readable, someFlow } from "../shell/index.ts";
import { effectPrograms } from "./effects/index.ts";
import { judgeEffects } from "./effects/judge-effects.ts";
import { ask, danger, type Job } from "./job.ts";
import { type Answer, asksUnproved, flowOf, isProof, type Judgement, judged, type Proof, proves } from "./judgement.ts";
import { startsLooseAgent } from "./judges/agents.ts";
import { looksAtFolder } from "./judges/folder.ts";
import { judges } from "./judges/index.ts";
import { ignoresWarning } from "./judges/meaning.ts";
import { judgeUnknown } from "./judges/unknown.ts";
import { asksLooseWords, asksShiftedWords, namesAsOptions } from "./loose-words.ts";
import { judgeOutputs } from "./named-outputs.ts";
import { normalise } from "./paths.ts";
import { asksMachine } from "./places/opened-files.ts";
import { programs } from "./programs/index.ts";
import type { Program } from "./programs/program.ts";
import { answersAtOnce, isFormOf, isHarmlessOption, proveReading } from "./prove-reading.ts";
import { feedsOpenedShell } from "./runners/opened-shells.ts";

/** Where a name can be trusted to be the program of that name. */
const programPlaces = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/(?:s?bin|opt\/[^/]+\/bin)\/[^/]+$/;

/** Judges one simple command whose words are resolved. Reports findings; returns what it would print. */
export function judgeCommand(given: Job): Flow {
  const job = named(given);
  const { flow } = judgeNamed(given, job);
  return flow.empty && !printsNothing(job) ? someFlow : flow;
}

const silent = new Set(": true false test [ read mapfile readarray return break continue shift".split(" "));

/** Whether nothing is all it prints. A place that is written out is not looked for elsewhere, which cd would print. */
const printsNothing = ({ name, args }: Job): boolean =>
  silent.has(name) ||
  (name === "cd" && args.length === 1 && /^(?:[/\ufdd3]|\.{1,2}(?:\/|$))/u.test(args[0]?.text ?? ""));

/** A name by which it is not known what runs. */
function oddName(given: Job, job: Job): { ruleId: string; say: string; safer: string } | null {
  if ((/[\ufdd0-\ufdef]/u.test(given.path) && !isHomePath(given.path)) || /[*?]|\[.+\]/.test(given.path))
    return {
      ruleId: "command.dynamic",
      say: `Which program runs is only known at run time (${readable(given.path)}).`,
      safer: "Write the program's name.",
    };
  const repeats = given.path === "r" && job.run.context.shell === "zsh";
  if (repeats || given.path.startsWith("!") || /^\^[^^]+\^/.test(given.path))
    return {
      ruleId: "command.history",
      say: `${given.path} is replaced by an earlier command of the shell's history.`,
      safer: "Write the command out.",
    };
  if (/[^\x20-\x7e]/.test(readable(job.name).replaceAll("…", "")))
    return {
      ruleId: "command.look-alike",
      say: `The command's name has letters outside plain ASCII (${readable(given.path)}); it may look like another one.`,
      safer: "Write the name in plain letters.",
    };
  if (given.path.startsWith("BASH_FUNC_"))
    return {
      ruleId: "shell.shadow",
      say: "Hands a function to the next shell, where a known name then does something else.",
      safer: "Call the command itself.",
    };
  return null;
}

/** Judges a command by its name: what its judge and its rows report, and what its row, or its judge, proves. */
function judgeNamed(given: Job, job: Job): Judgement {
  return judged(job, () => {
    const odd = oddName(given, job);
    if (odd !== null) {
      danger(job, "opaque", odd.ruleId, odd.say, odd.safer);
      return someFlow;
    }
    if (job.shell.functions.has(job.name)) return callsFunction(job);
    const script = /^\/etc\/(?:init\.d|rc\.d|rc\.d\/init\.d)\/([\w@.-]+)$/.exec(given.path);
    return script === null ? judgeProgram(given, job) : runsScript(job, script[1] ?? "");
  });
}

/** A script of the init system is a service by another name. */
function runsScript(job: Job, unit: string): Proof {
  const words = [plainArg("service", job.span), plainArg(unit, job.span), ...job.args];
  return proves("parts", job.run.runArgv(words, job, { via: "", stdin: job.stdin }));
}

function judgeProgram(given: Job, job: Job): Answer {
  const program = programs.get(job.name);
  const isPlaced = !given.path.includes("/") || programPlaces.test(normalise(given.path));
  if (isPlaced && onlyAnswers(job, program)) {
    looksAtFolder(job);
    return proves("answer", someFlow);
  }
  namesMachine(job);
  const before = job.run.findings.length;
  const reported = report(job, program);
  const answer = job.run.findings.length > before ? (reported ?? someFlow) : proved(job, program, reported);
  if (job.run.findings.length > before) {
    feedsOpenedShell(job);
    startsLooseAgent(job);
    ignoresWarning(job);
    judgeOutputs(job, (option) => program !== undefined && isHarmlessOption(job, program, option));
  } else if (obeysLeft(job)) asksLeft(job);
  else if (!isPlaced)
    ask(
      job,
      "opaque",
      "command.own-program",
      `Runs ${readable(given.path)}, a program of its own outside the system's directories.`,
    );
  else {
    looksAtFolder(job);
    namesAsOptions(job);
  }
  return answer;
}

/** A program may obey any variable of its shell. What the shell does itself obeys those that are danger to set. */
const obeysLeft = ({ name, run, shell }: Job): boolean =>
  run.context.leftVariables !== undefined && !builtins.has(name) && !shell.functions.has(name);

function asksLeft(job: Job): undefined {
  const names = job.run.context.leftVariables?.join(", ") ?? "";
  ask(
    job,
    "opaque",
    "environment.left",
    `An earlier command set ${names} in this terminal, and ${job.name} may obey it.`,
    { safer: "Set a variable for the one command that needs it, or use a new terminal." },
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
    const printed = proveReading(job, program);
    // A judge knows better what its program prints.
    return proves("row", answer === null ? printed : flowOf(answer));
  }
  if (answer === null || !isProof(answer)) {
    asksUnproved(job);
    return answer ?? someFlow;
  }
  asksLooseWords(job);
  asksShiftedWords(job);
  return answer;
}

const isHomePath = (path: string) => /^[\ufdd3\ufdd6]\/[^\ufdd0-\ufdef]+$/u.test(path);

function named(job: Job): Job {
  const { path } = job;
  const base = path.slice(path.lastIndexOf("/") + 1);
  // Windows programs are known without their ending; a name is compared as the shell compares it, case included.
  // zsh finds a program by `=rm`, and has file commands of its own as `zf_rm`.
  const name = base.replace(/\.exe$/i, "").replace(/^=(?=\w)|^zf_(?=\w)/, "");
  return { ...job, name: name === "" ? path : name };
}

function callsFunction(job: Job): Proof {
  if (job.shell.defining.has(job.name) || reaches(job.name, job)) {
    danger(
      job,
      "destructive",
      "bomb.recursion",
      `The function ${job.name} calls itself, which can start processes until the machine stops responding.`,
      "Use a loop with an end.",
    );
  }
  const called = job.shell.functions.get(job.name);
  if (!job.shell.defining.has(job.name)) called?.walkAgain();
  for (const name of called?.assigns ?? []) job.shell.variables.set(name, null);
  if (called?.moves === true) job.shell.cwd = hole.output;
  return proves("parts", someFlow);
}

/** Whether a function comes back to itself through others: `f() { g | g & }; g() { f | f & }`. */
function reaches(name: string, job: Job): boolean {
  const seen = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const called of job.shell.functions.get(next)?.calls ?? []) {
      if (called === name) return true;
      if (!seen.has(called) && job.shell.functions.has(called)) open.push(called);
      seen.add(called);
    }
  return false;
}

/** Whatever a program does with a name, on the way to it other machines may be asked. */
function namesMachine(job: Job): undefined {
  const isClose = /net|afs|Network/.test(job.shell.cwd);
  for (const arg of job.args)
    if (isClose || /net|afs|Network|^[^=]*=?\/[^/]*[*?[]/.test(arg.text))
      for (const text of [arg.text, arg.text.replace(/^[^=/]*=/, "")]) if (asksMachine(job, { ...arg, text })) return;
}

/** Programs without a row of which it was seen that they answer `--version` and `--help` before they do anything. */
const answersVersion = new Set(
  `cp mv rm mkdir rmdir touch ln chmod chown chgrp dd mktemp mkfifo install split csplit truncate shred tee kill env
  timeout stdbuf xargs find sed gawk jq tar curl wget ssh scp rsync make patch bash dash sudo ffmpeg sqlite3 mysql psql
  pg_dump redis-cli tcpdump strace ltrace perf useradd usermod groupadd passwd mount umount
  zip screen tmux nginx httpd apache2 vim vimdiff nano emacs htop ldd ncdu ansible`.split(/\s+/),
);

/** Whether it only asks what the program answers before it does anything. */
function onlyAnswers(job: Job, program: Program | undefined): boolean {
  if (program !== undefined && answersAtOnce(job, program)) return true;
  return (program !== undefined || answersVersion.has(job.name)) && onlyAsksVersion(job);
}

/** `--version` and `--help` are answered before a program does anything. Shell built-ins do not have that rule. */
function onlyAsksVersion(job: Job): boolean {
  const [first, ...others] = job.args;
  if (first === undefined || others.some((arg) => arg.text !== "--verbose")) return false;
  if (builtins.has(job.name)) return false;
  return ["--version", "--help"].includes(first.text) || (versionLetters[job.name]?.includes(first.text) ?? false);
}

const builtins = new Set(
  ": . source eval exec trap alias unalias export declare typeset local readonly unset set shopt read cd pushd popd dirs pwd function enable hash builtin command init telinit test [ echo printf true false times wait jobs return break continue shift getopts mapfile readarray umask ulimit".split(
    " ",
  ),
);

const versionLetters: Record<string, string[]> = {
  ssh: ["-V"],
  scp: ["-V"],
  nginx: ["-v", "-V"],
  httpd: ["-v"],
  apache2: ["-v"],
  docker: ["-v"],
  mysql: ["-V"],
  psql: ["-V"],
  tmux: ["-V"],
  sqlite3: ["-version"],
  sudo: ["-V"],
  curl: ["-V"],
  wget: ["-V"],
  rsync: ["-V"],
  ffmpeg: ["-version"],
  tcpdump: ["-h"],
};
