import { chmodSync, lstatSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import * as z from "zod";
import { maxSocketPathBytes } from "../../base/index.ts";
import { bootId, pidNamespace } from "../system/process-table.ts";
import { isAlive, lifePath, listensNoMore } from "./host-files.ts";

/** Where engines enter the hosts they start: in the file that decisions are written to, and nowhere else. */
export interface HostRegister {
  list(): { id: string; text: string }[];
  put(id: string, text: string): void;
  remove(id: string): void;
}

const HostEntry = z.object({
  pid: z.int(),
  /** Which processes can see it, and in which start of the machine; null: that cannot be told. */
  pidNamespace: z.string().nullable(),
  boot: z.string().nullable(),
  /** The number of its sign of life as a file. No other file has it while the host lives, also if its name is gone. */
  life: z.string().nullable(),
});
type HostEntry = z.infer<typeof HostEntry>;

/**
 * A socket that is open for as long as this process lives, whatever else of it has been closed. Its name stays behind:
 * that nobody listens there any more is how others know, also in a container that sees none of our processes.
 */
export async function showLife(stateDir: string, hostId: string): Promise<void> {
  const path = lifePath(stateDir, hostId);
  if (Buffer.byteLength(path) > maxSocketPathBytes) return;
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  chmodSync(path, 0o600);
  server.unref();
}

/** To be called before anything is run in the host. */
export function enterHost(register: HostRegister, stateDir: string, hostId: string, pid: number): void {
  const entry: HostEntry = { pid, pidNamespace: pidNamespace(), boot: bootId(), life: lifeOf(stateDir, hostId) };
  register.put(hostId, JSON.stringify(entry));
}

/** Whether a host may be alive among processes that this one cannot see. */
export async function mayLiveElsewhere(register: Pick<HostRegister, "list">, stateDir: string): Promise<boolean> {
  const own = pidNamespace();
  for (const { id, text } of register.list()) {
    const entry = HostEntry.parse(JSON.parse(text));
    if ((own === null || entry.pidNamespace !== own) && !(await hasEnded(stateDir, id, entry))) return true;
  }
  return false;
}

/** Strikes out the hosts that have ended for sure. */
export async function sweepRegister(register: HostRegister, stateDir: string): Promise<void> {
  for (const { id, text } of register.list()) {
    const entry = HostEntry.parse(JSON.parse(text));
    const isSeen = entry.pidNamespace !== null && entry.pidNamespace === pidNamespace();
    if (!(isSeen && !isAlive(entry.pid)) && !(await hasEnded(stateDir, id, entry))) continue;
    rmSync(lifePath(stateDir, id), { force: true });
    register.remove(id);
  }
}

/** Nothing outlives the machine it ran on, and nobody listens for a host that is gone. */
async function hasEnded(stateDir: string, hostId: string, { boot, life }: HostEntry): Promise<boolean> {
  const now = bootId();
  if (boot !== null && now !== null && boot !== now) return true;
  // A dead socket under this name may be of anybody's making: only the one that the host made says something.
  const isItsOwn = life !== null && lifeOf(stateDir, hostId) === life;
  return isItsOwn && (await listensNoMore(lifePath(stateDir, hostId)));
}

function lifeOf(stateDir: string, hostId: string): string | null {
  const found = lstatSync(lifePath(stateDir, hostId), { bigint: true, throwIfNoEntry: false });
  return found?.isSocket() ? String(found.ino) : null;
}
