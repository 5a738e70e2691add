import { hole } from "../shell/index.ts";
import { hasSecretsBelow, isGlob, isSecretSomewhere, landmarksMatching, mayNameSecret } from "./places/path-globs.ts";
import {
  accountFiles,
  databases,
  dataFiles,
  loginFiles,
  policyFiles,
  programDirectories,
  secretFiles,
  systemDirectories,
} from "./places/path-lists.ts";
import type { PolicyContext } from "./types.ts";

/**
 * What a path is, as far as its text tells. The order of the checks in `classifyPath` is the order of alarm:
 * a path that is several things is the worst of them.
 */
export type PathKind =
  | "root" // everything: `/`, `/*`
  | "system" // a system directory or something in it
  | "system-directory" // a whole top-level system directory
  | "program" // where programs and libraries live
  | "account" // accounts, sudo, ssh daemon, boot, start-up
  | "home" // a whole home
  | "home-entry" // directly in a home, or hidden in it
  | "login" // run at login or by another program later
  | "secret" // keys, tokens, password hashes
  | "policy" // Cotty's own rules and state
  | "git" // inside a repository's own data
  | "device" // a disk or memory
  | "network" // /dev/tcp
  | "machine" // a place on another machine: /net/HOST
  | "kernel" // /proc, /sys
  | "data" // of a database, a container engine, a package manager
  | "null" // /dev/null and the terminal
  | "here" // everything here: `.`, `*`, `..`
  | "collapses" // becomes a parent when a variable is empty
  | "dynamic" // chosen at run time
  | "tmp"
  | "project" // named, below the current directory
  | "outside"; // named, absolute, none of the above

export interface JudgedPath {
  kind: PathKind;
  /** Normalised, with holes; for messages use `readable`. */
  path: string;
  /** Below the project or the directory the session works in. */
  isOwn: boolean;
}

export interface PathPlace {
  /** The directory relative paths start from; empty when it is the project's. */
  cwd: string;
  context: PolicyContext;
}

const unknown = /[\ufdd0\ufdd1\ufdd2\ufdd4\ufdd5]/u;

export function classifyPath(text: string, place: PathPlace): JudgedPath {
  const written = joined(text, place);
  if (climbsInKernel.test(written)) return { kind: "secret", path: written, isOwn: false };
  const path = absolute(written, place);
  const kind = kindOf(path, text, place);
  const climbed = climbedPath(written, place);
  if (climbed !== null && modest.has(kind)) {
    const other = kindOf(climbed.path, climbed.path, place);
    if (severe.has(other) || (climbed.levels >= rootLevels && systemic.has(other)))
      return { kind: other, path: climbed.path, isOwn: false };
  }
  const isRelative = !/^(?:\/|\.\.(?:\/|$))/.test(path) && !path.startsWith(hole.home) && !unknown.test(path[0] ?? "");
  return {
    kind,
    path,
    isOwn:
      isRelative ||
      insideProject(path, place) !== null ||
      (/^[^/~\ufdd0-\ufdef]/u.test(text) &&
        !isHiddenInHome(path) &&
        (kind === "project" || /^(?:\.\/)?\.env[\w.]*$/i.test(text))),
  };
}

/** `..` behind a link of the kernel's leads to the process, with its environment: `/proc/net/../environ`. */
const climbsInKernel = /^\/(?:proc|dev\/fd)\/(?:.*\/)?\.\.(?:\/|$)/;

/** Kinds that a glob may turn out to be, worst first. */
const alarming: readonly PathKind[] = [
  "secret",
  "policy",
  "device",
  "account",
  "login",
  "git",
  "program",
  "system-directory",
  "kernel",
];

function kindOf(path: string, text: string, place: PathPlace): PathKind {
  const kind = plainKindOf(path, text, place);
  if (!isGlob(path) || !["project", "tmp", "outside", "home-entry", "system"].includes(kind)) return kind;
  const kinds = landmarksMatching(path, hole.home, { bareStar: false }).map((landmark) =>
    plainKindOf(landmark, landmark, place),
  );
  return alarming.find((each) => kinds.includes(each)) ?? kind;
}

