import type { AssessedCommand } from "../types.ts";
import { goesByWords, looksWithin, runsCode, staysHere } from "./reach-groups.ts";

/**
 * Whether the line shows which other machines a command goes to, as far as that is up to its program: it goes to none, or
 * where its words say, or runs code. Any other program may log in where a file of its own says, and nobody has a list of
 * those. What is proved to only read may ask the service that its program belongs to.
 */
export function showsWhereItGoes(command: AssessedCommand, options: { isProved: boolean; project?: string }): boolean {
  const [path] = command.argv;
  if (path === undefined) return true;
  if (path === null) return false;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (staysHere.has(name) || runsCode.has(name)) return true;
  if (options.isProved && (looksWithin.has(name) || goesByWords.has(name) || isAboutItself(command))) return true;
  const reader = goesByWords.get(name);
  if (reader === undefined) return isOfProject(path, command, options.project);
  // A word that only the run decides may be the host.
  return command.argv.every((word, at, all) =>
    word === null ? reader.texts?.test(all[at - 1] ?? "") === true : reader.lists?.test(word) !== true,
  );
}

/** It only prints its version or its usage. */
const isAboutItself = ({ argv }: AssessedCommand): boolean =>
  argv.length === 2 && /^(?:--?(?:version|help)|-[vVh]|version|help)$/.test(argv[1] ?? "");

/** A program of the project is code like its scripts: `./run.sh`, `bin/console`, `/home/a/project/run.sh`. */
function isOfProject(path: string, { folders }: AssessedCommand, project: string | undefined): boolean {
  if (!path.includes("/") || upwards.test(path)) return false;
  if (path.startsWith("/")) return project !== undefined && path.startsWith(`${project}/`);
  if (path.startsWith("~")) return false;
  return folders.every((folder) => {
    if (folder === null || folder.from !== "here" || folder.pattern !== undefined || upwards.test(folder.path))
      return false;
    return !folder.path.startsWith("/") || (project !== undefined && `${folder.path}/`.startsWith(`${project}/`));
  });
}

const upwards = /(?:^|\/)\.\.(?:\/|$)/;
