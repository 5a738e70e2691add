import { UserError } from "../base/index.ts";
import type { openStore } from "../compose/index.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;
export type SessionRow = Awaited<ReturnType<Store["list"]>>[number];

/** A session by its id, the beginning of it, or `last` for the newest. */
export async function findSession(store: Store, name: string): Promise<SessionRow> {
  const exact = await store.getSession(name);
  if (exact) return exact;
  const all = await store.list({ includeClosed: true, limit: 1_000_000 });
  if (name === "last" && all[0]) return all[0];
  const wanted = name.startsWith("s_") ? name : `s_${name}`;
  const matches = all.filter((row) => row.id.startsWith(wanted) || row.id.endsWith(name));
  const [match] = matches;
  if (matches.length === 1 && match) return match;
  if (matches.length > 1) {
    const ids = matches
      .slice(0, 5)
      .map((row) => row.id)
      .join(", ");
    throw new UserError(
      "usage.session-ambiguous",
      `More than one session fits "${name}": ${ids}.`,
      "Write more of its id.",
    );
  }
  throw new UserError("session.unknown", `There is no session "${name}".`, "List the sessions: cotty sessions");
}

/** The newest session of which something is so; null where there is none. */
export async function newestSession(
  store: Store,
  test: (row: SessionRow) => Promise<boolean>,
): Promise<SessionRow | null> {
  for (const row of await store.list()) if (await test(row)) return row;
  return null;
}

/** Of a session that lost its row only the whole id is known: the store says whether anything of it is left. */
export async function findSessionId(store: Store, name: string): Promise<string> {
  try {
    return (await findSession(store, name)).id;
  } catch (error) {
    if (error instanceof UserError && error.code === "session.unknown" && name.startsWith("s_")) return name;
    throw error;
  }
}