function plainKindOf(path: string, text: string, place: PathPlace): PathKind {
  if (/^\/(?:var\/|private\/)?tmp\/?$/.test(path)) return "system-directory";
  const special = specialFile(path);
  if (special !== null) return special;
  if (unknown.test(path)) return dynamicKind(path);
  const inside = insideProject(path, place);
  if (inside !== null) return inside === "" || isEverything(inside) ? "here" : "project";
  if (isAllHere(path, place)) return "here";
  if (path === "/" || /^\/(?:[*?.]|\[)[^/]*$/.test(path)) return "root";
  const inHome = homeRest(path);
  if (inHome !== null) return isNamedHere(text, inHome, place) ? "project" : homeKind(inHome);
  if (/^\/(?:tmp|var\/tmp|private\/tmp|dev\/shm)(?:\/|$)/.test(path))
    return isEverything(path.replace(/^\/(?:var\/|private\/|dev\/)?(?:tmp|shm)\/?/, "")) ? "outside" : "tmp";
  if (path.startsWith("/")) return systemKind(path);
  if (path.startsWith("../") || path === "..") return /^(?:\.\.\/)*(?:\.\.|\*|\.\*)$/.test(path) ? "here" : "outside";
  if (isEverything(path) || isEverything(text.replace(/^\.\//, ""))) return "here";
  return "project";
}

/** Files whose name alone is reason enough, wherever they are. The first one that fits counts. */
const special: readonly [kind: PathKind | null, files: Pick<RegExp, "test">][] = [
  ["null", /^\/dev\/(?:null|stdout|stderr|stdin|tty|fd(?:\/.*)?|full|zero|u?random)$/],
  ["network", /^\/dev\/(?:tcp|udp)\//],
  // What is typed on a keyboard are passwords too.
  ["secret", /^\/dev\/(?:k?mem|port|input\/(?:event|by-)\S*|hidraw\d+)$/],
  [null, /^\/dev\/(?:shm|pts)(?:\/|$)/],
  ["device", /^\/dev\/|^\\\\\.\\PhysicalDrive/i],
  ["policy", policyFiles],
  ["secret", { test: looksSecret }],
  ["login", loginFiles],
  ["account", accountFiles],
  ["git", /(?:^|\/)\.(?:git|hg|svn)(?:\/(?!(?:.*\/)?\.gitignore$)|$)/i],
  ["kernel", /^\/(?:proc|sys)(?:\/|$)/],
];

const specialFile = (path: string): PathKind | null => special.find(([, files]) => files.test(path))?.[0] ?? null;

/** A path with an unknown part: what is left of it when that part is empty decides. */
function dynamicKind(path: string): PathKind {
  // What stands before the unknown part may be reason enough: `/lib/modules/$(uname -r)/x.ko`.
  const known = path.slice(0, path.search(unknown));
  if (/^[/\ufdd3].*\//u.test(known)) {
    const kind = specialFile(`${known}x`) ?? (known.startsWith("/") ? systemKind(`${known}x`) : "dynamic");
    if (["device", "machine", "policy", "secret", "login", "account", "program", "kernel"].includes(kind)) return kind;
  }
  if (!/[\ufdd0\ufdd1]/u.test(path)) return "dynamic";
  const collapsed = path.replaceAll(/[\ufdd0\ufdd1]/gu, "");
  return collapsed === "" || collapsed.startsWith("/") || isEverything(collapsed) ? "collapses" : "dynamic";
}

/** Where other file systems are shown, homes among them: disks, Windows behind WSL, a machine in its own container. */
const shownElsewhere = "(?:mnt|media|run/media|Volumes|System/Volumes|host|hostfs|rootfs)(?:/[^/]+){0,6}?";
const homeFolder = new RegExp(
  `^(?:\ufdd3|(?:/(?:${shownElsewhere}|var|usr|export|nfs))?/(?:home\\d*|Users)/[^/]+|(?:/(?:${shownElsewhere}|(?:private/)?var))?/root)(?:/(.*))?$`,
  "iu",
);

/** What follows a home in a path; null where it leads to none. */
export function homeRest(path: string): string | null {
  const match = homeFolder.exec(path);
  return match === null ? null : (match[1] ?? "");
}

/** Something named, in a session whose own directory is the home: that is where the work is. */
function isNamedHere(text: string, rest: string, place: PathPlace): boolean {
  const isRelative = /^(?:\.\/)?[^./~*?[\ufdd0-\ufdef]/u.test(text) || /^(?:\.\/)?\*\.[^/]+$/.test(text);
  const worksHere =
    place.cwd === "" &&
    place.context.cwd !== undefined &&
    homeRest(homeRelative(place.context.cwd, place.context)) === "";
  return (
    isRelative &&
    worksHere &&
    !/^(?:Documents|Desktop|Pictures|Downloads|Music|Movies|Videos|Library|Public|Mail|go|snap|bin)\b/.test(rest)
  );
}

function homeKind(rest: string): PathKind {
  if (rest === "" || isEverything(rest)) return "home";
  // All of a folder right in the home is as much as the folder.
  if (/^[^/]+\/\*+$/.test(rest) && !rest.startsWith(".cache/")) return "home-entry";
  if (/^\.cache\/[^*]/.test(rest) || /^\.(?:npm|cargo|gradle|m2)\/(?:_cacache|registry|caches|repository)/.test(rest))
    return "project";
  return rest.startsWith(".") || !rest.replace(/\/$/, "").includes("/") ? "home-entry" : "project";
}

/** Folders in which each name is another machine, which is asked as soon as someone looks there (autofs, AFS). */
export const machines = /^\/(?:System\/Volumes\/Data\/)?(?:net|Network|afs)(?:\/|$)/i;

function systemKind(path: string): PathKind {
  if (machines.test(path)) return "machine";
  const clean = path.toLowerCase().replace(/\/+\*?$/, "");
  if (systemDirectories.has(clean)) return "system-directory";
  if (programDirectories.test(path)) return "program";
  if (dataFiles.test(path)) return "data";
  const top = `/${clean.split("/")[1] ?? ""}`;
  return systemDirectories.has(top) && top !== "/srv" && top !== "/mnt" && top !== "/media" ? "system" : "outside";
}

/** Names that mean all there is: the place itself, or a glob without a distinguishing part. */
function isEverything(path: string): boolean {
  return /^(?:\.\/)*(?:\^[^/]+|\*~[^/*]+|\.|\.\.|\*|\*\*|\*\.\*|\.\*|\.\[[^/]*|\?\*|\.\?\?\*|\[[^\]]*\]\*|\[[!^][^\]]*\]|\*\*\/\*|\.\/?)(?:\/\*?)*$/.test(
    path,
  );
}

function insideProject(path: string, { context }: PathPlace): string | null {
  const inProject = [context.project, context.projectName].map((root) => below(root, path, context));
  return inProject.find((rest) => rest !== null) ?? null;
}

/**
 * All of the folder that the terminal is in. An agent chooses that one with a `cd`, so it makes nothing of a file that
 * the file is not by its whole name.
 */
function isAllHere(path: string, { context }: PathPlace): boolean {
  const rest = below(context.cwd, path, context);
  const isWorse = isHiddenInHome(path) || dataFiles.test(path) || programDirectories.test(path);
  return rest !== null && (rest === "" || isEverything(rest)) && !isWorse;
}

/** What follows a folder in a path; null where the path is not in it, or the folder is more than a project can be. */
function below(folder: string | undefined, path: string, context: PolicyContext): string | null {
  if (folder === undefined || !isDeep(folder, context)) return null;
  const root = homeRelative(normalise(folder), context);
  if (path === root) return "";
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
}

/** Where programs keep what is theirs: `~/.config/x`. */
const isHiddenInHome = (path: string): boolean => homeRest(path)?.startsWith(".") === true;

/** The home as it is named, and as it really is. */
export const homesOf = ({ home, realHome }: PolicyContext): string[] =>
  [home, realHome].filter((each) => each !== undefined && each !== "/") as string[];

function homeRelative(path: string, context: PolicyContext): string {
  const above = homesOf(context).find((home) => path === home || path.startsWith(`${home}/`));
  return above === undefined ? path : hole.home + path.slice(above.length);
}

/** A project root is trusted only when it is a real folder somewhere: never `/`, a home, or a system directory. */
function isDeep(folder: string, context: PolicyContext): boolean {
  const root = normalise(folder);
  if (root === "/" || homesOf(context).includes(root) || systemDirectories.has(root.toLowerCase())) return false;
  const rest = homeRest(root);
  return rest !== "" && !/^\/(?:etc|usr|bin|sbin|lib|boot|proc|sys|dev)(?:\/|$)/.test(root);
}

/** Kinds that leave room for a worse one, where a path climbs out of a place that is not known. */
const modest: ReadonlySet<PathKind> = new Set(["outside", "project", "home", "home-entry", "here", "tmp"]);
const severe: ReadonlySet<PathKind> = new Set(["secret", "policy", "device", "account", "login"]);
const systemic: ReadonlySet<PathKind> = new Set([
  "root",
  "system-directory",
  "program",
  "system",
  "data",
  "kernel",
  "home",
]);
/** Who climbs that far means the root: projects have a `lib` and a `bin` of their own beside them. */
const rootLevels = 3;

/** Where a path may lead that climbs out of a folder nobody has told us: to the root, where `..` stays. */
function climbedPath(written: string, { context }: PathPlace): { path: string; levels: number } | null {
  const isBelowHome = written.startsWith(hole.home) && context.home === undefined;
  const climbing = normalise(isBelowHome ? `.${written.slice(hole.home.length)}` : written);
  const levels = /^(?:\.\.\/)+/.exec(climbing)?.[0].length ?? 0;
  return levels === 0 ? null : { path: `/${climbing.slice(levels)}`, levels: levels / 3 };
}

/** The kernel's own names for other ways to the same files: a process's root is ours, its folder may be any. */
function withoutProcess(path: string): string {
  const plain = path.replaceAll(/\/(?:\.?\/)+/g, "/");
  const root = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?root(?=\/|$)/.exec(plain);
  if (root !== null) return withoutProcess(plain.slice(root[0].length) || "/");
  return plain.replace(/^\/proc\/[^/]+\/(?:task\/[^/]+\/)?cwd(?=\/|$)/, "../../..");
}

/** What the kernel tells of a process that are numbers, names and places. Not its words: nothing parts a password from its option. */
const toldOfProcess =
  "status|stat|statm|limits|comm|cgroup|cpuset|mountinfo|mounts|mountstats|sched|schedstat|autogroup|io|wchan|loginuid|sessionid|oom_(?:score|score_adj|adj)|(?:smaps|maps|smaps_rollup|numa_maps)|[ug]id_map|net/[\\w/]+";
const isProcess = /^\/+proc\/+(?:\d+|self|thread-self|[^/]*[*?[\]\ufdd0-\ufdef][^/]*)(?:\/|$)/u;
const isTold = new RegExp(`^/+proc/+[^/]+/+(?:task/+[^/]+/+)?(?:${toldOfProcess})$`);

/**
 * Whether a path leads into a process: to its variables and memory, to the files it has open, or by its folder, its root
 * and `..` behind a link to anywhere. A folder there has all of that in it.
 */
export const leadsThroughProcess = (path: string): boolean =>
  (isProcess.test(path) && !isTold.test(path)) || /^\/+proc\/(?:.*\/)?\.\.(?:\/|$)/.test(path);

/** From the current directory, as it is written. */
function joined(text: string, place: PathPlace): string {
  let path = text.replace(/^\ufdd6/u, () => (place.cwd === "" ? (place.context.cwd ?? ".") : "."));
  if (!path.startsWith("/") && !path.startsWith(hole.home) && !unknown.test(path[0] ?? "")) {
    const start = place.context.cwd ?? "";
    const isRelative = place.cwd !== "" && !/^[/\ufdd0-\ufdef]/u.test(place.cwd);
    const base = place.cwd === "" ? start : isRelative && start !== "" ? `${start}/${place.cwd}` : place.cwd;
    path = base === "" ? path : `${base}/${path}`;
  }
  return withoutProcess(path);
}

/** Without `.`, `..`, and doubled slashes, as the kernel would read it. */
function absolute(path: string, { context }: PathPlace): string {
  const isKnown = path.startsWith(hole.home) && context.home !== undefined;
  return homeRelative(normalise(isKnown ? context.home + path.slice(hole.home.length) : path), context);
}

export function normalise(path: string): string {
  const isRooted = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") {
      parts.push(part);
      continue;
    }
    const last = parts.at(-1);
    if (last === undefined) {
      if (!isRooted) parts.push("..");
    } else if (last === "..") parts.push("..");
    else if (last === hole.home) parts.splice(-1, 1, "", "home");
    else if (unknown.test(last)) parts.push("..");
    else parts.pop();
  }
  const joined = parts.join("/");
  if (isRooted) return `/${joined}`;
  return joined === "" ? "." : joined;
}

/** Whether reading it prints credentials, in words that a search pattern or a file name can have as well. */
export function looksSecret(name: string): boolean {
  // A copy or a packed file is what it was made of.
  const plain = name.replace(
    /(?:\.(?:gz|bz2|xz|zst|lz4|Z|bak|old|orig|save|swp|backup|copy|dpkg-\w+|rpm(?:save|new))|~)+$/i,
    "",
  );
  return [name, plain].some((each) => secretFiles.test(each) && !/\.(?:example|sample|template|dist|pub)$/i.test(each));
}

/** Whether a whole directory, or a glob for everything in it, has credentials among other things. */
export function mayHoldSecrets(path: string, context: PolicyContext): boolean {
  const folder = path.replace(/\/\*+$/, "");
  if (
    /^[/\ufdd3]/u.test(path) &&
    !isGlob(folder) &&
    (hasSecretsBelow(folder, homesOf(context)) || databases.test(folder))
  )
    return true;
  if (!isGlob(path)) return false;
  if (mayNameSecret(path) || path.startsWith("/var/backups/")) return true;
  return (
    /^[/\ufdd3]/u.test(path) &&
    landmarksMatching(path, hole.home, { bareStar: true }).some((landmark) => looksSecret(landmark))
  );
}

/** Whether a name that is read in a folder which only the run decides can be a place of secrets there. */
export const mayBeSecretThere = (name: string, context: PolicyContext): boolean =>
  !/^[/\ufdd0-\ufdef]/u.test(name) && isSecretSomewhere(name, homesOf(context));
