import { type Arg, hole, isOpenPath, likelyFolder, noFlow, readable } from "../../shell/index.ts";
import { judgedName } from "../file-access.ts";
import { ask, danger, type Job, pathTarget } from "../job.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import type { JudgedPath } from "../paths.ts";
import { deletedPlaces, tellPlace } from "../places/place-rows.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

const nameIt = "Name the exact files, and look at the list first (ls).";

interface Deletion {
  /** What makes a named directory outside the project a danger. */
  recursive: boolean;
  how?: string;
  /** What it is called in the sentence. */
  name?: string;
}

/** Judges the removal of one path. */
export function deletesPath(job: Job, arg: Arg, { recursive, how = "Deletes", name }: Deletion): undefined {
  const judged = judgedName(arg.text, job);
  const { path } = judged;
  const shownName = name ?? (arg.text === hole.item ? "whatever the list names" : shownPath(arg, path));
  const place = deletedPlace(job, arg, judged, recursive);
  const target = pathTarget(path, isOpenPath(arg));
  tellPlace(job, deletedPlaces, place, { "": shownName, how }, { target, span: arg.span });
}

/** A tilde that may yet become the home is shown as it is written. */
const shownPath = ({ text, variables }: Arg, path: string): string =>
  readable(isTilde.test(text) ? text : path, variables);

const isTilde = /^~(?:\/|$)/;

function deletedPlace(job: Job, arg: Arg, { kind, path, isOwn }: JudgedPath, recursive: boolean): string {
  const { text } = arg;
  // A tilde that the shell left alone (quoted, or out of a variable) is one slip away from the home directory.
  if (isTilde.test(text)) return "home";
  if (isTemporary(job, arg)) return "named";
  if (Object.hasOwn(deletedPlaces, kind) && !(kind === "secret" && isOwn)) return kind;
  if (/(?:^|\/)\.(?:\w+_)?history$/.test(path)) return "history";
  // Where the line has climbed out of its folder, a name means another thing than it does here.
  const hasClimbed = /^\.\.(?:\/|$)/.test(likelyFolder(job.shell)) && !/^[/\ufdd3]/u.test(text);
  const isNear = /^\.\.\/[^*]+$/.test(path) && !hasClimbed;
  const isFar = kind === "system" || kind === "home-entry" || (kind === "outside" && !isNear);
  return isFar && (recursive || /[*?[]/.test(path)) ? "far" : "named";
}

/** What `mktemp` made in this line, or a name below `$TMPDIR`. */
function isTemporary(job: Job, { text, variables, flow, many }: Arg): boolean {
  const { run, shell } = job;
  const below = /^[\ufdd0\ufdd1]((?:\/[\w+@-][\w.+@-]*)*)\/?$/u.exec(text)?.[1];
  const [name, ...others] = variables;
  if (below === undefined || others.length > 0) return false;
  if (many === true && name !== "TMPDIR") return false;
  if (name === undefined) return flow?.temporary === true;
  const isGiven = shell.variables.has(name) || run.context.leftVariables?.includes(name) === true;
  if (name !== "TMPDIR" || isGiven) return run.temporary.has(name);
  // Many machines do not set it: then `$TMPDIR/build` is a name at the top, and `$TMPDIR/etc` is /etc.
  return below !== "" && ["outside", "tmp"].includes(judgedName(below, job).kind);
}

const remove = (recursive: boolean, how?: string) => (job: Job) => {
  if (hasOption(job.args, "--no-preserve-root"))
    danger(job, "destructive", "delete.root", "Switches off the guard that keeps rm from deleting everything.", nameIt);
  if (job.name === "rmdir" && job.args.some((arg) => /^\/[sq]$/i.test(arg.text)))
    danger(job, "destructive", "delete.windows", "Deletes a directory with everything in it.", nameIt);
  const operands = operandsOf(job.args);
  if (operands.length === 0) ask(job, "write", "delete.nothing", `${job.name} without a file to delete.`);
  for (const operand of operands)
    deletesPath(job, operand, {
      recursive: recursive || hasOption(job.args, "-r", "-R", "--recursive"),
      ...(how !== undefined && { how }),
    });
  return noFlow;
};

const shredOptions = optionTable({
  options: "-n= --iterations= -s= --size= --random-source= -f -u -v -x -z --force --verbose --exact --zero --remove[=]",
});

function shred(job: Job) {
  const { operands } = job.name === "shred" ? parseArgs(job.args, shredOptions) : { operands: operandsOf(job.args) };
  const names = operands.map((arg) => readable(arg.text));
  const say = `${job.name} makes ${names.join(" ")} unrecoverable.`;
  danger(job, "destructive", "delete.unrecoverable", say, "Delete with rm, from a place that has a backup.");
  return noFlow;
}

export const deleteJudges: Judges = {
  rm: remove(false),
  grm: remove(false),
  unlink: remove(false),
  // Packages of Node that delete folders with everything in them.
  rimraf: remove(true),
  "del-cli": remove(true),
  rmdir: remove(false, "Removes the empty directory"),
  trash: remove(true, "Moves to the trash"),
  shred,
  srm: shred,
  wipe: shred,
  sdelete: shred,
};
