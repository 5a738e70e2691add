import { type Arg, everyFolder, likelyFolder, pathWord, placeOf, readable } from "../shell/index.ts";
import { ask, type Job, recordFile } from "./job.ts";
import type { Condition } from "./types.ts";

/** The same condition has the same key, whoever asks for it. */
export const conditionKey = (condition: Condition): string => JSON.stringify(condition);

export const distinctConditions = (conditions: readonly Condition[]): Condition[] => [
  ...new Map(conditions.map((condition) => [conditionKey(condition), condition])).values(),
];

/** What a condition says, for people. */
export function describeCondition(condition: Condition): string {
  switch (condition.about) {
    case "repository":
      return "no setting or hook of the repository makes git run a program or fetch something";
    case "landing":
      return "no setting or hook of a repository, and no file of versions, makes a prompt that asks git or other programs run another one there";
    case "names":
      return "no name of a file in the folder has blanks or quotes in it, or begins with a dash";
    case "top":
      return "the folder is the top of its repository";
    case "dashes":
      return "no name of a file in the folder begins with a dash";
    case "compose":
      return `no file that ${condition.program} loads from the folder or above it names another file or engine`;
    case "versions":
      return `no file in the folder or above it makes a manager of versions run another ${condition.program}`;
    case "project":
      return `the folder, and whatever the command names, is really in ${condition.project} and in no other project within it`;
    case "place":
      return `the command, and whatever it names, is really in ${condition.within.length === 0 ? "its folder" : `a folder of the rule (${condition.within.join(", ")})`}`;
    case "folder":
      return `no ${condition.without.join(", ")} in the folder or above it makes ${condition.program} run something else`;
  }
}

/** The command only reads, provided that git finds a repository which runs nothing. */
export function unlessRepositoryRuns(job: Job, folder: string = likelyFolder(job.shell)): undefined {
  provided(job, folder, (where) => ({ about: "repository", folder: where }));
}

/** The line only reads, provided that what prompts ask, git and others, runs nothing else in the folder that it leads to. */
export function unlessPromptRuns(job: Job, folder: string): undefined {
  provided(job, folder, (where) => ({ about: "landing", folder: where }));
}

/** The command only reads what was listed, provided that no name falls into several, or becomes an option. */
export function unlessNamesBreak(job: Job, folder: string = likelyFolder(job.shell)): undefined {
  provided(job, folder, (where) => ({ about: "names", folder: where }));
}

/** The same for words of a list, which mean other files where they were not listed. */
export function unlessItemsBreak(job: Job, { listedIn }: Pick<Arg, "listedIn">): undefined {
  if (listedIn !== placeOf(job.shell)) asksOtherFolder(job);
  unlessNamesBreak(job);
}

/** Names that a search found, opened where it did not look. */
export function asksOtherFolder(job: Job): undefined {
  const say = `${job.name} runs in another folder than the one in which the names were listed, so they may be other files.`;
  ask(job, "opaque", "names.elsewhere", say, { safer: "List the names in the folder in which they are opened." });
}

/** The command only reads what was listed, provided that the line is in the top folder of its repository. */
export function unlessBelowTop(job: Job): undefined {
  provided(job, likelyFolder(job.shell), (where) => ({ about: "top", folder: where }));
}

/** The command only reads, provided that no name that a pattern matches is an option of it. */
export function unlessNamesBegin(job: Job, { areHeld }: { areHeld: boolean }): undefined {
  // A loop has taken its names from where the line was then.
  for (const folder of areHeld ? everyFolder(job.shell) : new Set(["", likelyFolder(job.shell)]))
    provided(job, folder, (where) => ({ about: "dashes", folder: where }));
}

/** The program opens files of its own choice where it runs, so links there are followed before it does. */
export function looksAround(job: Job): undefined {
  if (job.shell.adrift) asksUnknownFolder(job, likelyFolder(job.shell));
  else recordFile(job, "near", { text: "." });
}

/** The command only reads, provided that none of these files is in the folder it runs in, or above. */
export function unlessFolderHas(job: Job, without: readonly string[]): undefined {
  provided(job, likelyFolder(job.shell), (where) => ({ about: "folder", folder: where, program: job.name, without }));
}

/** The command only reads, provided that no manager of versions is told to run another program in its place. */
export function unlessVersionIsOther(job: Job): undefined {
  provided(job, likelyFolder(job.shell), (where) => ({ about: "versions", folder: where, program: job.name }));
}

/** The command only reads, provided that the project of the folder is described by its own files alone. */
export function unlessComposeFetches(job: Job, files: readonly string[]): undefined {
  provided(job, likelyFolder(job.shell), (where) => ({
    about: "compose",
    folder: where,
    program: job.name,
    files,
  }));
}

/**
 * A part that runs beside the line and perhaps after its end: `… &`, a process substitution. A condition is looked up
 * right before the line runs, so it holds there only for a command that begins at once.
 */
export function inBackground<T>(job: Job, { isOneCommand }: { isOneCommand: boolean }, walk: () => T): T {
  const { run, shell, via } = job;
  const [conditions, commands] = [run.conditions.length, run.commands.length];
  const result = walk();
  const hasFunctions = shell.functions.size > 0;
  const restsOnOne = run.conditions.length > (hasFunctions ? 0 : conditions);
  const isAtOnce =
    isOneCommand && !hasFunctions && run.commands.slice(commands).every((each) => each.via.length === via.length);
  if (restsOnOne && !isAtOnce)
    ask(
      job,
      "opaque",
      "folder.later",
      "A part of it runs later, beside the line; settings that can run programs may have been written by then.",
    );
  return result;
}

function asksUnknownFolder(job: Job, folder: string): undefined {
  const name = readable(folder);
  ask(
    job,
    "opaque",
    "folder.dynamic",
    `${job.name} runs in a folder that is only chosen at run time${name === "" ? "" : ` (${name})`}; settings there can run programs.`,
  );
}

function provided(
  job: Job,
  folder: string,
  make: (folder: NonNullable<ReturnType<typeof pathWord>>) => Condition,
): undefined {
  const where = job.shell.adrift || /[*?[]/.test(folder) ? null : pathWord({ text: folder });
  if (where === null || where.pattern !== undefined) {
    return asksUnknownFolder(job, folder);
  }
  const condition = make(where);
  const reason = job.run.context.unmet?.get(conditionKey(condition));
  if (reason === undefined) job.run.conditions.push(condition);
  else ask(job, "opaque", "folder.runs-code", reason);
}
