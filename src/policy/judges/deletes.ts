import { type Arg, hole, isOpenPath, noFlow, plainArg, readable } from "../../shell/index.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job, pathTarget } from "../job.ts";
import { hasOption, operandsOf } from "../options.ts";
import type { PathKind } from "../paths.ts";
import type { Judges } from "./judge.ts";

const nameIt = "Name the exact files, and look at the list first (ls).";

const why: Partial<Record<PathKind, string>> = {
  root: "everything on the machine",
  "system-directory": "a whole directory of the system",
  program: "programs or libraries of the system",
  account: "files that accounts, login, start-up or the audit trail depend on",
  home: "a whole home directory",
  login: "files that run at login or by another program",
  secret: "keys or passwords",
  policy: "the rules and records of Cotty itself",
  git: "the repository's own data and history",
  device: "a device file",
  kernel: "kernel files",
  data: "data of a database or another service",
  here: "everything here",
  collapses: "a path that becomes a parent directory, or everything, when the variable is empty",
  dynamic: "files that are only chosen at run time",
};

/** Judges the removal of one path. `recursive` is what makes a named directory outside the project a danger. */
export function deletesPath(
  job: Job,
  arg: Arg,
  options: { recursive: boolean; how?: string; name?: string },
): undefined {
  const { kind, path, isOwn } = judgedPath(arg.text, job);
  const name = options.name ?? (arg.text === hole.item ? "whatever the list names" : readable(path, arg.variables));
  const how = options.how ?? "Deletes";
  const target = pathTarget(path, isOpenPath(arg));
  // A tilde that the shell left alone (quoted, or out of a variable) is one slip away from the home directory.
  const isTilde = /^~(?:\/|$)/.test(arg.text);
  const because = isTilde ? why.home : kind === "secret" && isOwn ? undefined : why[kind];
  if (because !== undefined && kind !== "null") {
    return danger(job, "destructive", `delete.${kind}`, `${how} ${name}: ${because}.`, nameIt, {
      target,
      span: arg.span,
    });
  }
  if (/(?:^|\/)\.(?:\w+_)?history$/.test(path)) {
    return danger(job, "destructive", "audit.history", `${how} ${name}, the record of what was done.`, nameIt, {
      target,
      span: arg.span,
    });
  }
  const isGlob = /[*?[]/.test(path);
  // Where the line has climbed out of its folder, a name means another thing than it does here.
  const hasClimbed = /^\.\.(?:\/|$)/.test(job.shell.cwd) && !/^[/\ufdd3]/u.test(arg.text);
  const isNear = /^\.\.\/[^*]+$/.test(path) && !hasClimbed;
  const isFar = kind === "system" || kind === "home-entry" || (kind === "outside" && !isNear);
  if (isFar && (options.recursive || isGlob)) {
    return danger(
      job,
      "destructive",
      "delete.outside",
      `${how} ${name} and everything in it, outside the project and /tmp.`,
      nameIt,
      { target, span: arg.span },
    );
  }
  ask(job, "write", "delete.named", `${how} ${name}.`, { target, span: arg.span });
}

function remove(job: Job) {
  const recursive =
    hasOption(job.args, "-r", "-R", "--recursive", "-d", "--dir") && hasOption(job.args, "-r", "-R", "--recursive");
  const operands = operandsOf(job.args);
  if (hasOption(job.args, "--no-preserve-root")) {
    danger(job, "destructive", "delete.root", "Switches off the guard that keeps rm from deleting everything.", nameIt);
  }
  if (operands.length === 0) ask(job, "write", "delete.nothing", "rm without a file to delete.");
  for (const operand of operands) deletesPath(job, operand, { recursive });
  return noFlow;
}

function shred(job: Job) {
  const operands = operandsOf(job.args);
  danger(
    job,
    "destructive",
    "delete.unrecoverable",
    `${job.name} makes ${operands.map((arg) => readable(arg.text)).join(" ")} unrecoverable.`,
    "Delete with rm, from a place that has a backup.",
  );
  return noFlow;
}

export const deleteJudges: Judges = {
  rm: remove,
  grm: remove,
  // Packages of Node that delete folders with everything in them.
  rimraf: (job) => remove({ ...job, args: [plainArg("-r", job.span), ...job.args] }),
  "del-cli": (job) => remove({ ...job, args: [plainArg("-r", job.span), ...job.args] }),
  unlink: remove,
  rmdir: (job) => {
    if (job.args.some((arg) => /^\/[sq]$/i.test(arg.text)))
      danger(job, "destructive", "delete.windows", "Deletes a directory with everything in it.", nameIt);
    for (const operand of operandsOf(job.args))
      deletesPath(job, operand, { recursive: false, how: "Removes the empty directory" });
    return noFlow;
  },
  trash: (job) => {
    for (const operand of operandsOf(job.args))
      deletesPath(job, operand, { recursive: true, how: "Moves to the trash" });
    return noFlow;
  },
  shred,
  srm: shred,
  wipe: shred,
  sdelete: shred,
};
