import { type Arg, readable } from "../arg.ts";
import { type Flow, filtered, someFlow } from "../flow.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeSpec } from "../judge-spec.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import { table } from "../table/index.ts";
import type { Judge, Judges } from "./judge.ts";
import { runsShellText } from "./wrappers.ts";

/** The row of the table, after a look at what the row cannot say. */
const row = (job: Job): Flow => {
  const spec = table[job.name];
  return spec === undefined ? someFlow : judgeSpec(job, spec);
};

/** `ps e` and `ps -E` print other processes' environments. */
function processes(job: Job): Flow {
  const bare = job.args.filter((arg) => !arg.text.startsWith("-"));
  const showsEnvironment =
    bare.some((arg) => /^[a-zA-Z]*e[a-zA-Z]*$/.test(arg.text)) ||
    hasOption(
      job.args.filter((arg) => /^-[a-zA-Z]+$/.test(arg.text) && !/^-[a-zA-Z]*[opuUgGtC]/.test(arg.text)),
      "-E",
    );
  const inFormat = job.args.some((arg) => /\benviron\b/.test(arg.text));
  if (!showsEnvironment && !inFormat) return row(job);
  ask(job, "read", "private.environment", "Prints the environment of processes, which often holds secrets.");
  return { ...someFlow, secret: true };
}

/** Commands typed into another terminal run there as if a person had typed them. */
function typesElsewhere(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  if (/^(?:ls|list-\w+|display-message|show-\w+|info|has-session|-ls|-list)\b/.test(text)) return someFlow;
  if (
    /\b(?:send-keys|send|paste-buffer|run-shell|run|if-shell|pipe-pane|source-file|set-hook|respawn-\w+|-X|stuff|exec)\b/.test(
      text,
    )
  ) {
    danger(
      job,
      "opaque",
      "terminal.types",
      `${job.name} types or runs text in another terminal, where nothing is checked.`,
      "Run the command here.",
    );
  } else if (/\b(?:kill-server|kill-session|quit)\b/.test(text))
    danger(job, "lockout", "lockout.terminal", "Ends terminals, maybe this one.", "Name the window.");
  else {
    ask(job, "opaque", "terminal.multiplexer", `Opens another terminal through ${job.name}.`);
    const command = /\b(?:new(?:-session|-window)?|neww|split(?:-window|w)?|splitw)\b.*/.test(text)
      ? (operandsOf(job.args).at(-1)?.text ?? "")
      : "";
    if (/\s/.test(command)) runsShellText(job, command, job.name);
  }
  return someFlow;
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
  if (/-(?:ex|eval-command|x|batch|c)\b/.test(text) && /\b(?:shell|!|python|call|system|source)\b|!/.test(text))
    danger(job, "opaque", "code.spawns", "The debugger is told to start other programs.", "Run them directly.");
  else ask(job, "opaque", "debugger.run", "Runs a program in a debugger.");
  return someFlow;
}

/** Mounting: reading the list is harmless, mounting is ordinary, mounting over the system is not. */
function mount(job: Job): Flow {
  const operands = operandsOf(job.args);
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

function sysctl(job: Job): Flow {
  const sets = job.args.find((arg) => /=/.test(arg.text) && !arg.text.startsWith("--pattern"));
  if (
    sets !== undefined &&
    /kernel\.(?:core_pattern|modprobe|sysrq|kptr|yama|unprivileged|randomize|panic|dmesg_restrict|perf_event|kexec)|fs\.(?:suid|protected)|vm\.(?:overcommit|panic)|ip_forward-/.test(
      sets.text,
    )
  )
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
  if (hasOption(job.args, "-l", "-L", "-x", "--list", "--list-details") || job.args.length === 0) return row(job);
  danger(
    job,
    "destructive",
    "disk.partitions",
    "Opens the partition table of a disk for changes.",
    "Look first: fdisk -l",
  );
  return someFlow;
}

function date(job: Job): Flow {
  const sets = operandsOf(job.args).find((arg) => !arg.text.startsWith("+") && /^[\d.]{8,}$/.test(arg.text));
  if (sets !== undefined) ask(job, "write", "clock.set", "Changes the clock of the machine.");
  return row(job);
}

function getent(job: Job): Flow {
  if (job.args.some((arg) => /^g?shadow$/.test(arg.text)))
    danger(job, "exfil", "secret.read", "Prints password hashes.", "Leave secrets where they are.");
  return row(job);
}

export const specialJudges: Judges = {
  fdisk,
  date,
  getent,
  fuser,
  yes: () => ({ ...someFlow, endless: true }),
  ps: processes,
  tmux: typesElsewhere,
  screen: typesElsewhere,
  make,
  gmake: make,
  gdb,
  lldb: gdb,
  mount,
  sysctl,
  npx,
  bunx: npx,
  "ssh-keyscan": askAlways("network.keyscan", "Asks a machine for its keys."),
};
