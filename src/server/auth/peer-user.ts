import { readFileSync } from "node:fs";
import { endianness } from "node:os";

/** The two ends of a connection, as this side sees them. */
export interface Ends {
  localAddress?: string | undefined;
  localPort?: number | undefined;
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
}

/**
 * The user whose program is at the other end of a connection within this machine; null for one that comes from
 * elsewhere, and where the system does not tell. Every user of a machine can reach 127.0.0.1 and can read what others
 * have on their command lines, so an address alone does not say who comes.
 */
export function peerUser(ends: Ends, readTable: (name: string) => string = readProcTable): number | "unknown" | null {
  const { localAddress, localPort, remoteAddress, remotePort } = ends;
  if (!localAddress || !remoteAddress || localPort === undefined || remotePort === undefined) return null;
  if (endianness() !== "LE" || !isOfThisMachine(remoteAddress)) return null;
  let sawTable = false;
  for (const [table, width] of tables) {
    const theirs = addressText(remoteAddress, remotePort, width);
    const ours = addressText(localAddress, localPort, width);
    const rows = theirs === null || ours === null ? null : readTable(table);
    if (!rows) continue;
    sawTable = true;
    for (const row of rows.split("\n")) {
      const [, local, remote, state, , , , uid] = row.trim().split(/\s+/);
      // Only a connection that is open: one that its owner has left is listed as root's.
      if (local === theirs && remote === ours && state === established) return Number(uid);
    }
  }
  return sawTable ? "unknown" : null;
}

const established = "01";
const tables = [
  ["tcp", 4],
  ["tcp6", 16],
] as const;

export function isOfThisMachine(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** As the kernel writes it: four bytes at a time in the machine's order, then the port. */
function addressText(address: string, port: number, width: 4 | 16): string | null {
  const v4 = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  const word = (bytes: number[]) => hex(bytes.reverse(), 2);
  const end = `:${hex([port], 4)}`;
  if (v4) return `${width === 4 ? "" : "0000000000000000FFFF0000"}${word(v4)}${end}`;
  return width === 16 && address === "::1" ? `00000000000000000000000001000000${end}` : null;
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
