import { systemClock } from "../base/index.ts";
import {
  createMemoryStore,
  endProcess,
  hasTraces,
  headLine,
  liveOwnerOf,
  type OwnerId,
  openSqliteStore,
  parseHeadLine,
  type SessionRow,
  type Store,
} from "../store/index.ts";

export { endProcess, headLine, parseHeadLine };

export function openStore(stateDir: string): Promise<Store> {
  return openSqliteStore({ directory: stateDir });
}

/** To look back: works on a backup that is mounted read-only and on a full disk, too, and makes no store where none is. */
export async function openStoreToRead(stateDir: string): Promise<Store> {
  return hasTraces(stateDir) ? openSqliteStore({ directory: stateDir, mayBeReadOnly: true }) : createMemoryStore();
}

/** The process that works on a session now; null when it is gone, or when nobody does. */
export function sessionOwner(row: SessionRow): OwnerId | null {
  return liveOwnerOf(row, systemClock.now());
}
