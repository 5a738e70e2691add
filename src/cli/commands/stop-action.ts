import { UserError } from "../../base/index.ts";
import { endProcess, openStore, sessionOwner } from "../../compose/index.ts";
import { runningTurns } from "../../session/index.ts";
import { askSession, sayRefused } from "../ask-session.ts";
import type { CliContext } from "../context.ts";
import { findSession, newestSession, type SessionRow, type Store } from "../find-session.ts";
import { oneLine } from "../printable.ts";
import { kindOf } from "../session-kind.ts";
import { foldSession } from "../session-status.ts";

/** `cotty stop`: the agent of a session, and what it started there, wherever the session runs. */
export async function stop(context: CliContext, name: string | undefined, options: { all?: boolean }): Promise<void> {
  if ((name === undefined) !== (options.all === true)) {
    throw new UserError(
      "usage.stop",
      name === undefined ? "No session is named." : "A session and --all do not go together.",
      "Name one: cotty stop last. Or stop everything: cotty stop --all",
    );
  }
  await using store = await openStore(context.stateDir());
  const rows = name === undefined ? await running(store) : [await named(store, name)];
  if (rows.length === 0) return context.out("Nothing is running.\n");
  for (const row of rows) {
    const isStopped =
      (await endExec(store, row)) || !sayRefused(context, await askSession(context, store, row, { type: "stop" }));
    if (isStopped) context.out(`Stopped: ${row.id}  ${oneLine(row.title, 60)}\n`);
  }
}

/** A person's own command ends with the process that waits for it: it says so to the command, here or on its host. */
async function endExec(store: Store, row: SessionRow): Promise<boolean> {
  const owner = sessionOwner(row);
  if (owner === null || (await kindOf(store, row)) !== "exec") return false;
  return endProcess(owner);
}

async function named(store: Store, name: string): Promise<SessionRow> {
  const newest = name === "last" ? await newestSession(store, (row) => isRunning(store, row)) : null;
  return newest ?? (await findSession(store, name));
}

async function running(store: Store): Promise<SessionRow[]> {
  const found: SessionRow[] = [];
  for (const row of await store.list()) if (await isRunning(store, row)) found.push(row);
  return found;
}

async function isRunning(store: Store, row: SessionRow): Promise<boolean> {
  return runningTurns(await foldSession(store, row.id)).length > 0;
}
