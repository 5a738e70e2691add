import { type Flow, hole, plainArg, readable, someFlow } from "../shell/index.ts";
import { effectPrograms } from "./effects/index.ts";
import { judgeEffects } from "./effects/judge-effects.ts";
import { ask, danger, type Job } from "./job.ts";
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
import { provedByCode } from "./programs/proved-by-code.ts";
import { answersAtOnce, isFormOf, isHarmlessOption, proveReading } from "./prove-reading.ts";

/** Where a name can be trusted to be the program of that name. */
const programPlaces = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/(?:s?bin|opt\/[^/]+\/bin)\/[^/]+$/;

/** Judges one simple command whose words are resolved. Reports findings; returns what it would print. */
export function judgeCommand(given: Job): Flow {
  const job = named(given);
  const flow = judgeNamed(given, job);
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

function judgeNamed(given: Job, job: Job): Flow {
  const odd = oddName(given, job);
  if (odd !== null) {
    danger(job, "opaque", odd.ruleId, odd.say, odd.safer);
    return someFlow;
  }
  if (job.shell.functions.has(job.name)) return callsFunction(job);
  const script = /^\/etc\/(?:init\.d|rc\.d|rc\.d\/init\.d)\/([\w@.-]+)$/.exec(given.path);
  if (script !== null) {
    const unit = plainArg(script[1] ?? "", job.span);
    return job.run.runArgv([plainArg("service", job.span), unit, ...job.args], job, { via: "", stdin: job.stdin });
  }
  const judge = judges.get(job.name);
  const effects = effectPrograms.get(job.name);
  const isPlaced = !given.path.includes("/") || programPlaces.test(normalise(given.path));
  const program = programs.get(job.name);
  const isListed = judge !== undefined || effects !== undefined;
  const isAnswered = program !== undefined && answersAtOnce(job, program);
  const isTried = program !== undefined || answersVersion.has(job.name);
  if (isPlaced && (isAnswered || (isTried && onlyAsksVersion(job)))) {
    looksAtFolder(job);
    return someFlow;
  }
  namesMachine(job);
  const before = job.run.findings.length;
  const isSilent = () => job.run.findings.length === before;
  const flow = judge?.(job) ?? (effects && judgeEffects(job, effects)) ?? judgeUnlisted(job, program);
  if (isSilent() && isListed) isProved(job, program);
  if (!isSilent()) {
    startsLooseAgent(job);
    ignoresWarning(job);
    judgeOutputs(job, (option) => program !== undefined && isHarmlessOption(job, program, option));
    return flow;
  }
  if (!isPlaced) {
    ask(
      job,
      "opaque",
      "command.own-program",
      `Runs ${readable(given.path)}, a program of its own outside the system's directories.`,
    );
  } else {
    looksAtFolder(job);
    namesAsOptions(job);
  }
  return flow;
}

const judgeUnlisted = (job: Job, program: Program | undefined): Flow =>
  program === undefined || !isFormOf(job, program) ? judgeUnknown(job) : proveReading(job, program);

/** A judge that found nothing has proved nothing. The program's row does, or a judge that is one by its grammar. */
function isProved(job: Job, program: Program | undefined): undefined {
  if (program !== undefined) proveReading(job, program);
  else if (provedByCode.has(job.name)) {
    asksLooseWords(job);
    asksShiftedWords(job);
  } else ask(job, "opaque", "form.unproved", `${job.name} may change something: no form of it is known to only read.`);
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

function callsFunction(job: Job): Flow {
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
  return someFlow;
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

/** `--version` and `--help` are answered before a program does anything. Shell built-ins do not have that rule. */
function onlyAsksVersion(job: Job): boolean {
  const [first, ...others] = job.args;
  if (first === undefined || others.some((arg) => arg.text !== "--verbose")) return false;
  if (builtins.has(job.name)) return false;
  return ["--version", "--help"].includes(first.text) || (versionLetters[job.name]?.includes(first.text) ?? false);
}

const builtins = new Set(
  ": . source eval exec trap alias unalias export declare typeset local readonly unset set shopt read cd function enable hash builtin command init telinit test [ echo printf".split(
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
