import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { readMountPoints } from "../system/process-table.ts";

/**
 * Whether a process in a container of its own may see something else at the names in the state folder than Cotty does:
 * something is mounted below it, or an entry is a link to one elsewhere. What cannot be told counts as covered.
 */
export function mayBeCovered(stateDir: string): boolean {
  try {
    const folder = realpathSync(stateDir);
    const mountPoints = readMountPoints();
    if (mountPoints === null || mountPoints.some((path) => path.startsWith(`${folder}/`))) return true;
    return readdirSync(folder).some((name) => leadsElsewhere(join(folder, name)));
  } catch (error) {
    // A folder that does not exist yet holds nothing to decide about.
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** A file with a second name is the same one in a folder where the rest is made up. */
function leadsElsewhere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.isSymbolicLink() || (found.isFile() && found.nlink > 1));
}
