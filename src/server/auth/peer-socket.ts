import { readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { endianness } from "node:os";

/** The two ends of a connection, as this side sees them. */
export interface Ends {
  localAddress?: string | undefined;
  localPort?: number | undefined;
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
}

/** The other end of a connection that was made on this machine. */
export interface PeerSocket {
  uid: number;
  /** 0: whoever had it has left it. */
  inode: number;
  isEstablished: boolean;
}

/** Null where this system does not tell; "absent": the other end is on another machine, or is closed. */
export function findPeerSocket(
  ends: Ends,
  readTable: (name: string) => string = readProcTable,
): PeerSocket | "absent" | null {
  const { localAddress, localPort, remoteAddress, remotePort } = ends;
  if (!localAddress || !remoteAddress || localPort === undefined || remotePort === undefined) return null;
  if (endianness() !== "LE") return null;
  let sawTable = false;
  for (const [table, width] of tables) {
    const theirs = addressText(remoteAddress, remotePort, width);
    const ours = addressText(localAddress, localPort, width);
    const rows = theirs === null || ours === null ? null : readTable(table);
    if (!rows) continue;
    sawTable = true;
    for (const row of rows.split("\n")) {
      const [, local, remote, state, , , , uid, , inode] = row.trim().split(/\s+/);
      if (local !== theirs || remote !== ours) continue;
      return { uid: Number(uid), inode: Number(inode), isEstablished: state === established };
    }
  }
  return sawTable ? "absent" : null;
}

const established = "01";
const tables = [
  ["tcp", 4],
  ["tcp6", 16],
] as const;

/** As the kernel writes it: four bytes at a time in the machine's order, then the port. */
function addressText(address: string, port: number, width: 4 | 16): string | null {
  const bytes = addressBytes(address, width);
  if (bytes === null) return null;
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) text += hex(bytes.slice(at, at + 4).reverse(), 2);
  return `${text}:${hex([port], 4)}`;
}

function addressBytes(address: string, width: 4 | 16): number[] | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*$/, "");
  if (!isIPv4(plain)) return width === 16 ? sixteenBytes(plain) : null;
  const four = plain.split(".").map(Number);
  return width === 4 ? four : [...Array<number>(10).fill(0), 0xff, 0xff, ...four];
}

/** Of an address as Node writes it: groups in hexadecimal, one gap at most. */
function sixteenBytes(address: string): number[] | null {
  const [before = "", after] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const [head, tail] = [groups(before), groups(after ?? "")];
  const gap = after === undefined ? [] : Array<number>(Math.max(0, 8 - head.length - tail.length)).fill(0);
  const all = [...head, ...gap, ...tail];
  return all.length === 8 ? all.flatMap((group) => [group >> 8, group & 0xff]) : null;
}

function hex(numbers: number[], digits: number): string {
  return numbers.map((value) => value.toString(16).toUpperCase().padStart(digits, "0")).join("");
}

function readProcTable(name: string): string {
  try {
    return readFileSync(`/proc/net/${name}`, "utf8");
  } catch (error) {
    // Not a Linux, or one that hides it.
    if (["ENOENT", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
