import { type Arg, type Flow, filtered, hole, isDynamic, readable, someFlow } from "../../shell/index.ts";
import { effectPrograms } from "../effects/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption, operandsOf, optionValue, parseArgs } from "../options.ts";
import { programs } from "../programs/index.ts";
import { optionTable } from "../spec.ts";
import { findsHiddenCommand } from "./hidden-command.ts";
import { judges } from "./index.ts";
import type { Judge, Judges } from "./judge.ts";
import { judgeTask } from "./project-tasks.ts";
import { constantWords } from "./sending.ts";
import { fromStranger } from "./stranger.ts";
import { runsShellText } from "./wrappers.ts";

/** The row of the table, after a look at what the row cannot say. */
const row = (job: Job): Flow => judgeByRows(job) ?? someFlow;

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

/**
 * `ps e` and `ps -E` print other processes' environments. So does `ps -e` as soon as one of its options is not of the
 * Unix kind (`ps -e -x`): then all of them are read without their dash.
 */
function processes(job: Job): Flow {
  const dashed = job.args.filter((arg) => arg.text.startsWith("-"));
  const isMixed = dashed.some((arg) => !unixOption.test(arg.text));
  const showsEnvironment =
    lettersOfPs(job.args, isMixed).some((arg) => /^[a-zA-Z]*e[a-zA-Z]*$/.test(arg.text)) ||
    dashed.some((arg) => (isMixed ? /^-(?!-).*[eE]/s : /^-[a-zA-Z]*E/).test(arg.text));
  const inFormat = job.args.some((arg) => /\benviron\b/.test(arg.text));
  if (!showsEnvironment && !inFormat) return row(job);
  ask(job, "read", "private.environment", "Prints the environment of processes, which often holds secrets.");
  return { ...someFlow, secret: true };
}

/** Runs programs of a build, with variables and code from the command line. */
function make(job: Job): Flow {
  const file = optionValue(job.args, "-f", "--file", "--makefile");
  if (file !== null && /^(?:-|\/dev\/stdin|\ufdd4)$/u.test(file.text)) {
    danger(
      job,
      "opaque",
      "run.unread",
      "Runs the rules of a Makefile that is not a file.",
      "Write it to a file and read it first.",
    );
  }
  for (const arg of job.args) {
    if (/^--eval|^-E$/.test(arg.text) || /^SHELL\+?=|^\.SHELLFLAGS|\$\(shell/.test(arg.text))
      danger(
        job,
        "opaque",
        "option.runs-code",
        `${readable(arg.text)} makes make run a program of its own.`,
        "Run a target of the Makefile.",
      );
  }
  return row(job);
}

function gdb(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  const attaches = hasOption(job.args, "-p", "--pid") || /\b(?:attach|dump|generate-core-file|gcore)\b/.test(text);
  if (attaches)
    danger(
      job,
      "exfil",
      "secret.memory",
      "Looks into the memory of a running process, or changes it.",
      "Debug a program that you start yourself.",
    );
  else if (optionValue(job.args, "-x", "--command")?.text.includes(hole.pipe) === true)
    danger(job, "opaque", "run.unread", "The debugger runs the commands of a file.", "Read that file first.");
  else if (
    /-(?:ex|eval-command|x|batch|c|o)\b/.test(text) &&
    /\b(?:shell|!|python|call|system|source|script)\b|!/.test(text)
  )
    danger(job, "opaque", "code.spawns", "The debugger is told to start other programs.", "Run them directly.");
  else {
    findsHiddenCommand(job);
    ask(job, "opaque", "debugger.run", "Runs a program in a debugger.");
  }
  return someFlow;
}

/** Mounting: reading the list is harmless, mounting is ordinary, mounting over the system is not. */
function mount(job: Job): Flow {
  const { operands } = parseArgs(job.args, optionTable({ options: "-t= --types=" }));
  if (operands.length === 0) return row(job);
  const text = job.args.map((arg) => arg.text).join(" ");
  const at = operands.at(-1)?.text ?? "";
  if (
    /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|home|root|var|dev|proc|sys)?\/?$|^\/etc\//.test(at) ||
    /--bind|--rbind|--move|\boverlay\b/.test(text)
  )
    danger(
      job,
      "destructive",
      "overwrite.mount",
      `Puts something else in the place of ${readable(at)}.`,
      "Mount on an empty directory under /mnt.",
    );
  else ask(job, "write", "mount", `Mounts ${readable(operands[0]?.text ?? "")}.`);
  return someFlow;
}

