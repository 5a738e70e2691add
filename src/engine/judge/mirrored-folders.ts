import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { isWithin, type Mount, mountOf, parseMounts } from "../target/mount-table.ts";

/** The folders themselves, and every other place where a mount shows what is in them; on Linux, which says so. */
export async function withMirrors(folders: readonly string[]): Promise<string[]> {
  const mounts = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  return [...new Set([...folders, ...folders.flatMap((folder) => mirrorsOf(folder, mounts))])];
}

/** A mirror may be mirrored again; nobody does it more often than this. */
const maxRounds = 4;

/** Where else a folder is seen: a bind mount of it or of a folder around it or in it, or a layer of another file system. */
export function mirrorsOf(folder: string, mountinfo: string): string[] {
  const mounts = parseMounts(mountinfo);
  const found = new Set([folder]);
  for (let round = 0; round < maxRounds; round++) {
    const before = found.size;
    for (const each of [...found])
      for (const mirror of mounts.flatMap((mount) => seenIn(mount, each, mounts))) found.add(mirror);
    if (found.size === before) break;
  }
  return [...found].filter((each) => !isWithin(each, folder));
}

function seenIn(mount: Mount, folder: string, mounts: readonly Mount[]): string[] {
  const home = mountOf(folder, mounts);
  const inSystem = home && moved(folder, home.point, home.root);
  const bound = inSystem && home.device === mount.device ? shownAt(mount.point, mount.root, inSystem) : [];
  // A layer does not show the mount that is made of it.
  const layers = isWithin(folder, mount.point) ? [] : mount.layers;
  return [...bound, ...layers.flatMap((layer) => shownAt(mount.point, layer, folder))];
}

/** Where a folder is seen when `layer` is seen at `point`: in it, or all of it is a part of the folder. */
function shownAt(point: string, layer: string, folder: string): string[] {
  if (isWithin(folder, layer)) return [moved(folder, layer, point)];
  return isWithin(layer, folder) ? [point] : [];
}

const moved = (path: string, from: string, to: string) => posix.join(to, posix.relative(from, path));
