import lt from "semver/functions/lt.js";
import valid from "semver/functions/valid.js";
import { type DaemonCard, openStoreToRead, sessionOwner } from "../compose/index.ts";
import { runningTurns } from "../session/index.ts";
import type { CliContext } from "./context.ts";
import { endDaemon } from "./end-daemon.ts";
import { foldSession } from "./session-status.ts";
import { version } from "./version.ts";

/**
 * After an update the daemon is still the old program. Where nothing is under way it is ended here, so that the next
 * one is of this version; else it goes on, and the person is told. Answers whether it was ended.
 */
export async function replaceOldDaemon(context: CliContext, card: DaemonCard): Promise<boolean> {
  if (!isOlder(card.version, version)) return false;
  const busy = await sessionsAtWork(context.stateDir(), card.pid);
  if (busy.length > 0) {
    context.err(
      `cotty: The daemon is version ${card.version} and this is ${version}. It is at work (${busy.join(", ")}) and goes on.\n` +
        "To use this version at once: cotty daemon stop, then again. Commands that run go on, and turns are taken up again.\n",
    );
    return false;
  }
  context.err(`cotty: The daemon was version ${card.version}; it is started again as ${version}.\n`);
  await endDaemon(context.stateDir(), card);
  return true;
}

async function sessionsAtWork(stateDir: string, pid: number): Promise<string[]> {
  await using store = await openStoreToRead(stateDir);
  const rows = await store.list({ limit: 1_000_000 });
  const busy: string[] = [];
  for (const row of rows) {
    if (sessionOwner(row)?.pid !== pid) continue;
    const state = await foldSession(store, row.id);
    if (runningTurns(state).length > 0) busy.push(row.id);
  }
  return busy;
}

/** A pre-release is older than its release. A version that is none, from a card that somebody wrote, is not older. */
export function isOlder(one: string, other: string): boolean {
  return valid(one) !== null && lt(one, other);
}
