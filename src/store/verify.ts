import { setImmediate } from "node:timers/promises";
import { chainHash, type StoredEvent, toEvent } from "./event-text.ts";
import { requireSession } from "./leases.ts";
import type { Verified } from "./store.ts";
import type { Anchor, SessionRecord, Tables } from "./tables.ts";

type Problem = Extract<Verified, { ok: false }>["problem"];

/**
 * Walks the whole chain, then compares its end with the two places that remember it: the session row and the anchor.
 * Events that are appended meanwhile are walked too.
 */
export async function verifySession(tables: Tables, id: string): Promise<Verified> {
  // The anchor first: it is written after the commit, so what it names is in the log by now.
  requireSession(tables, id);
  const anchor = tables.readAnchor(id);
  let hash = "";
  let seq = 0;
  const failed = (at: number, problem: Problem, detail: string): Verified => ({
    ok: false,
    session: id,
    events: Math.min(seq, at - 1),
    seq: at,
    problem,
    detail,
  });
  while (true) {
    const events = tables.eventsAfter(id, seq);
    for (const stored of events) {
      const expected = seq + 1;
      if (stored.seq !== expected) return failed(expected, "removed", `Event ${expected} is missing from the log.`);
      if (!isSound(id, stored, hash)) {
        return failed(expected, "changed", `The text of event ${expected} does not belong to its hash.`);
      }
      hash = stored.hash;
      seq = expected;
      if (anchor?.seq === seq && anchor.hash !== hash) {
        return failed(seq, "changed", `Event ${seq} is not the one that the anchor file names.`);
      }
    }
    if (events.length === 0) break;
    await setImmediate();
  }
  // Read together with the empty answer above, in one tick: nothing of this process came between. What another
  // process appended in that moment makes the row longer than the walk, so look once more before judging.
  const session = requireSession(tables, id);
  if (session.headSeq > seq && tables.eventsAfter(id, seq, 1).length > 0) return verifySession(tables, id);
  return judgeEnd({ seq, hash }, session, anchor, failed) ?? { ok: true, session: id, events: seq };
}

function isSound(session: string, stored: StoredEvent, previousHash: string): boolean {
  if (stored.hash !== chainHash(previousHash, stored.text)) return false;
  try {
    toEvent(session, stored);
    return true;
  } catch {
    return false;
  }
}

function judgeEnd(
  end: Anchor,
  session: SessionRecord,
  anchor: Anchor | null,
  failed: (seq: number, problem: Problem, detail: string) => Verified,
): Verified | null {
  const missing = end.seq + 1;
  if (anchor === null) {
    return failed(
      missing,
      "cut-off",
      "The anchor file is missing, so nothing shows that the log ends where it should.",
    );
  }
  const longest = Math.max(session.headSeq, anchor.seq);
  if (longest > end.seq) {
    const detail = `The log ends with event ${end.seq}, but had ${longest}. A power failure can cut off the last moments.`;
    return failed(missing, "cut-off", detail);
  }
  if (session.headSeq !== end.seq || session.headHash !== end.hash) {
    const detail = `The session row names event ${session.headSeq} as the last one, and the log does not agree.`;
    return failed(Math.max(1, Math.min(session.headSeq + 1, end.seq)), "changed", detail);
  }
  return null;
}
