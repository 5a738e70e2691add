import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";
import { maxSocketPathBytes, UserError } from "../../base/index.ts";
import { readCard, writeWhole } from "../raw-log/card-files.ts";
import { hostIdPattern } from "../raw-log/terminal-card.ts";
import { pidNamespace } from "../system/process-table.ts";

/** How to reach a host that is alive. Readable by its owner only, since it holds the token. */
const HostCard = z.looseObject({
  pid: z.int(),
  socket: z.string(),
  token: z.string(),
  /** Which processes can see it; null where the system has no such thing. */
  pidNamespace: z.string().nullable().default(null),
});
export type HostCard = z.infer<typeof HostCard>;

export function hostsDirectory(stateDir: string): string {
  return privateDirectory(join(stateDir, "hosts"));
}

export const hostErrorsPath = (stateDir: string, hostId: string) => join(stateDir, "hosts", `${hostId}.log`);
export const lifePath = (stateDir: string, hostId: string) => join(stateDir, "hosts", `${hostId}.life`);
const hostCardPath = (stateDir: string, hostId: string) => join(stateDir, "hosts", `${hostId}.json`);

/** In the state folder where the name fits, else under a short name made from it in a folder that only we can enter. */
export function socketPath(stateDir: string, hostId: string): string {
  const beside = join(hostsDirectory(stateDir), `${hostId}.sock`);
  if (Buffer.byteLength(beside) <= maxSocketPathBytes) return beside;
  const short = createHash("sha256").update(beside).digest("hex").slice(0, 24);
  for (const base of [process.env["XDG_RUNTIME_DIR"], tmpdir(), "/tmp"]) {
    if (base === undefined || base === "") continue;
    const folder = join(base, `cotty-${process.getuid?.() ?? 0}`);
    const path = join(folder, `${short}.sock`);
    if (Buffer.byteLength(path) > maxSocketPathBytes) continue;
    privateDirectory(folder);
    return path;
  }
  throw new UserError(
    "terminal.socket-path",
    `There is no short enough path for the pty host's socket: ${beside} has over ${maxSocketPathBytes} bytes.`,
    "Set COTTY_STATE_DIR to a shorter path.",
  );
}

/** Makes it when it is missing, and refuses one that another user could look into or has put there for us. */
function privateDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new UserError(
      "terminal.state-folder",
      `The folder ${path}, where terminals are kept, cannot be made: ${cause instanceof Error ? cause.message : cause}`,
      "Make room and allow writing there, or set COTTY_STATE_DIR to another folder.",
      { cause },
    );
  }
  const found = lstatSync(path);
  const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  if (!isOurs) {
    throw new UserError(
      "terminal.folder-not-ours",
      `${path} is not a folder of your own, so terminals are not safe in it.`,
      `Remove it, or set COTTY_STATE_DIR to a folder of yours.`,
    );
  }
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
  return path;
}

export function writeHostCard(stateDir: string, hostId: string, card: HostCard): void {
  writeWhole(hostCardPath(stateDir, hostId), card);
}

export function readHostCard(stateDir: string, hostId: string): HostCard | null {
  if (!hostIdPattern.test(hostId)) return null;
  return readCard(hostCardPath(stateDir, hostId), HostCard);
}

export function removeHostFiles(stateDir: string, hostId: string): void {
  const card = readHostCard(stateDir, hostId);
  if (card !== null) rmSync(card.socket, { force: true });
  rmSync(hostCardPath(stateDir, hostId), { force: true });
  // An empty log says nothing; one with a stack trace is what a person is asked for.
  const errors = hostErrorsPath(stateDir, hostId);
  if ((lstatSync(errors, { throwIfNoEntry: false })?.size ?? 0) === 0) rmSync(errors, { force: true });
}

/** The cards of hosts that live, or were killed before they could remove theirs. */
export function listHostCards(stateDir: string): HostCard[] {
  const folder = join(stateDir, "hosts");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => (name.endsWith(".json") ? (readHostCard(stateDir, name.slice(0, -5)) ?? []) : []));
}

/**
 * A pid of another container says nothing here; a socket that nobody listens to any more does. It counts beside its card
 * only: elsewhere, a container may show a socket of its own making.
 */
export async function hasSurelyEnded(stateDir: string, { socket }: HostCard): Promise<boolean> {
  return dirname(socket) === join(stateDir, "hosts") && (await listensNoMore(socket));
}

/** False also where nothing can be found out. */
export async function listensNoMore(socket: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const connection = connect(socket);
    connection.once("connect", () => resolve(false)).once("connect", () => connection.destroy());
    connection.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}

/** Removes what hosts left behind that were killed before they could do so. */
export async function sweepDeadHosts(stateDir: string): Promise<void> {
  for (const name of readdirSync(hostsDirectory(stateDir))) {
    const hostId = name.replace(/\.json$/, "");
    if (hostId === name) continue;
    const card = readHostCard(stateDir, hostId);
    if (card === null || (await hasEnded(stateDir, card))) removeHostFiles(stateDir, hostId);
  }
}

/** The card of a host that lives in another container must stay: it says that somebody may be in a terminal there. */
export async function hasEnded(stateDir: string, card: HostCard): Promise<boolean> {
  const isSeen = card.pidNamespace === pidNamespace();
  return isSeen ? !isAlive(card.pid) : await hasSurelyEnded(stateDir, card);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
