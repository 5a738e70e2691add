import { lstatSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** Of the system itself, also for who works in /usr. */
const systemFolders = new Set(
  "/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin /run/current-system/sw/bin".split(
    " ",
  ),
);

/**
 * A PATH for programs of our own: without folders of the project that they look at, in which anybody may have put a
 * program called `sh` or `git`. What is not absolute would be such a folder as soon as a program starts there.
 */
export function pathOutside(searchPath: string, folder: string): string {
  const project = projectAround(folder);
  const isOutside = (entry: string) =>
    systemFolders.has(entry) || (isAbsolute(entry) && !isBelow(entry, project) && !isBelow(realOr(entry), project));
  return searchPath.split(delimiter).filter(isOutside).join(delimiter);
}

/** The repository around a folder, or the folder itself. */
function projectAround(folder: string): string {
  const start = realOr(folder);
  for (let at = start; at !== dirname(at); at = dirname(at)) {
    if (lstatSync(join(at, ".git"), { throwIfNoEntry: false }) !== undefined) return at;
  }
  return start;
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // What is not there holds no programs.
    return path;
  }
}