/** Taking a file system away: what lives on it, the session included, may stop. */
function unmount(job: Job): Flow {
  const operands = operandsOf(job.args);
  const vital = operands.find(
    (arg) =>
      !/^\/(?:mnt|media)\/?$/.test(arg.text) &&
      ["root", "system-directory", "home", "here", "account", "kernel"].includes(judgedPath(arg.text, job).kind),
  );
  if (hasOption(job.args, "-a", "--all") || vital !== undefined || operands.some((arg) => isDynamic(arg)))
    danger(
      job,
      "lockout",
      "lockout.unmount",
      `Takes away ${vital === undefined ? "file systems that are in use" : readable(vital.text)}, and with it what runs from there.`,
      "Name the one mount point under /mnt or /media.",
    );
  else ask(job, "write", "mount.remove", `Takes the file system ${readable(operands[0]?.text ?? "")} away.`);
  return someFlow;
}

const weakens =
  /kernel\.(?:core_pattern|modprobe|sysrq|kptr|yama|unprivileged|randomize|panic|dmesg_restrict|perf_event|kexec)|fs\.(?:suid|protected)|vm\.(?:overcommit|panic)/;

function sysctl(job: Job): Flow {
  const all = job.args.filter((arg) => /=/.test(arg.text) && !arg.text.startsWith("--pattern"));
  const sets = all.find((arg) => weakens.test(arg.text)) ?? all[0];
  if (sets !== undefined && weakens.test(sets.text))
    danger(
      job,
      "escalate",
      "kernel.setting",
      `Weakens the kernel's protection (${readable(sets.text)}).`,
      "Leave it as it is.",
    );
  else if (sets !== undefined)
    ask(job, "write", "kernel.change", `Changes a setting of the kernel (${readable(sets.text)}).`);
  else return row(job);
  return someFlow;
}

const askAlways =
  (ruleId: string, say: string): Judge =>
  (job) => {
    ask(job, "network", ruleId, say);
    return { ...filtered(job.stdin) };
  };

function npx(job: Job): Flow {
  const [name] = operandsOf(job.args);
  const code = job.args.findIndex((arg) => arg.text === "-c" || arg.text === "--call");
  const text: Arg | undefined = code === -1 ? undefined : job.args[code + 1];
  if (text !== undefined) return runsShellText(job, text.text, "npx -c");
  if (judgeTask(job)) return someFlow;
  // The package is usually a program that is known under its own name: `npx rimraf ~`.
  const at = name === undefined ? -1 : job.args.indexOf(name);
  if (name !== undefined && (judges.has(name.text) || effectPrograms.has(name.text) || programs.has(name.text)))
    job.run.runArgv(job.args.slice(at), job, { via: job.name, stdin: job.stdin });
  // The package may be an option's value: `uvx --from git+https://… tool`.
  const stranger = job.args
    .slice(0, at === -1 ? job.args.length : at + 1)
    .find((arg) => fromStranger(arg.text.replace(/^--[\w-]+=/, "")));
  if (stranger !== undefined)
    danger(
      job,
      "opaque",
      "run.fetched",
      `Fetches ${readable(stranger.text)} and runs it at once; nobody has read it.`,
      "Install it by name from the registry, or read it first.",
    );
  ask(
    job,
    "opaque",
    "packages.run",
    `Runs the package ${readable(name?.text ?? "")}, which is fetched when it is not there.`,
  );
  return someFlow;
}

function fuser(job: Job): Flow {
  const kills = hasOption(job.args, "-k", "--kill");
  if (kills && job.args.some((arg) => /(?:^|\D)22(?:\/|$)|^ssh|^\/$|^\/home/.test(arg.text))) {
    danger(job, "lockout", "lockout.kill", "Ends the processes through which people log in.", "Name the process.");
  }
  return row(job);
}

/** Without `-l` the partition editor opens; without `+` a word is a new time. */
function fdisk(job: Job): Flow {
  const { options } = parseArgs(job.args, optionTable({ options: "-lxn -o= -b= -L[=] --list --list-details --bytes" }));
  const isList = options.some(({ name }) => /^(?:-l|-x|--list|--list-details)$/.test(name));
  if (isList || job.args.length === 0) return row(job);
  danger(
    job,
    "destructive",
    "disk.partitions",
    "Opens the partition table of a disk for changes.",
    "Look first: fdisk -l",
  );
  return someFlow;
}

/** Someone of this machine; `finger x@host` asks another one. */
const finger = (job: Job): Flow => (job.args.every((arg) => /^[\w.-]+$/.test(arg.text)) ? someFlow : row(job));

