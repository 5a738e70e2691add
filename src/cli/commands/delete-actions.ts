import { UserError } from "../../base/index.ts";
import {
  openStore,
  openStoreToRead,
  removeSessionFiles,
  sessionBytes,
  sessionOwner,
  userName,
} from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findSessionId } from "../find-session.ts";
import { printable } from "../printable.ts";

/** More than these are counted. */
const namedOnes = 5;

type OpenStore = Awaited<ReturnType<typeof openStore>>;

export async function remove(context: CliContext, name: string): Promise<void> {
  const id = await idle(context, name);
  await deleteAll(context, [id], async (store, [freed]) => {
    if (
      freed === undefined ||
      !(await attempt(context, freed, () => store.deleteSession(freed, { by: `person:${userName()}` })))
    )
      return [];
    return [freed];
  });
}

export async function prune(
  context: CliContext,
  { olderThan, largerThan }: { olderThan?: number; largerThan?: number },
): Promise<void> {
  if (olderThan === undefined && largerThan === undefined) {
    throw new UserError(
      "usage.prune",
      "Nothing says which sessions to delete.",
      "For example: cotty sessions prune --older-than 30, or --larger-than 100MB, or both",
    );
  }
  // One millisecond more: the store takes what is older, and a session of this moment counts too.
  const before = Date.now() + 1 - (olderThan ?? 0) * 86_400_000;
  const stateDir = context.stateDir();
  const isLarge = (session: string) => largerThan === undefined || sessionBytes({ stateDir, session }) > largerThan;
  const ids = (await unusedSince(context, before)).filter(isLarge);
  if (ids.length === 0) return context.out("Nothing to delete.\n");
  await deleteAll(context, ids, (store, freed) => store.prune({ before, by: `person:${userName()}`, only: freed }));
}

/** The id, where nobody works on the session: its logs are not taken from under a process that writes them. */
async function idle(context: CliContext, name: string): Promise<string> {
  await using store = await openStoreToRead(context.stateDir());
  const id = await findSessionId(store, name);
  const row = await store.getSession(id);
  const owner = row === null ? null : sessionOwner(row);
  if (owner === null) return id;
  throw new UserError(
    "store.session-in-use",
    `Session ${id} is in use by process ${owner.pid} on ${owner.host}, so it was not deleted.`,
    "End that process, or close the session there, and try again.",
  );
}

async function unusedSince(context: CliContext, before: number): Promise<string[]> {
  await using store = await openStoreToRead(context.stateDir());
  const rows = await store.list({ includeClosed: true });
  return rows.filter((row) => row.updatedAt < before && sessionOwner(row) === null).map(({ id }) => id);
}

/**
 * The logs of terminals first: on a full disk the database cannot even be opened for writing before there is space, and
 * they are the big part. What cannot be deleted is named, and the rest is deleted all the same.
 */
async function deleteAll(
  context: CliContext,
  ids: readonly string[],
  deleteRows: (store: OpenStore, freed: readonly string[]) => Promise<string[]>,
): Promise<void> {
  const freed: string[] = [];
  for (const session of ids) {
    if (await attempt(context, session, () => removeSessionFiles({ stateDir: context.stateDir(), session })))
      freed.push(session);
  }
  await using store = await openStore(context.stateDir());
  const deleted = await deleteRows(store, freed);
  if (deleted.length === 0) return;
  const count = deleted.length === 1 ? "" : `${deleted.length}: `;
  context.out(`Deleted ${deleted.length > namedOnes ? `${deleted.length} sessions` : count + deleted.join(", ")}.\n`);
}

async function attempt(context: CliContext, id: string, work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const described = error instanceof UserError ? error : null;
    const reason = described?.message ?? (error instanceof Error ? error.message : String(error));
    const nextStep = described?.nextStep ?? "Check who owns the files of its terminals, and try again.";
    context.err(`cotty: ${id} was not deleted: ${printable(reason)}\n${printable(nextStep)}\n`);
    context.exitCode = exitCodes.failed;
    return false;
  }
}
