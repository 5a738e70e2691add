import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../base/index.ts";
import type { Event, UnknownEvent } from "../protocol/index.ts";
import { chainHash, type StoredEvent, toEvent } from "./event-text.ts";
import { requireSession } from "./leases.ts";
import { isEnteredAsDeleted, remembered, rememberedSessions } from "./ledger.ts";
import type { Verified } from "./store.ts";
import { noSuchSession } from "./store-errors.ts";
import type { Anchor, SessionRecord, Tables } from "./tables.ts";

type Failed = Extract<Verified, { ok: false }>;

/**
 * Walks the whole chain, then compares its end with the two places that remember it: the session row and the anchor.
 * Events that are appended meanwhile are walked too. What the database cannot read is a verdict, and no error.
 */
export async function verifySession(tables: Tables, id: string): Promise<Verified> {
  const walk: Walk = { seq: 0, hash: "", opened: null, renamed: null, isClosed: false, lastAt: 0, latestAt: 0 };
  try {
    if (tables.session(id) === undefined) return (await verifyGone(tables, id)) ?? Promise.reject(noSuchSession(id));
    // Deleting does both at once, so what was deleted meanwhile has no row any more.
    if (isEnteredAsDeleted(tables, id) && tables.session(id) !== undefined) {
      const detail = "The ledger says that this session was deleted, but it is here.";
      return failed(id, 0, { seq: null, problem: "changed", detail });
    }
    return await walkLog(tables, id, walk);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const detail = `The database cannot read on after event ${walk.seq}. ${error.message}`;
    return failed(id, walk.seq, { seq: walk.seq + 1, problem: "unreadable", detail });
  }
}

/** Every session of which anything is left. What is wrong with the database as a whole is thrown at the end. */
export async function* verifyAll(tables: Tables): AsyncGenerator<Verified> {
  const { ids, damage } = tables.traces();
  for (const id of new Set([...ids, ...rememberedSessions(tables)])) {
    const verdict = await verifySession(tables, id).catch((error: unknown) => {
      // Deleted since the list was made, or never more than an empty anchor.
      if (error instanceof UserError && error.code === "session.unknown") return null;
      throw error;
    });
    if (verdict !== null) yield verdict;
  }
  if (damage !== null) throw damage;
  tables.checkDatabase();
}

interface Walk {
  seq: number;
  hash: string;
  opened: Event | UnknownEvent | null;
  /** The last event that gave it another title. */
  renamed: UnknownEvent | null;
  isClosed: boolean;
  /** Of the last event, and of the latest. */
  lastAt: number;
  latestAt: number;
}

async function walkLog(tables: Tables, id: string, walk: Walk): Promise<Verified> {
  // The anchor first: it is written after the commit, so what it names is in the log by now.
  const anchor = tables.readAnchor(id);
  const heads = remembered(tables, id)?.heads ?? new Map<number, string>();
  while (true) {
    const events = tables.eventsAfter(id, walk.seq);
    for (const stored of events) {
      const problem = step(id, stored, walk, anchor) ?? judgeHead(id, stored, heads);
      if (problem !== null) return problem;
    }
    if (events.length === 0) break;
    await setImmediate();
  }
  // Read together with the empty answer above, in one tick: nothing of this process came between. What another
  // process appended in that moment makes the row longer than the walk, so look once more before judging.
  const session = requireSession(tables, id);
  if (session.headSeq > walk.seq && tables.eventsAfter(id, walk.seq, 1).length > 0) return verifySession(tables, id);
  return (
    judgeEnd(walk, session, anchor, Math.max(0, ...heads.keys())) ??
    judgeRow(walk, session) ?? { ok: true, session: id, events: walk.seq }
  );
}

function step(id: string, stored: StoredEvent, walk: Walk, anchor: Anchor | null): Failed | null {
  const seq = walk.seq + 1;
  if (stored.seq !== seq) {
    return failed(id, walk.seq, { seq, problem: "removed", detail: `Event ${seq} is missing from the log.` });
  }
  const event = stored.hash === chainHash(walk.hash, stored.text) ? readable(id, stored) : null;
  if (event === null) {
    const detail = `The text of event ${seq} does not belong to its hash.`;
    return failed(id, walk.seq, { seq, problem: "changed", detail });
  }
  if (anchor?.seq === seq && anchor.hash !== stored.hash) {
    const detail = `Event ${seq} is not the one that the anchor file names.`;
    return failed(id, walk.seq, { seq, problem: "changed", detail });
  }
  walk.seq = seq;
  walk.hash = stored.hash;
  walk.lastAt = event.at;
  walk.latestAt = Math.max(walk.latestAt, event.at);
  if (seq === 1 && event.type === "session.opened") walk.opened = event;
  if (event.type === "session.renamed") walk.renamed = event as UnknownEvent;
  if (event.type === "session.closed") walk.isClosed = true;
  return null;
}

function readable(session: string, stored: StoredEvent): Event | UnknownEvent | null {
  try {
    return toEvent(session, stored);
  } catch {
    return null;
  }
}

