import * as z from "zod";
import { UserError } from "../base/index.ts";
import type { Actor } from "../protocol/index.ts";
import { chainHash } from "./event-text.ts";
import type { LedgerHead, LedgerVerdict } from "./store.ts";
import type { LedgerRecord, SessionRecord, Tables } from "./tables.ts";

/**
 * [ST15] What became of sessions: one chain over all of them. `opened` and `adopted` begin a session (adopted: it was
 * there before the ledger), `head` says how far it had come, `deleted` ends it. Appending events writes nothing here.
 */
const Entry = z.looseObject({
  number: z.int(),
  kind: z.enum(["opened", "adopted", "head", "deleted"]),
  session: z.string(),
  at: z.int().min(0),
  by: z.string().optional(),
  /** The last event of the session at that time, and its hash. */
  seq: z.int(),
  hash: z.string(),
});
type Entry = z.infer<typeof Entry>;
type Said = Pick<Entry, "kind" | "at"> & { by?: Actor };

/** To be called inside the transaction that does what the entry says. */
export function enter(tables: Tables, said: Said, { id, headSeq, headHash }: HeadOf): void {
  const last = tables.ledgerEnd();
  const number = (last?.number ?? 0) + 1;
  const text = JSON.stringify({ number, ...said, session: id, seq: headSeq, hash: headHash } satisfies Entry);
  tables.appendLedger({ number, session: id, text, hash: chainHash(last?.hash ?? "", text) });
}

type HeadOf = Pick<SessionRecord, "id" | "headSeq" | "headHash">;

/** Says how far a session has come, unless that is known already. */
export function checkpoint(tables: Tables, session: HeadOf, at: number): void {
  const last = lastEntry(tables, session.id);
  if (last?.kind !== "deleted" && last?.seq === session.headSeq && last.hash === session.headHash) return;
  enter(tables, { kind: last === null || last.kind === "deleted" ? "adopted" : "head", at }, session);
}

/** Sessions from before the ledger, or of an older program, are taken into it as they are. */
export function adoptSessions(tables: Tables, at: number): void {
  if (tables.sessionsOutsideLedger().length === 0) return;
  tables.transaction(() => {
    for (const session of tables.sessionsOutsideLedger()) checkpoint(tables, session, at);
  });
}

export function enterDeletion(
  tables: Tables,
  id: string,
  session: SessionRecord | undefined,
  said: { at: number; by: Actor },
): void {
  const last = lastEntry(tables, id);
  const known = last === null ? { headSeq: 0, headHash: "" } : { headSeq: last.seq, headHash: last.hash };
  enter(tables, { kind: "deleted", ...said }, session ?? { id, ...known });
}

/** Every session as far as it has come now, and the end of the ledger that says so. */
export function enterHeads(tables: Tables, at: number): LedgerHead {
  const end = tables.transaction(() => {
    for (const session of tables.sessions()) checkpoint(tables, session, at);
    return tables.ledgerEnd();
  });
  if (end !== null) return { number: end.number, hash: end.hash };
  throw new UserError("store.empty", "There are no sessions yet, so there is nothing to keep.", "Try again after one.");
}

/** What the ledger remembers of a session that should be there; null when it never was, or was deleted. */
export function remembered(tables: Tables, id: string): { heads: Map<number, string>; last: Entry } | null {
  const heads = new Map<number, string>();
  let last: Entry | null = null;
  for (const record of tables.ledgerOf(id)) {
    const entry = read(record);
    if (entry === null) continue; // `verifyLedger` names it.
    last = entry;
    if (entry.kind === "deleted") heads.clear();
    else if (entry.seq > 0) heads.set(entry.seq, agreed(heads.get(entry.seq), entry.hash));
  }
  return last === null || last.kind === "deleted" ? null : { heads, last };
}

export function isEnteredAsDeleted(tables: Tables, id: string): boolean {
  return lastEntry(tables, id)?.kind === "deleted";
}

/** A later entry cannot take back an earlier one: where they do not agree, no event can have both hashes. */
const agreed = (earlier: string | undefined, hash: string): string =>
  earlier === undefined || earlier === hash ? hash : "two hashes";

/** The sessions that should be there. */
export function rememberedSessions(tables: Tables): Set<string> {
  const sessions = new Set<string>();
  for (const record of tables.ledger()) {
    if (read(record)?.kind === "deleted") sessions.delete(record.session);
    else sessions.add(record.session);
  }
  return sessions;
}

/** Walks the chain and compares its end with the anchor beside the database, and with a line that was kept elsewhere. */
export function verifyLedger(tables: Tables, against: LedgerHead | null): LedgerVerdict {
  // The anchor first: it is written after the commit, so what it names is in the ledger by now.
  const anchor = tables.readLedgerAnchor();
  const deletedSince: { session: string; at: number; by: string }[] = [];
  let number = 0;
  let hash = "";
  for (const record of tables.ledger()) {
    number++;
    const entry = record.hash === chainHash(hash, record.text) ? read(record) : null;
    if (record.number !== number || entry === null || entry.number !== number) {
      return bad(number, `Entry ${number} of the ledger was changed or removed.`);
    }
    hash = record.hash;
    if (anchor?.seq === number && anchor.hash !== hash) {
      return bad(number, `Entry ${number} of the ledger is not the one that its anchor file names.`);
    }
    if (against?.number === number && against.hash !== hash) {
      return bad(
        number,
        `Entry ${number} of the ledger is not the one that the line names: something before was changed.`,
      );
    }
    if (against !== null && number > against.number && entry.kind === "deleted") {
      deletedSince.push({ session: entry.session, at: entry.at, by: entry.by ?? "" });
    }
  }
  if (against !== null && against.number > number) {
    return bad(
      number + 1,
      `The ledger ends with entry ${number}, and the line names entry ${against.number}: what came after was removed, or this is an older copy.`,
    );
  }
  if (anchor === null && number > 0) return bad(null, "The anchor file of the ledger is missing or cannot be read.");
  if (anchor !== null && anchor.seq > number) {
    return bad(
      number + 1,
      `The ledger ends with entry ${number}, but had ${anchor.seq}. A power failure can cut off the last moments.`,
    );
  }
  return { ok: true, entries: number, deletedSince };
}

function bad(number: number | null, detail: string): LedgerVerdict {
  return { ok: false, number, detail };
}

function lastEntry(tables: Tables, session: string): Entry | null {
  const record = tables.ledgerOf(session).at(-1);
  return record === undefined ? null : read(record);
}

function read(record: LedgerRecord): Entry | null {
  try {
    const { data } = Entry.safeParse(JSON.parse(record.text));
    return data?.session === record.session ? data : null;
  } catch {
    return null;
  }
}

const linePattern = /^cotty-head:v1:([1-9]\d{0,14}):([0-9a-f]{64})$/;

/** One line to keep elsewhere: nothing in it is secret, and nothing in it can be acted on by a shell. */
export const headLine = ({ number, hash }: LedgerHead): string => `cotty-head:v1:${number}:${hash}`;

export function parseHeadLine(line: string): LedgerHead {
  const [, number, hash] = linePattern.exec(line.trim()) ?? [];
  if (number !== undefined && hash !== undefined) return { number: Number(number), hash };
  throw new UserError(
    "usage.head-line",
    "That is not a line of this version's `cotty verify --head`.",
    "Give the whole line, which begins with cotty-head:v1:",
  );
}
