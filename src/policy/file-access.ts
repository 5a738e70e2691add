import {
  type Arg,
  type Flow,
  folderFrom,
  hole,
  isGluedName,
  isOpenPath,
  mixFlows,
  readable,
  someFlow,
} from "../shell/index.ts";
import { unlessNamesBreak } from "./conditions.ts";
import { isPrivateThere, privateFile } from "./home-files.ts";
import { ask, danger, type Job, pathTarget, recordFile } from "./job.ts";
import { judgeKernelWrite } from "./kernel-writes.ts";
import { asksDevice, asksMachine } from "./opened-files.ts";
import { classifyPath, homeRest, type JudgedPath, leadsThroughProcess, looksSecret, mayHoldSecrets } from "./paths.ts";
import { actsUnattended } from "./unattended-files.ts";

export const judgedPath = (text: string, job: Job): JudgedPath =>
  classifyPath(text, { cwd: job.shell.cwd, context: job.run.context });

const secretDirectory = /(?:^|\/)\.(?:ssh|gnupg|aws|kube|azure|docker|password-store|config\/gcloud)\/?$|^\/proc\/?$/i;

/** Words that people search and ask for as well: only where a file is meant are they names of one. */
const isWord =
  /^(?:[a-z\d]+[-_])*(?:password|passphrase|pass|secret|token|(?:private|api|auth|access|secret)[-_]?key)$/i;

/** Whether a word that may be a file or a whole directory names one that is kept for keys and passwords. */
export const holdsSecrets = (text: string, job: Job): boolean => {
  if (isWord.test(text)) return false;
  const { kind, path } = judgedPath(text, job);
  return kind === "secret" || secretDirectory.test(path);
};

/**
 * A name in a folder that nobody can tell: the line went somewhere that only the run decides, or more than once. After one
 * `cd` that may have failed it is in one of two known folders, and both are looked at.
 */
