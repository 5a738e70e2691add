import { posix } from "node:path";

/** What Linux says of one mount. */
export interface Mount {
  device: string;
  /** The folder of its file system that is seen at `point`. */
  root: string;
  point: string;
  /** Of the file system: `ext4`, `nfs4`, `fuse.sshfs`. */
  type: string;
  /** Where it comes from: a device, `host:/path`, a word of its own. */
  source: string;
  options: string;
  /** Folders that it is made of: those of an overlay, or the source of one in user space. */
  layers: string[];
}

/** Of `/proc/self/mountinfo`: `36 35 98:0 /root /point options shared:1 - type source options`. */
export function parseMounts(mountinfo: string): Mount[] {
  return mountinfo.split("\n").flatMap(parseMount);
}

function parseMount(line: string): Mount[] {
  const [place = "", system = ""] = line.split(" - ");
  const [, , device = "", root = "", point = ""] = place.split(" ").map(unescaped);
  const [type = "", source = "", options = ""] = system.split(" ").map(unescaped);
  if (point === "" || !/^\d+:\d+$/.test(device)) return [];
  const named = options.split(/(?<!\\),/).flatMap((option) => /^(?:lower|upper)dir\+?=(.*)$/s.exec(option)?.[1] ?? []);
  const layers = [...named, source]
    .flatMap((text) => text.split(/(?<!\\):+/))
    .map((path) => path.replaceAll(/\\(.)/g, "$1"))
    .filter((path) => path.startsWith("/") && !path.startsWith("/dev/"))
    .map((path) => posix.normalize(path).replace(/(.)\/$/, "$1"));
  return [{ device, root, point, type, source, options, layers }];
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** The mount that a path is on: of several at one place the last one is seen. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts
    .filter(({ point }) => isWithin(path, point))
    .reduce<Mount | undefined>(
      (best, each) => (best && best.point.length > each.point.length ? best : each),
      undefined,
    );
}

export const isWithin = (path: string, folder: string) => folder === "/" || `${path}/`.startsWith(`${folder}/`);
