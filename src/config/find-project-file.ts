import { access } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * The nearest `.cotty/config.toml`, or another file of that folder, from `cwd` upwards. The search ends at the root of the git repository or at the
 * home folder; outside of both only `cwd` itself counts, so that a file in /tmp or / means nothing to a project below.
 */
export async function findProjectFile(cwd: string, home: string, name = "config.toml"): Promise<string | null> {
  const folders: string[] = [];
  let isInsideProject = false;
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    isInsideProject = folder === home || (await exists(join(folder, ".git")));
    if (isInsideProject || folder === dirname(folder)) break;
  }
  for (const folder of isInsideProject ? folders : [cwd]) {
    const file = join(folder, ".cotty", name);
    if (await exists(file, { orHidden: true })) return file;
  }
  return null;
}

/** What cannot be looked at may be there: whoever reads a file finds out, and must not take it for none. */
async function exists(path: string, { orHidden } = { orHidden: false }): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    return orHidden && !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}
