import {
  type Arg,
  type Flow,
  folderFrom,
  isDynamic,
  isUnreadCode,
  isWrittenOut,
  literal,
  noFlow,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { isPlainName, judgeValue } from "../assigned-variables.ts";
import { writesFile } from "../file-access.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { hasOption, onlyOptions, operandsOf, optionValue, parseArgs } from "../options.ts";
import { printableName } from "../read-variables.ts";
import { optionTable } from "../spec.ts";
import { reportHijack } from "../suspicion.ts";
import { onlyAfter, type Wrapper, wrappers } from "../table/wrappers.ts";
import type { Judge, Judges } from "./judge.ts";
import { looksFor } from "./kill.ts";

function wrap(job: Job): Flow {
  const spec = wrappers[job.name] as Wrapper;
  const parsed = parseArgs(job.args, optionTable({ options: spec.options }), { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: job.name });
  const skip = spec.skip ?? 0;
  // `perf record -o FILE cmd`: options that stand after the sub-command.
  const behind = parsed.operands[skip]?.text.startsWith("-") === true && parsed.operands[skip]?.text !== "--";
  if (behind) {
    const inner = parseArgs(parsed.operands.slice(skip), optionTable({ options: spec.options }), {
      stopAtOperand: true,
    });
    for (const option of inner.options) judgeOption(job, option, { strict: true, title: job.name });
    parsed.operands.splice(skip, parsed.operands.length, ...inner.operands);
  }
  const rest = parsed.operands.slice(skip).filter((arg, index) => index > 0 || arg.text !== "--");
  for (const arg of job.args.slice(0, job.args.length - rest.length)) {
    const file = /^--(?:log-file|output|xml-file|out)=(.+)$/s.exec(arg.text)?.[1];
    if (file !== undefined) writesFile(job, plainArg(file, arg.span), someFlow);
  }
  const via = [job.name, ...job.args.slice(0, job.args.length - rest.length).map((arg) => readable(arg.text))]
    .join(" ")
    .trim();
  if (spec.adds !== undefined)
    ask(job, "write", `wrapper.${job.name}`, `Runs a command through ${job.name}. ${spec.adds}`);
  const attached = parsed.options.find(({ name }) => name === "-p")?.value ?? null;
  if (/^[sl]trace$/.test(job.name) && attached !== null && isDynamic(attached) && looksFor(job, passwordPrograms))
    danger(
      job,
      "exfil",
      "secret.memory",
      "Watches what a program reads to which people tell their passwords.",
      "Trace a program that you start yourself.",
    );
  if (rest.length === 0) {
    ask(job, "opaque", "wrapper.bare", `${job.name} without a command to run.`);
    return someFlow;
  }
  const runsWords = parsed.options.some(({ name }) => /^(?:-x|--exec)$/.test(name));
  if (spec.isText === true && !runsWords)
    return runsShellText(job, rest.map((arg) => arg.text).join(" "), via, noFlow, rest);
  // `uv run FILE` and `uv run -` are what `python FILE` and `python -` are.
  const isScript = job.name === "uv" && /^-$|^https?:|\.py$/.test(rest[0]?.text ?? "");
  const command = isScript ? [plainArg("python3", job.span), ...rest] : rest;
  return job.run.runArgv(command, job, { via, stdin: job.stdin });
}

const passwordPrograms = /^(?:sshd?|ssh-agent|gpg-agent|sudo|su|passwd|login|gdm\S*|kwallet\S*|gnome-keyring\S*)$/;

/** Text that reaches a shell: a hole in it means that a value becomes code, and so does a name that a pattern matched. */
export function runsShellText(
  job: Job,
  text: string,
  via: string,
  stdin: Flow = noFlow,
  words: readonly Arg[] = job.args,
): Flow {
  if (/[\ufdd0\ufdd1\ufdd4\ufdd5]/u.test(text) || words.some((arg) => isUnreadCode(arg) && !isDynamic(arg))) {
    danger(
      job,
      "opaque",
      "code.dynamic",
      `Runs text as a command that is only known at run time: ${readable(text).slice(0, 120)}`,
      "Write the command out.",
    );
    return someFlow;
  }
  if (/[\ufdd2\ufdd6]/u.test(text) || (!job.run.believes && !words.every(isWrittenOut)))
    ask(job, "opaque", "code.dynamic", `A value becomes part of a command: ${readable(text)}`);
  return job.run.runText(text, job, { via, stdin });
}

/** The same shell, in another folder for one command. */
export const inFolder = (job: Job, folder: Arg | null | undefined): Job => {
  if (folder === undefined || folder === null) return job;
  const isOpen = isUnreadCode(folder) || folder.many === true;
  const adrift = isOpen || (job.shell.adrift && !/^[/\ufdd3]/u.test(folder.text));
  return { ...job, shell: { ...job.shell, adrift, cwd: isOpen ? "" : folderFrom(job.shell.cwd, folder.text) } };
};

/** `NAME=value … command …`, as env, sudo and export take them. */
export function afterAssignments(job: Job, operands: readonly Arg[], via: string): Flow {
  // env takes any name: a function of bash travels as `BASH_FUNC_ls%%=…`.
  const start = operands.findIndex((arg) => !/^[A-Za-z_][^=/\s]*=/.test(arg.text));
  const assignments = start === -1 ? operands : operands.slice(0, start);
  for (const arg of assignments) judgeNameValue(job, arg);
  if (start === -1) {
    ask(job, "read", "private.environment", "Prints all variables, which often hold secrets.");
    return { ...someFlow, secret: true };
  }
  return job.run.runArgv(operands.slice(start), job, { via, stdin: job.stdin });
}

export function judgeNameValue(job: Job, arg: Arg): undefined {
  const [, name = "", value = ""] = /^([^=]*?)\+?=([\s\S]*)$/.exec(arg.text) ?? [];
  const judged = judgeValue(name, value, job.run.context.shell);
  if (judged === "danger") reportHijack(job, name, arg.span);
  else if (judged === "ask" || isPlainName(name))
    ask(job, "write", "environment.set", `Sets the variable ${name}.`, { span: arg.span });
}

const sudoOptions =
  "-AbEHknPSv -u= -g= -h= -p= -C= -r= -t= -T= -U= -D= -R= -a= -c= --user= --group= --preserve-env[=] --set-home --non-interactive --stdin --askpass --background --reset-timestamp --prompt= --chdir= --host= --validate --login --shell --list --edit -i -s -e -l -K";

function sudo(job: Job): Flow {
  const parsed = parseArgs(job.args, optionTable({ options: sudoOptions }), { stopAtOperand: true });
  const has = (...names: string[]) => parsed.options.some((option) => names.includes(option.name));
  ask(job, "escalate", "escalate.sudo", `Runs with the rights of another user, usually root (${job.name}).`);
  if (has("-e", "--edit")) {
    for (const operand of parsed.operands) writesFile(job, operand, someFlow);
    return noFlow;
  }
  const rest = parsed.operands.filter((arg, index) => index > 0 || arg.text !== "--");
  const folder = parsed.options.find(({ name }) => name === "-D" || name === "--chdir")?.value;
  if (folder !== undefined && folder !== null) return sudo({ ...inFolder(job, folder), args: rest });
  if (rest.length === 0) {
    if (has("-i", "-s", "--login", "--shell")) becomesRoot(job);
    return someFlow;
  }
  const [first] = rest;
  if (first !== undefined && !/=/.test(first.text))
    return job.run.runArgv(rest, job, { via: job.name, stdin: job.stdin });
  return afterAssignments(job, rest, job.name);
}

/** systemd's sudo: without a command it opens a shell. */
function runZero(job: Job): Flow {
  if (operandsOf(job.args).length === 0) becomesRoot(job);
  return sudo(job);
}

function becomesRoot(job: Job): undefined {
  danger(
    job,
    "escalate",
    "escalate.shell",
    "Opens a shell with another user's rights: everything after it runs with them.",
    "Use sudo for the one command that needs it.",
  );
}

function su(job: Job): Flow {
  const code = optionValue(job.args, "-c", "--command");
  if (code === null) {
    becomesRoot(job);
    return someFlow;
  }
  ask(job, "escalate", "escalate.su", `Runs a command as another user (${job.name}).`);
  return runsShellText(job, code.text, `${job.name} -c`, job.stdin, [code]);
}

function runuser(job: Job): Flow {
  if (hasOption(job.args, "-c", "--command") || !hasOption(job.args, "-u", "--user")) return su(job);
  const user = optionValue(job.args, "-u", "--user");
  const rest = operandsOf(job.args).filter((arg) => arg !== user);
  ask(job, "escalate", "escalate.su", "Runs a command as another user.");
  return rest.length === 0 ? someFlow : job.run.runArgv(rest, job, { via: "runuser", stdin: job.stdin });
}

/** Namespaces and roots: a command inside them may be outside every limit, or in charge of the host. */
function entersHost(job: Job): Flow {
  danger(
    job,
    "escalate",
    "escape.namespace",
    `${shown(job)} enters another root or namespace, from where it controls what is outside.`,
    "Run it on the host itself, with a person's approval.",
  );
  const rest = operandsOf(job.args).slice(job.name === "chroot" ? 1 : 0);
  return rest.length === 0 ? someFlow : job.run.runArgv(rest, job, { via: job.name, stdin: job.stdin });
}

/** Whether these are all its options, a needed one is among them, and no word can become another one. */
function givesOnly(job: Job, options: string, ...needed: string[]): boolean {
  const table = optionTable({ options });
  const given = parseArgs(job.args, table).options;
  return onlyOptions(job.args, table) && (needed.length === 0 || given.some(({ name }) => needed.includes(name)));
}

/** Runs text later, when nobody looks. */
function later(job: Job): Flow {
  if (givesOnly(job, "-c -V", "-c")) {
    ask(job, "read", "private.environment", "Prints a planned job with its variables, which often hold secrets.");
    return { ...someFlow, secret: true };
  }
  if (job.name === "atq" ? givesOnly(job, "-q= -o= -V") : job.name === "at" && givesOnly(job, "-l -q= -o= -V", "-l"))
    return someFlow;
  if (givesOnly(job, "-rd -V", "-r", "-d") || job.name === "atrm") {
    ask(job, "write", "schedule.remove", "Removes a scheduled job.");
    return noFlow;
  }
  danger(
    job,
    "escalate",
    "persistence.schedule",
    "Runs a command later, when nobody looks.",
    "Run it now, where it can be seen.",
  );
  if (job.stdin.text !== null) runsShellText(job, job.stdin.text, job.name, noFlow, []);
  return noFlow;
}

function crontab(job: Job): Flow {
  const { operands } = parseArgs(job.args, optionTable({ options: "-iel -u=" }));
  if (givesOnly(job, "-l -u=", "-l") && operands.length === 0 && job.stdin.empty) return someFlow;
  if (hasOption(job.args, "-r"))
    danger(
      job,
      "destructive",
      "schedule.removed",
      "Deletes every scheduled job of the user.",
      "Save them first: crontab -l > jobs.txt",
    );
  else if (givesOnly(job, "-ie -u=", "-e") && operands.length === 0)
    ask(job, "write", "schedule.edit", "Opens the scheduled jobs in an editor.");
  else
    danger(
      job,
      "escalate",
      "persistence.schedule",
      "Replaces the scheduled jobs: what is in them runs later, when nobody looks.",
      "Let a person change scheduled jobs.",
    );
  return noFlow;
}

function script(job: Job): Flow {
  const code = optionValue(job.args, "-c", "--command");
  ask(job, "write", "wrapper.script", "Records a terminal session to a file.");
  if (code !== null) return runsShellText(job, code.text, "script -c", noFlow, [code]);
  for (const operand of operandsOf(job.args)) writesFile(job, operand, someFlow);
  return someFlow;
}

function flock(job: Job): Flow {
  const code = optionValue(job.args, "-c", "--command");
  // What stands in front of it may be the command, and -c one of its own options.
  if (code !== null && operandsOf(job.args.slice(0, job.args.indexOf(code))).length > 1) wrap(job);
  return code === null ? wrap(job) : runsShellText(job, code.text, "flock -c", noFlow, [code]);
}

const machines =
  /^(?:linux32|linux64|uname26|x86_64|i[3456]86|athlon|arm\w*|aarch64|ppc\w*|powerpc\w*|s390x?|sparc\w*|mips\w*|parisc\w*|alpha\w*|ia64|riscv\w*|loongarch\w*)$/;

/** setarch takes a machine only as its first word; old versions insist on one, whatever it looks like. */
function setarch(job: Job): Flow {
  const [first, ...rest] = job.args;
  if (first === undefined || first.text.startsWith("-")) return wrap(job);
  if (machines.test(first.text) && first.many !== true) return wrap({ ...job, args: rest });
  ask(job, "opaque", "argument.unexpected", `${readable(first.text)} is no machine that setarch is known to take.`, {
    span: first.span,
  });
  wrap(job);
  return rest.length === 0 ? someFlow : wrap({ ...job, args: rest });
}

const wrapOrTable =
  (fallback: Judge): Judge =>
  (job) => {
    const after = onlyAfter[job.name]?.split("|") ?? [];
    const [first] = job.args;
    return first !== undefined && after.includes(literal(first) ?? "") ? wrap(job) : fallback(job);
  };

function describesName(job: Job): Flow {
  const [option, ...names] = job.args;
  const areKnown = names.every((arg) => !isDynamic(arg) && printableName.test(arg.text));
  if (option?.text.includes("V") && !areKnown)
    ask(job, "opaque", "terminal.marks", "Prints the text of a function, which may be one of Cotty's own.");
  return someFlow;
}

/** `tableJudge` judges those commands that are wrappers only with some sub-commands. */
export function wrapperJudges(tableJudge: Judge): Judges {
  const plain = Object.keys(wrappers).map(
    (name) => [name, Object.hasOwn(onlyAfter, name) ? wrapOrTable(tableJudge) : wrap] as const,
  );
  return {
    ...Object.fromEntries(plain),
    // Only in front of the name: `command rm -v x` deletes.
    command: (job) => (/^-p?[vV]p?$/.test(job.args[0]?.text ?? "") ? describesName(job) : wrap(job)),
    flock,
    setarch,
    sudo,
    doas: sudo,
    pkexec: sudo,
    run0: runZero,
    dzdo: sudo,
    gksudo: sudo,
    sudoedit: (job) => sudo({ ...job, args: [plainArg("-e", job.span), ...job.args] }),
    su,
    sg: su,
    runuser,
    chroot: entersHost,
    nsenter: entersHost,
    unshare: entersHost,
    capsh: entersHost,
    "arch-chroot": entersHost,
    "systemd-nspawn": entersHost,
    machinectl: (job) => (/^(?:shell|login)$/.test(job.args[0]?.text ?? "") ? entersHost(job) : tableJudge(job)),
    at: later,
    batch: later,
    atrm: later,
    crontab,
    script,
    busybox: applet,
    toybox: applet,
  };
}

/** Applets of busybox that only read, whatever option they are given. An output stands in no option, only as an operand. */
const readingApplets = new Set(
  `arch ascii basename cal cat cksum cmp crc32 cut df diff dirname du echo egrep expand expr factor false fgrep fold free
  grep groups head hexdump hostid id logname ls lsmod lsscsi md5sum nl nproc od paste pidof printf ps pwd readlink realpath
  rev seq sha1sum sha256sum sha3sum sha512sum stat strings sum tac tail test tr true tty uname unexpand uniq uptime w wc
  which who whoami zcat`.split(/\s+/),
);

/** busybox and toybox: one program that is many, with fewer options than the ones they are named after, and some others. */
function applet(job: Job): Flow {
  const [first] = job.args;
  if (first === undefined || /^--(?:list|list-full|help|version)$/.test(first.text)) {
    if (job.args.length > 1) ask(job, "opaque", "option.unknown", `It is not known what ${shown(job)} does.`);
    return someFlow;
  }
  if (first.text.startsWith("-")) {
    ask(job, "write", "applet.option", `Changes the system through ${job.name} ${readable(first.text)}.`);
    return someFlow;
  }
  if (isDynamic(first)) return runsShellText(job, first.text, job.name);
  if (!readingApplets.has(first.text) || first.many === true)
    ask(job, "opaque", "applet.other", `${job.name} ${readable(first.text)} may read its options differently.`);
  return job.run.runArgv(job.args, job, { via: job.name, stdin: job.stdin });
}
