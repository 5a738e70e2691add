import { type Glance, glanceAt } from "../../session/index.ts";
import type { SessionAccess, StoredSession } from "../deps.ts";

/** What the logs of resting sessions say of them; each is looked at once for as long as it stays as it is. */
export function createGlances(sessions: Pick<SessionAccess, "read">): {
  of(row: StoredSession): Promise<Glance | null>;
} {
  const known = new Map<string, { seq: number; glance: Promise<Glance | null> }>();
  return {
    of(row) {
      const { seq } = row.head;
      const before = known.get(row.id);
      if (before?.seq === seq) return before.glance;
      // One session that cannot be read must not hide the others.
      const glance = glanceAt(row, (id, wanted) => sessions.read(id, wanted)).catch(() => null);
      known.set(row.id, { seq, glance });
      return glance;
    },
  };
}
