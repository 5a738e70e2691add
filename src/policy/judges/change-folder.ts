import {
  anyFolder,
  distinctFolders,
  eachFolder,
  everyFolder,
  folderFrom,
  hole,
  isUnreadCode,
  noFlow,
  pathWord,
  type ShellState,
} from "../../shell/index.ts";
import { unlessPromptRuns } from "../conditions.ts";
import { ask, type Job } from "../job.ts";
import { type Answer, provedBy } from "../judgement.ts";
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
export function changeDirectory(job: Job): Answer {
  // A value that holds the folder left now means another one.
  for (const [name, value] of job.shell.variables)
    if (value?.includes(hole.cwd) === true) job.shell.variables.set(name, null);
  const [to] = operandsOf(job.args);
  const isAbsolute = /^[/\ufdd3]/u.test(to?.text ?? "");
  job.shell.moves++;
  job.shell.passed = everyFolder(job.shell);
  // A command may have brought a repository to where the shell has been.
  if (to !== undefined || job.name === "popd")
    landsIn(job.shell, goesWhereItSays(job) && to !== undefined ? to.text : hole.output);
  if (!goesWhereItSays(job)) job.shell.adrift = true;
  else if (to === undefined || isAbsolute) job.shell.adrift = false;
  if (!goesWhereItSays(job) || /^[\ufdd0\ufdd1\ufdd2]/u.test(to?.text ?? "")) job.shell.folders = anyFolder;
  else if (to === undefined) job.shell.folders = [hole.home];
  else goInto(job, to.text);
  // Links and options of the shell decide where a second step, or one upwards, leads.
  if (!job.run.believes && (job.shell.moves > 1 || goesUp.test(to?.text ?? ""))) job.shell.adrift = true;
  return provedBy("grammar", noFlow);
}

/** A step may fail, so the next one leads on from any place before it. */
function landsIn(shell: ShellState, path: string): undefined {
  const places = [...new Set([...shell.landings, ...shell.landings.map((from) => folderFrom(from, path))])];
  shell.landings = places.length > mostPlaces ? ["", hole.output] : places;
}

const mostPlaces = 9;

/**
 * Many prompts ask git about the folder they are in, and git may run what a repository sets up; some ask other programs for
 * their version, which a file of the folder may choose. So a line that leaves its shell in another folder rests on that.
 */
export function judgeLandings(job: Job): undefined {
  const settled = { ...job, shell: { ...job.shell, adrift: false } };
  for (const folder of job.shell.landings.slice(1)) {
    const place = pathWord({ text: folder });
    if (place !== null) unlessPromptRuns(settled, folder);
    else
      ask(
        job,
        "opaque",
        "folder.dynamic",
        "The shell would stay in a folder that is only chosen at run time; a prompt that asks git may run what is set up there.",
        { safer: "Write the folder out, or go there in a subshell: (cd …)" },
      );
  }
}

/** `..` takes the last name off the shell's own path, whatever that name leads to; with -P it is the folder above. */
function goInto(job: Job, path: string): undefined {
  const { shell, args, run } = job;
  const physical = eachFolder(shell, (folder) => folderFrom(folder, path));
  // From there on the shell's own path is another one than the line has.
  if (args.some(({ text }) => /^-\w*P/.test(text))) shell.adrift = true;
  shell.folders = eachFolder(shell, (folder) => goesUpFrom(job, folderFrom(folder, path), path));
  // With an option of the shell it leads above what a link leads to.
  if (!run.believes) shell.folders = distinctFolders([...shell.folders, ...physical]);
}

function goesUpFrom({ shell, run, via }: Job, there: string, path: string): string {
  if (!goesUp.test(path)) return there;
  const isAbsolute = /^[/\ufdd3]/u.test(there);
  // Where the line begins is not known to whoever only asks for a verdict.
  if (!isAbsolute && run.context.cwd === undefined) return there;
  const walked = lexically(isAbsolute ? there : `${run.context.cwd}/${there}`);
  // Another shell that was not told its path takes the folder above.
  if (walked === null || via.length > 0) shell.adrift = true;
  return walked ?? there;
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
