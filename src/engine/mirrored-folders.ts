import { readFile } from "node:fs/promises";
import { posix } from "node:path";

/** The folders themselves, and every other place where a mount shows what is in them; on Linux, which says so. */
export async function withMirrors(folders: readonly string[]): Promise<string[]> {
  const mounts = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  return [...new Set([...folders, ...folders.flatMap((folder) => mirrorsOf(folder, mounts))])];
}

/** A mirror may be mirrored again; nobody does it more often than this. */
const maxRounds = 4;

/** Where else a folder is seen: a bind mount of it or of a folder around it or in it, or a layer of another file system. */
export function mirrorsOf(folder: string, mountinfo: string): string[] {
  const mounts = mountinfo.split("\n").flatMap(parseMount);
  const found = new Set([folder]);
  for (let round = 0; round < maxRounds; round++) {
    const before = found.size;
    for (const each of [...found])
      for (const mirror of mounts.flatMap((mount) => seenIn(mount, each, mounts))) found.add(mirror);
    if (found.size === before) break;
  }
  return [...found].filter((each) => !isWithin(each, folder));
}

interface Mount {
  device: string;
  /** The folder of its file system that is seen at `point`. */
  root: string;
  point: string;
  /** Folders that it is made of: those of an overlay, or the source of one in user space. */
  layers: string[];
}

/** `36 35 98:0 /root /point options shared:1 - type source options` */
function parseMount(line: string): Mount[] {
  const [place = "", system = ""] = line.split(" - ");
  const [, , device = "", root = "", point = ""] = place.split(" ").map(unescaped);
  const [, source = "", options = ""] = system.split(" ").map(unescaped);
  if (point === "") return [];
  const named = options.split(/(?<!\\),/).flatMap((option) => /^(?:lower|upper)dir\+?=(.*)$/s.exec(option)?.[1] ?? []);
  const layers = [...named, source]
    .flatMap((text) => text.split(/(?<!\\):+/))
    .map((path) => path.replaceAll(/\\(.)/g, "$1"))
    .filter((path) => path.startsWith("/") && !path.startsWith("/dev/"));
  return [{ device, root, point, layers: layers.map((path) => posix.normalize(path).replace(/(.)\/$/, "$1")) }];
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

function seenIn(mount: Mount, folder: string, mounts: readonly Mount[]): string[] {
  const home = mountOf(folder, mounts);
  const inSystem = home && moved(folder, home.point, home.root);
  const bound = inSystem && home.device === mount.device ? shownAt(mount.point, mount.root, inSystem) : [];
  // A layer does not show the mount that is made of it.
  const layers = isWithin(folder, mount.point) ? [] : mount.layers;
  return [...bound, ...layers.flatMap((layer) => shownAt(mount.point, layer, folder))];
}

/** The mount that a folder is on: of several at one place the last one is seen. */
function mountOf(folder: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts
    .filter(({ point }) => isWithin(folder, point))
    .reduce<Mount | undefined>(
      (best, each) => (best && best.point.length > each.point.length ? best : each),
      undefined,
    );
}

/** Where a folder is seen when `layer` is seen at `point`: in it, or all of it is a part of the folder. */
function shownAt(point: string, layer: string, folder: string): string[] {
  if (isWithin(folder, layer)) return [moved(folder, layer, point)];
  return isWithin(layer, folder) ? [point] : [];
}

const isWithin = (path: string, folder: string) => folder === "/" || `${path}/`.startsWith(`${folder}/`);
const moved = (path: string, from: string, to: string) => posix.join(to, posix.relative(from, path));