/** The ledger says with which hash the log had come so far. A log that was chained anew has another one. */
function judgeHead(id: string, { seq, hash }: StoredEvent, heads: ReadonlyMap<number, string>): Failed | null {
  const known = heads.get(seq);
  if (known === undefined || known === hash) return null;
  const detail = `Event ${seq}, or one before it, is not what the ledger remembers.`;
  return failed(id, 0, { seq, problem: "changed", detail });
}

function judgeEnd(end: Anchor, session: SessionRecord, anchor: Anchor | null, entered: number): Failed | null {
  const missing = end.seq + 1;
  if (anchor === null) {
    const detail = `Its anchor file is missing or cannot be read. The ${end.seq} events that are there fit each other, but nothing shows that the log ends where it should.`;
    return failed(session.id, end.seq, { seq: null, problem: "no-anchor", detail });
  }
  const longest = Math.max(session.headSeq, anchor.seq, entered);
  if (longest > end.seq) {
    const detail = `The log ends with event ${end.seq}, but had ${longest}. A power failure can cut off the last moments.`;
    return failed(session.id, end.seq, { seq: missing, problem: "cut-off", detail });
  }
  if (session.headSeq !== end.seq || session.headHash !== end.hash) {
    const detail = `The session row names event ${session.headSeq} as the last one, and the log does not agree.`;
    const seq = Math.max(1, Math.min(session.headSeq + 1, end.seq));
    return failed(session.id, Math.min(end.seq, seq - 1), { seq, problem: "changed", detail });
  }
  return null;
}

const titleOf = ({ renamed }: Walk) => (renamed === null ? {} : { title: renamed["title"] });

/** The row repeats what the first event, `session.renamed` and `session.closed` say, for lists; only the events are in the chain. */
function judgeRow(walk: Walk, session: SessionRecord): Failed | null {
  const { seq, opened, isClosed } = walk;
  const first = opened === null ? null : ({ ...opened, ...titleOf(walk) } as UnknownEvent);
  const fields = (["title", "target", "cwd"] as const).filter(
    (name) => first !== null && first[name] !== session[name],
  );
  const changed = [
    ...fields.map(
      (name) => `its ${name} is ${JSON.stringify(session[name])}, and was ${JSON.stringify(first?.[name])}`,
    ),
    ...changedTimes(walk, session),
    ...(session.closed === isClosed ? [] : [`it says ${session.closed ? "closed" : "open"}, and the log does not`]),
  ];
  if (changed.length === 0) return null;
  const detail = `The session row was changed: ${changed.join("; ")}. Its ${seq} events are intact.`;
  return failed(session.id, seq, { seq: null, problem: "row-changed", detail });
}

/** Long enough for a deletion or a creation elsewhere to end: both touch the anchor and the row one after the other. */
const betweenRowAndAnchorMs = 100;

/** A session without a row: null when nothing of it is left, or there never was an event. */
async function verifyGone(tables: Tables, id: string): Promise<Failed | null> {
  const traceOf = () => ({
    anchor: tables.readAnchor(id),
    events: tables.eventsAfter(id, 0, 1).length,
    entered: remembered(tables, id)?.last ?? null,
  });
  const isTraceless = ({ anchor, events, entered }: ReturnType<typeof traceOf>) =>
    events === 0 && (anchor?.seq ?? 0) === 0 && entered === null;
  if (isTraceless(traceOf())) return null;
  await sleep(betweenRowAndAnchorMs);
  const trace = traceOf();
  if (tables.session(id) !== undefined || isTraceless(trace)) return null;
  const events = Math.max(trace.anchor?.seq ?? 0, trace.entered?.seq ?? 0);
  const had = events === 0 ? "" : ` It had ${events} events.`;
  const left = trace.events === 0 ? "its row and its events are" : "its row is";
  const detail = `The session is gone from the database: ${left} missing.${had} If you deleted it: cotty sessions delete ${id}`;
  return failed(id, 0, { seq: null, problem: "gone", detail });
}

function failed(session: string, events: number, what: Pick<Failed, "seq" | "problem" | "detail">): Failed {
  return { ok: false, session, events, ...what };
}

function isDamage(error: unknown): error is UserError {
  return error instanceof UserError && error.code === "store.damaged-database";
}

/** A session is as old as its first event, and was last changed by the last one of an append. */
function changedTimes({ opened, lastAt, latestAt }: Walk, { createdAt, updatedAt }: SessionRecord): string[] {
  const latest = Math.max(createdAt, latestAt);
  return [
    ...(opened === null || opened.at === createdAt
      ? []
      : [`it says that it began at ${inWords(createdAt)}, and it began at ${inWords(opened.at)}`]),
    ...(updatedAt >= lastAt && updatedAt <= latest
      ? []
      : [`it says that it was last changed at ${inWords(updatedAt)}, and it was at ${inWords(latest)}`]),
  ];
}

function inWords(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