function date(job: Job): Flow {
  const sets = operandsOf(job.args).find((arg) => !arg.text.startsWith("+") && /^[\d.]{8,}$/.test(arg.text));
  if (sets !== undefined) ask(job, "write", "clock.set", "Changes the clock of the machine.");
  return row(job);
}

function getent(job: Job): Flow {
  if (job.args.some((arg) => /^g?shadow$/.test(arg.text)))
    danger(job, "exfil", "secret.read", "Prints password hashes.", "Leave secrets where they are.");
  // Names of hosts are asked for elsewhere, and a name can carry data.
  constantWords(job);
  return row(job);
}

/** Serving files is ordinary for a folder of the project; a whole home, system or disk is not. */
function serves(job: Job): Flow {
  const folder =
    optionValue(job.args, ...(job.name === "httpd" ? ["-h"] : ["-d", "--directory", "-t"])) ??
    operandsOf(job.args).find((arg) => /^[/~.\ufdd3]/u.test(arg.text)) ??
    null;
  if (folder !== null && sharesTooMuch(job, folder.text))
    danger(
      job,
      "exfil",
      "exfil.serves",
      `Opens ${readable(folder.text)} to everyone on the network.`,
      "Serve a folder of the project, on 127.0.0.1.",
    );
  else if (job.shell.cwd !== "" && sharesTooMuch(job, "."))
    danger(
      job,
      "exfil",
      "exfil.serves",
      "Opens a private directory to everyone on the network.",
      "Serve a folder of the project.",
    );
  else ask(job, "network", "network.serves", "Opens a directory to the network.");
  return someFlow;
}

const sharesTooMuch = (job: Job, path: string): boolean =>
  ["root", "home", "system", "system-directory", "account", "secret", "kernel", "home-entry", "login"].includes(
    judgedPath(path, job).kind,
  );

const recorders = /^(?:x11grab|avfoundation|gdigrab|alsa|pulse|v4l2|video4linux2|dshow|kmsgrab|oss|sndio)$/;

/** A recording of the screen, the microphone or the camera is private, wherever it is put. */
function records(job: Job): Flow {
  const flow = row(job);
  const file = operandsOf(job.args).at(-1);
  const isRecording = job.args.some((arg, index) => recorders.test(arg.text) && job.args[index - 1]?.text === "-f");
  if (isRecording && file !== undefined)
    job.shell.files.set(judgedPath(file.text, job).path, { ...someFlow, private: true });
  return isRecording ? { ...flow, private: true } : flow;
}

/** Messages on the system's bus can switch the machine off as well as any command. */
function bus(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  if (
    /\b(?:PowerOff|Reboot|Halt|Suspend|Hibernate|StopUnit|KillUnit|TerminateSession|TerminateUser|SetUserLinger)\b/.test(
      text,
    )
  )
    danger(
      job,
      "lockout",
      "lockout.bus",
      "Tells the system to stop, restart or end sessions.",
      "Let a person decide when.",
    );
  if (/\bEnvironment|\/unit\//.test(text))
    ask(job, "read", "private.environment", "Prints the variables of a service, which often hold secrets.");
  return row(job);
}

/** What is registered for everyone must not lie where anyone can write, nor run at each login. */
function registers(job: Job): Flow {
  const place = job.args.find((arg) =>
    /^\/(?:var\/|private\/)?tmp\/|^\/dev\/shm\/|^(?:Login|Logout)Hook$/.test(arg.text),
  );
  if (place !== undefined)
    danger(
      job,
      "escalate",
      "persist.registers",
      `Makes others run or load what is at ${readable(place.text)}.`,
      "Register what a package has installed.",
      { span: place.span },
    );
  return row(job);
}

export const specialJudges: Judges = {
  busctl: bus,
  gdbus: bus,
  "dbus-send": bus,
  "python-http.server": serves,
  "http-server": serves,
  httpd: serves,
  serve: serves,
  ffmpeg: records,
  fdisk,
  date,
  finger,
  getent,
  fuser,
  yes: () => ({ ...someFlow, endless: true }),
  ps: processes,
  make,
  gmake: make,
  gdb,
  lldb: gdb,
  mount,
  umount: unmount,
  sysctl,
  npx,
  bunx: npx,
  pnpx: npx,
  uvx: npx,
  "update-alternatives": registers,
  alternatives: registers,
  ldconfig: registers,
  defaults: registers,
  "ssh-keyscan": askAlways("network.keyscan", "Asks a machine for its keys."),
};
