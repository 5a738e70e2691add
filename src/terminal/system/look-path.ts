import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";

/** Where a system keeps its own programs. NixOS has nearly all of them in the last one. */
export const systemFolders = [
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  "/usr/sbin",
  "/sbin",
  "/run/current-system/sw/bin",
] as const;

/** Package managers of the whole machine that happen to be repositories. */
export const machineFolders = ["/opt/homebrew", "/usr/local", "/home/linuxbrew"];

/**
 * The PATH for programs that Cotty itself starts to look at something, in whatever folder: a project must not choose
 * them. Entries that depend on the folder are left out, and so are those inside a project: below the folder that is
 * looked at, in a repository, in `node_modules`.
 */
export function lookPath(path: string | undefined, cwd = process.cwd()): string {
  const own = (path ?? "").split(delimiter).filter((entry) => isAbsolute(entry) && !isOfProject(entry, cwd));
  return (own.length > 0 ? own : systemFolders).join(delimiter);
}

/** For looks, which need no newer program than the system has: whatever else is on the PATH comes behind it. */
export const systemFirst = (path: string | undefined): string =>
  [...new Set<string>([...systemFolders, ...(path ?? "").split(delimiter)])].join(delimiter);

function isOfProject(entry: string, cwd: string): boolean {
  const projects = namesOf(cwd).flatMap((folder) => projectOf(folder) ?? []);
  return namesOf(entry).some((folder) => {
    const repository = repositoryOf(folder);
    return (
      folder.split("/").includes("node_modules") ||
      (repository !== null && !isTool(repository)) ||
      projects.some((project) => isIn(folder, project))
    );
  });
}

/** The repository around a folder, or else that folder; the home and what is above it is nobody's project. */
function projectOf(folder: string): string | null {
  const project = repositoryOf(folder) ?? folder;
  return isIn(homedir(), project) ? null : project;
}

/** A version manager in a hidden folder of the home is a clone as well (`~/.nvm`), and so are dotfiles around the home. */
function isTool(repository: string): boolean {
  const home = homedir();
  if (isIn(home, repository) || machineFolders.some((folder) => isIn(repository, folder))) return true;
  return dirname(repository) === home && basename(repository).startsWith(".");
}

function repositoryOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return null;
  }
}

/** As it is called, and as it really is. */
function namesOf(folder: string): string[] {
  const named = resolve(folder);
  try {
    return [named, realpathSync(named)];
  } catch {
    return [named];
  }
}

const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
