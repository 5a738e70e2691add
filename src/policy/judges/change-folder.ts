import { type Flow, folderFrom, hole, isUnreadCode, noFlow } from "../../shell/index.ts";
import type { Job } from "../job.ts";
import { operandsOf } from "../options.ts";

/** Back to an earlier folder, by a place in the stack, by replacing a word (zsh), by a pattern: only the run decides. */
function goesWhereItSays(job: Job): boolean {
  const [to, ...more] = operandsOf(job.args);
  if (more.length > 0 || job.args.some((arg) => arg.text.startsWith("-") && !/^-[PL]+$|^--$/.test(arg.text)))
    return false;
  if (to === undefined) return job.name === "cd" && job.args.length === 0;
  return !isUnreadCode(to) && !/^[+-]/.test(to.text);
}

const goesUp = /(?:^|\/)\.\.(?:\/|$)/;

/** `cd` and its relatives: where the line is from here on. */
export function changeDirectory(job: Job): Flow {
  // A value that holds the folder left now means another one.
  for (const [name, value] of job.shell.variables)
    if (value?.includes(hole.cwd) === true) job.shell.variables.set(name, null);
  const [to] = operandsOf(job.args);
  const isAbsolute = /^[/\ufdd3]/u.test(to?.text ?? "");
  job.shell.moves++;
  if (!goesWhereItSays(job)) job.shell.adrift = true;
  else if (to === undefined || isAbsolute) job.shell.adrift = false;
  if (to === undefined) job.shell.cwd = job.name === "cd" && job.args.length === 0 ? hole.home : "";
  else if (/^[\ufdd0\ufdd1\ufdd2]/u.test(to.text) || !goesWhereItSays(job)) job.shell.cwd = "";
  else goInto(job, to.text);
  // Links and options of the shell decide where a second step, or one upwards, leads.
  if (!job.run.believes && (job.shell.moves > 1 || goesUp.test(to?.text ?? ""))) job.shell.adrift = true;
  return noFlow;
}

/** `..` takes the last name off the shell's own path, whatever that name leads to; with -P it is the folder above. */
function goInto({ shell, args, run, via }: Job, path: string): undefined {
  const there = folderFrom(shell.cwd, path);
  shell.cwd = there;
  // From there on the shell's own path is another one than the line has.
  if (args.some(({ text }) => /^-\w*P/.test(text))) shell.adrift = true;
  if (!goesUp.test(path)) return;
  const isAbsolute = /^[/\ufdd3]/u.test(there);
  // Where the line begins is not known to whoever only asks for a verdict.
  if (!isAbsolute && run.context.cwd === undefined) return;
  const walked = lexically(isAbsolute ? there : `${run.context.cwd}/${there}`);
  if (walked !== null) shell.cwd = walked;
  // Another shell that was not told its path takes the folder above.
  if (walked === null || via.length > 0) shell.adrift = true;
}

/** Null where it leads out of a home whose place is not known. */
function lexically(path: string): string | null {
  const [root = "", ...names] = path.split("/");
  const walked: string[] = [];
  for (const name of names) {
    if (name === "..") {
      if (walked.pop() === undefined && root !== "") return null;
    } else if (name !== "" && name !== ".") walked.push(name);
  }
  return walked.length === 0 && root === "" ? "/" : [root, ...walked].join("/");
}
