import type { Clock } from "../base/index.ts";
import { checkpoint } from "./ledger.ts";
import { isAlive } from "./process-identity.ts";
import type { Lease, OwnerId, SessionRow, Store } from "./store.ts";
import { leaseLost, noSuchSession } from "./store-errors.ts";
import type { SessionRecord, Tables } from "./tables.ts";

/** The session of a lease, if the lease still gives the right to write. To be called inside a transaction. */
export function sessionOfLease(tables: Tables, lease: Lease): SessionRecord {
  const session = requireSession(tables, lease.session);
  if (!isHeld(session, lease)) throw leaseLost(lease.session, lease.epoch);
  return session;
}

export function requireSession(tables: Tables, id: string): SessionRecord {
  const session = tables.session(id);
  if (session === undefined) throw noSuchSession(id);
  return session;
}

/** An expired lease is still held until somebody takes it: only a raised epoch makes it dangerous to write. */
function isHeld(session: SessionRecord, lease: Lease): boolean {
  return session.owner !== null && session.epoch === lease.epoch;
}

/** The owner that answers for a session now, if any. */
export function liveOwner(session: SessionRecord, now: number): OwnerId | null {
  const { owner, expiresAt, epoch } = session;
  return owner === null ? null : liveOwnerOf({ lease: { owner, expiresAt, epoch } }, now);
}

/** The same for a row as readers get it. */
export function liveOwnerOf({ lease }: Pick<SessionRow, "lease">, now: number): OwnerId | null {
  return lease !== null && lease.expiresAt > now && isAlive(lease.owner) ? lease.owner : null;
}

/** Null when another live owner holds it. To be called inside a transaction. */
export function takeLease(
  tables: Tables,
  id: string,
  owner: OwnerId,
  { ttlMs, now }: { ttlMs: number; now: number },
): Lease | null {
  const session = requireSession(tables, id);
  const current = liveOwner(session, now);
  if (current !== null && current.id !== owner.id) return null;
  const epoch = session.epoch + 1;
  tables.saveLease(id, { epoch, owner, expiresAt: now + ttlMs });
  checkpoint(tables, session, now);
  return { session: id, epoch };
}

export function createLeases(tables: Tables, clock: Clock): Pick<Store, "acquire" | "renew" | "release"> {
  return {
    async acquire(id, owner, { ttlMs }) {
      const lease = tables.transaction(() => takeLease(tables, id, owner, { ttlMs, now: clock.now() }));
      if (lease !== null) tables.changes.announce(id);
      return lease;
    },

    async renew(lease, { ttlMs }) {
      return tables.transaction(() => {
        const session = tables.session(lease.session);
        if (session === undefined || !isHeld(session, lease)) return false;
        tables.saveLease(session.id, { ...session, expiresAt: clock.now() + ttlMs });
        return true;
      });
    },

    async release(lease) {
      const released = tables.transaction(() => {
        const session = tables.session(lease.session);
        if (session === undefined || !isHeld(session, lease)) return false;
        tables.saveLease(session.id, { epoch: session.epoch, owner: null, expiresAt: 0 });
        checkpoint(tables, session, clock.now());
        return true;
      });
      tables.forgetWriter(lease.session);
      if (released) tables.changes.announce(lease.session);
    },
  };
}
