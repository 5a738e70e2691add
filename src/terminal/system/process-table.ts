import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statfsSync,
  statSync,
} from "node:fs";

/** One process as /proc tells about it. */
export interface ProcessEntry {
  pid: number;
  /** The name the kernel keeps, at most 15 characters. */
  name: string;
  parent: number;
  /** In ticks since the machine started: tells it from a later process with its pid. */
  startedAt: number;
}

/**
 * Null: there is no such process, or this system does not show it to us. "covered": something has been mounted over what
 * the kernel says about it, as anybody can in a container of their own, to forge it.
 */
export function readProcess(pid: number): ProcessEntry | "covered" | null {
  const stat = readKernelFile(`/proc/${pid}/stat`);
  if (stat === null) return isCovered(`/proc/${pid}`) ? "covered" : null;
  // What the kernel says about another process can be mounted here as well.
  if (stat === "covered" || !stat.startsWith(`${pid} (`)) return "covered";
  // The name in the second field may hold anything; what follows its last parenthesis is plain.
  const nameEnd = stat.lastIndexOf(")");
  const rest = stat.slice(nameEnd + 2).split(" ");
  return {
    pid,
    name: stat.slice(stat.indexOf("(") + 1, nameEnd),
    parent: Number(rest[1]),
    startedAt: Number(rest[19]),
  };
}

/** Every process that this one can see; none where there is no /proc. */
export function listProcesses(): ProcessEntry[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const process = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
    return process === null || process === "covered" ? [] : process;
  });
}

/** Which world of processes this one lives in: a container has its own, and sees none of those outside. */
export function pidNamespace(): string | null {
  const path = "/proc/self/ns/pid";
  try {
    // The text of a link can be made up; the file behind it cannot.
    const isReal = !isCovered(path) && statfsSync(path).type === namespaceFiles;
    return isReal ? `pid:[${statSync(path).ino}]` : null;
  } catch {
    return null;
  }
}

/** Which start of the machine this is; null: that cannot be told, or somebody has put something else there. */
export function bootId(): string | null {
  const text = readKernelFile("/proc/sys/kernel/random/boot_id");
  return text === null || text === "covered" ? null : text.trim();
}

/** Whether this process lives where the machine itself does, so that it can see every other one. */
export function isInFirstPidNamespace(): boolean {
  return pidNamespace() === firstPidNamespace;
}

/** The number that the kernel gives it on every machine. */
const firstPidNamespace = `pid:[${0xeffffffc}]`;

/**
 * Every place where this process sees something mounted; null: that cannot be told. Each thread is asked, since what the
 * kernel says about another process can be put in the place of what it says about this one.
 */
export function readMountPoints(): string[] | null {
  const threads = readdirSync("/proc/self/task");
  const tables = threads.map((thread) => readKernelFile(`/proc/self/task/${thread}/mountinfo`));
  if (!threads.includes(String(process.pid)) || tables.includes("covered")) return null;
  // A thread may have ended since it was listed.
  const seen = tables.filter((table) => table !== null);
  return seen.length === 0
    ? null
    : seen.flatMap((table) => table.split("\n").map((line) => unescaped(line.split(" ")[4] ?? "")));
}

/** The kernel writes blanks, tabs, line ends and backslashes as octal numbers, and bytes as they are. */
function unescaped(path: string): string {
  const bytes = path.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Whether the processes of other users are hidden here (a /proc that is mounted with hidepid). */
export function hidesProcesses(): boolean {
  return readProcess(1) === null;
}

/** Kinds of file systems, as the kernel numbers them. */
const [processFiles, namespaceFiles] = [0x9fa0, 0x6e736673];

let knownTable: { device: number | null } | null = null;

/** The device number of the kernel's own table of the processes that we live among; null: /proc is something else. */
function tableDevice(): number | null {
  knownTable ??= { device: findTable() };
  return knownTable.device;
}

function findTable(): number | null {
  const { dev } = statSync("/proc");
  const isOurs = lstatSync("/proc/self").dev === dev && readlinkSync("/proc/self") === String(process.pid);
  return isOurs && statfsSync("/proc").type === processFiles ? dev : null;
}

function readKernelFile(path: string): string | "covered" | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    return fstatSync(file).dev === tableDevice() ? readFileSync(file, "latin1") : "covered";
  } catch {
    return null; // It has ended since.
  } finally {
    closeSync(file);
  }
}

function isCovered(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.dev !== tableDevice();
}