const isLost = ({ shell }: Job, { text }: Arg): boolean =>
  !/^[/\ufdd3]/u.test(text) && (shell.moves !== 1 || shell.cwd === "" || /[*?[]/.test(shell.cwd));

/** The same by the name alone, for a path that leads through no link. */
export const isKeptForSecrets = (path: string): boolean => looksSecret(path) || secretDirectory.test(path);

/** Judges a file whose content is printed or sent on. Returns what flows out of it. */
export function readsFile(job: Job, arg: Arg): Flow {
  recordFile(job, "read", arg);
  const { kind: written, path, isOwn } = judgedPath(arg.text, job);
  // To write there is worse than to write a secret; to read it is not.
  const kind = written === "policy" && looksSecret(path) ? "secret" : written;
  const target = pathTarget(path, isOpenPath(arg));
  if (leadsThroughProcess(folderFrom(job.shell.cwd, arg.text)))
    ask(
      job,
      "read",
      "private.process",
      `${readable(arg.text)} leads through a process to a folder that only the run decides.`,
      {
        target,
      },
    );
  switch (kind) {
    case "secret":
      danger(
        job,
        "exfil",
        "secret.read",
        `Prints ${readable(path)}, which holds keys or passwords; its content would go to the model and the log.`,
        "Read only what is not secret, or let a person look it up.",
        { target },
      );
      return { ...someFlow, secret: true };
    case "network":
      danger(
        job,
        "exfil",
        "network.raw-socket",
        `Opens a raw network connection through ${readable(path)}.`,
        "Use curl against a named service.",
        { target },
      );
      return { ...someFlow, fetched: true };
    case "policy":
      return someFlow;
    default:
      if (asksMachine(job, arg) || asksDevice(job, arg)) return { ...someFlow, private: true };
  }
  if (secretDirectory.test(path)) {
    danger(
      job,
      "exfil",
      "secret.read",
      `Prints what is in ${readable(path)}, where keys are kept.`,
      "List the names only (ls).",
      { target },
    );
    return { ...someFlow, secret: true };
  }
  const kept = privateFile(path, isOwn ? null : homeRest(path));
  if (kept !== null) {
    ask(job, "read", kept.ruleId, `Prints ${readable(path)}, ${kept.say}.`, { target });
    return { ...someFlow, private: true };
  }
  if (kind === "null" && /zero|random|full/.test(path)) return { ...someFlow, endless: true };
  if (kind === "home" || kind === "root" || mayHoldSecrets(path, job.run.context)) {
    ask(job, "read", "private.everything", `Prints from everything in ${readable(path)}, secrets included.`, {
      target,
    });
    return { ...someFlow, private: true };
  }
  if (job.shell.adrift && arg.names !== true && (isPrivateThere(arg.text, job.run.context) || isLost(job, arg))) {
    ask(
      job,
      "read",
      "read.adrift",
      `Prints ${readable(arg.text)} of a folder that is only known when it runs; there it may hold secrets.`,
      { target },
    );
    return { ...someFlow, private: true };
  }
  if (arg.text.includes(hole.item)) return readsItem(job, arg);
  const likely = arg.variables
    .flatMap((name) => job.shell.possible.get(name) ?? [])
    .find((value) => holdsSecrets(value, job));
  if (likely !== undefined) return readsFile(job, { ...arg, text: likely, variables: [] });
  if ((isOpenPath(arg) || isGluedName(arg)) && !arg.text.includes(hole.pipe)) {
    ask(job, "read", "read.dynamic", `Prints a file that is only chosen at run time: ${readable(arg.text)}.`, {
      target,
    });
    return { ...someFlow, private: true };
  }
  const before = job.shell.files.get(path);
  const isPrivate =
    ["home", "home-entry", "system", "account", "login", "kernel", "root", "system-directory"].includes(kind) ||
    (path.startsWith(hole.home) && !isOwn);
  const base: Flow = { ...someFlow, private: isPrivate };
  if (before !== undefined) return { ...mixFlows(base, before), text: before.text };
  return arg.flow === null ? base : mixFlows(base, arg.flow);
}

/** A name handed over by xargs or find: it is as harmless as the list it comes from. */
function readsItem(job: Job, arg: Arg): Flow {
  const { stdin } = job;
  if (stdin.secret) {
    danger(
      job,
      "exfil",
      "secret.read",
      "Prints files that were selected because they hold keys or passwords.",
      "List the names only.",
    );
    return { ...someFlow, secret: true };
  }
  // In a folder of keys every name is one, and in a home or /etc any may be.
  const some = arg.text.replaceAll(hole.item, "x");
  if (holdsSecrets(some, job)) return readsFile(job, { ...arg, text: some });
  const { path } = judgedPath(some, job);
  const isWide =
    /^[/\ufdd3]/u.test(path) && mayHoldSecrets(path.slice(0, path.lastIndexOf("/")) || "/", job.run.context);
  // Glued to other text it is another name: `cat .{}`.
  const isWhole = new RegExp(`^(?!.*(?:^|/)\\.\\./)(?:.*/)?${hole.item}$`, "su").test(arg.text);
  if (isWide || !isWhole || !stdin.names || stdin.fetched || stdin.decoded || stdin.private) {
    ask(job, "read", "read.dynamic", `Prints files that are only chosen at run time: ${readable(arg.text)}.`);
    return { ...someFlow, private: true };
  }
  unlessNamesBreak(job);
  return someFlow;
}

/** Where package managers learn from whom they install, and the words that switch the check of signatures off. */
const packageSources =
  /^\/etc\/(?:apt\/(?:sources\.list|preferences)|yum\.(?:repos\.d|conf)|dnf\/|zypp\/repos\.d|pacman\.(?:conf|d)|apk\/)/;
const uncheckedSource =
  /trusted[=:]\s*yes|allow-insecure[=:]\s*yes|gpgcheck\s*=\s*(?:0|no|false)|SigLevel\s*=\s*(?:Never|.*TrustAll)/i;

const overwriteSafer = "Write to a file of the project, show the difference, and let a person put it in place.";

/** Judges a file that is created, changed or replaced. Always at least `ask`, except for /dev/null and the terminal. */
export function writesFile(
  job: Job,
  arg: Arg,
  content: Flow,
  how: "write" | "append" | "truncate" = "write",
): undefined {
  if (arg.text.includes(hole.pipe)) return;
  recordFile(job, "write", arg);
  const { kind, path, isOwn } = judgedPath(arg.text, job);
  const name = readable(path);
  const target = pathTarget(path, isOpenPath(arg));
  if (kind === "null") {
    // By such a name the file behind a descriptor is opened anew, and to be written: `echo x < FILE > /dev/stdin`.
    if (/^\/(?:dev\/(?:stdin|fd)|proc)(?:\/|$)/.test(path))
      ask(job, "write", "write.descriptor", `Writes to whatever file ${readable(path)} stands for.`, {
        target: pathTarget(path),
      });
    return;
  }
  if (content.secret && kind !== "project" && kind !== "tmp") {
    danger(job, "exfil", "secret.copied", `Writes secrets to ${name}.`, "Leave secrets where they are.", { target });
  }
  job.shell.files.set(path, content);
  if (content.endless) {
    return danger(
      job,
      "destructive",
      "bomb.disk",
      `Writes to ${name} without end, until the disk is full.`,
      "Say how much: head -c 1M",
      { target },
    );
  }
  if (/(?:^|\/)\.(?:\w+_)?history$/i.test(path) && how !== "append") {
    return danger(
      job,
      "destructive",
      "audit.history",
      `Replaces ${name}, the record of what was done.`,
      "Leave the history as it is.",
      {
        target,
      },
    );
  }
  if (packageSources.test(path) && uncheckedSource.test(content.text ?? "")) {
    return danger(
      job,
      "escalate",
      "packages.unchecked",
      `Lets anyone's packages in through ${name}: their signatures are not checked.`,
      "Name the key that signs them.",
      { target },
    );
  }
  if (kind === "data" && how !== "append") {
    return danger(
      job,
      "destructive",
      "overwrite.data",
      `Writes over ${name}, data of a database or another service.`,
      "Use the service's own tools.",
      { target },
    );
  }
  const isJudgedBelow = kind === "policy" || kind === "login";
  // An empty folder does nothing yet.
  const because = isJudgedBelow || job.name === "mkdir" ? null : actsUnattended(path);
  if (because !== null) {
    return danger(job, "escalate", "unattended.write", `Changes ${name}, ${because}.`, overwriteSafer, { target });
  }
  switch (kind) {
    case "device":
      return danger(
        job,
        "destructive",
        "overwrite.device",
        `Writes straight to the device ${name}, over whatever is on it.`,
        "Write to an image file instead.",
        { target },
      );
    case "network":
      return danger(
        job,
        "exfil",
        "network.raw-socket",
        `Sends data through a raw network connection (${name}).`,
        "Use curl against a named service.",
        { target },
      );
    case "policy":
      return danger(
        job,
        "escalate",
        "policy.write",
        `Changes ${name}, which decides what an agent may do.`,
        "Let a person change rules and settings.",
        { target },
      );
    case "login":
      return danger(
        job,
        "escalate",
        "persistence.write",
        `Changes ${name}, which runs again later, at login or inside another program.`,
        overwriteSafer,
        { target },
      );
    case "account":
      return danger(
        job,
        "destructive",
        "overwrite.system",
        `Changes ${name}, which decides about accounts, login, start-up, name resolution or the audit trail.`,
        overwriteSafer,
        { target },
      );
    case "secret":
      // A project's own .env is written every day; keys of the person or the machine are not.
      if (isOwn) {
        return ask(job, "write", "write.secret", `Changes ${name}, which holds settings and secrets of the project.`, {
          target,
        });
      }
      return danger(
        job,
        "escalate",
        "overwrite.secret",
        `Changes ${name}, which holds keys or passwords.`,
        overwriteSafer,
        { target },
      );
    case "program":
      return danger(
        job,
        "escalate",
        "overwrite.program",
        `Replaces ${name}, a program or library of the system.`,
        "Install it with the package manager.",
        { target },
      );
    case "git":
      return danger(
        job,
        "destructive",
        "overwrite.git",
        `Writes into ${name}, the repository's own data.`,
        "Use git commands.",
        { target },
      );
    case "kernel":
      return judgeKernelWrite(job, path);
    case "root":
    case "system-directory":
    case "home":
      return danger(
        job,
        "destructive",
        "overwrite.directory",
        `Writes over ${name}.`,
        "Name a file inside the project.",
        { target },
      );
    case "collapses":
    case "dynamic":
      // Emptying is all that a bare redirect does, so what it empties must be known.
      if (how === "truncate" && isOpenPath(arg))
        return danger(
          job,
          "destructive",
          "overwrite.dynamic",
          `Empties a file that is only chosen at run time: ${name}.`,
          overwriteSafer,
          {
            target,
          },
        );
      return ask(
        job,
        "write",
        "write.dynamic",
        `Writes a file that is only chosen at run time: ${readable(arg.text)}.`,
        { target },
      );
    default: {
      const words = { write: "Writes", append: "Appends to", truncate: "Empties" }[how];
      return ask(
        job,
        "write",
        `write.${kind === "project" || kind === "tmp" ? "file" : "outside"}`,
        `${words} ${name}.`,
        { target },
      );
    }
  }
}

/** A change that is only suspected, as by an archive or by code: it counts where the file would act by itself. */
export function mayWriteUnattended(job: Job, arg: Arg): undefined {
  const { kind, path } = judgedPath(arg.text, job);
  if (kind === "login" || kind === "policy" || actsUnattended(path) !== null) writesFile(job, arg, someFlow);
}
