import { setImmediate } from "node:timers/promises";
import type { Event, UnknownEvent } from "../protocol/index.ts";
import { collectDocuments, type Document } from "./documents.ts";
import { type StoredEvent, toEvent } from "./event-text.ts";
import { clean } from "./search-terms.ts";
import type { Database, Row } from "./sqlite-database.ts";
import type { Tables } from "./tables.ts";

/** So many events are indexed in one transaction: short enough that no writer notices. */
export const eventsAtOnce = 500;

/**
 * The full-text index is derived from the log and brought up to date when somebody searches: appending, which has to
 * be fast, costs nothing, and streamed text is indexed in one piece instead of many.
 */
export function createSearchIndex(database: Database, eventsAfter: Tables["eventsAfter"]) {
  const behind = database.prepare(`
    SELECT id, title, coalesce(indexed_seq, 0) AS seq FROM sessions LEFT JOIN search_progress ON session = id
    WHERE head_seq > coalesce(indexed_seq, 0) AND (?1 IS NULL OR id = ?1)`);
  const progressOf = database.prepare(`
    SELECT indexed_seq AS seq, documents.id, documents.seq AS runSeq, at, type,
      (SELECT text FROM document_text WHERE rowid = documents.id) AS text
    FROM search_progress LEFT JOIN documents ON documents.id = open_document WHERE search_progress.session = ?`);
  const saveProgress = database.prepare("INSERT OR REPLACE INTO search_progress VALUES (?, ?, ?)");
  const insertDocument = database.prepare(
    "INSERT INTO documents (session, seq, at, type) VALUES (?, ?, ?, ?) RETURNING id",
  );
  const insertText = database.prepare("INSERT INTO document_text (rowid, text) VALUES (?, ?)");
  const deleteDocument = database.prepare("DELETE FROM documents WHERE id = ?");
  const deleteText = database.prepare("DELETE FROM document_text WHERE rowid = ?");
  const deleteTexts = database.prepare(
    "DELETE FROM document_text WHERE rowid IN (SELECT id FROM documents WHERE session = ?)",
  );
  const deleteDocuments = database.prepare("DELETE FROM documents WHERE session = ?");
  const deleteProgress = database.prepare("DELETE FROM search_progress WHERE session = ?");

  function insert(session: string, { seq, at, type, text }: Document): number {
    const id = Number(insertDocument.get(session, seq, at, type)?.["id"]);
    insertText.run(id, clean(text));
    return id;
  }

  function indexSome(session: string): boolean {
    return database.transaction(() => {
      const progress = progressOf.get(session);
      const stored = eventsAfter(session, Number(progress?.["seq"] ?? 0), eventsAtOnce);
      const last = stored.at(-1);
      if (last === undefined) return false;
      const openId = progress?.["id"] ?? null;
      const open = openId === null ? null : toDocument(progress);
      const collected = collectDocuments(open, readable(session, stored));
      if (openId !== null) {
        deleteDocument.run(openId);
        deleteText.run(openId);
      }
      for (const document of collected.finished) insert(session, document);
      saveProgress.run(session, last.seq, collected.open === null ? null : insert(session, collected.open));
      return true;
    });
  }

  return {
    /** Sessions that the index does not have to their end, and how far it has them. */
    behind: (only: string | null): Row[] => behind.all(only),
    async catchUp(only: string | null) {
      for (const { id } of behind.all(only)) {
        while (indexSome(String(id))) await setImmediate();
      }
    },
    /** Inside the transaction that deletes the session. */
    forget(session: string) {
      deleteTexts.run(session);
      deleteDocuments.run(session);
      deleteProgress.run(session);
    },
  };
}

function toDocument(row: Record<string, unknown> = {}): Document {
  return { seq: Number(row["runSeq"]), at: Number(row["at"]), type: String(row["type"]), text: String(row["text"]) };
}

/** One damaged event must not hide everything else from a search; `verify` is what reports it. */
export function readable(session: string, stored: readonly StoredEvent[]): (Event | UnknownEvent)[] {
  return stored.flatMap((one) => {
    try {
      return [toEvent(session, one)];
    } catch {
      return [];
    }
  });
}
