import { setImmediate } from "node:timers/promises";
import type { Event, UnknownEvent } from "../protocol/index.ts";
import { collectDocuments, type Document } from "./documents.ts";
import { type StoredEvent, toEvent } from "./event-text.ts";
import { clean } from "./search-terms.ts";
import { beginningOf, createSnippets } from "./snippet.ts";
import type { Database } from "./sqlite-database.ts";
import type { SearchHit, SearchOptions } from "./store.ts";
import type { SearchTerm, Tables } from "./tables.ts";

/** So many events are indexed in one transaction: short enough that no writer notices. */
const eventsAtOnce = 500;

/**
 * The full-text index is derived from the log and brought up to date when somebody searches: appending, which has to
 * be fast, costs nothing, and streamed text is indexed in one piece instead of many.
 */
export function createSqliteSearch(database: Database, eventsAfter: Tables["eventsAfter"]) {
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
  const find = database.prepare(`
    WITH hits AS MATERIALIZED (
      SELECT documents.id, session, title, seq, at, type
      FROM document_text JOIN documents ON documents.id = document_text.rowid JOIN sessions ON sessions.id = session
      WHERE document_text MATCH ?1 AND (?2 IS NULL OR session = ?2)
      ORDER BY at DESC, seq DESC, session DESC LIMIT ?3)
    SELECT session, title, seq, at, type, text FROM hits JOIN document_text ON document_text.rowid = hits.id
    ORDER BY at DESC, seq DESC, session DESC`);

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

  async function catchUp(only: string | null) {
    for (const { id } of behind.all(only)) {
      while (indexSome(String(id))) await setImmediate();
    }
  }

  /** What the index does not have yet, where it cannot be written. A run that the index has open is found there. */
  async function* scanRest(only: string | null, snippetOf: SnippetOf): AsyncGenerator<SearchHit> {
    for (const { id, title, seq } of behind.all(only)) {
      const session = String(id);
      let after = Number(seq);
      let open: Document | null = null;
      while (true) {
        const stored = eventsAfter(session, after, eventsAtOnce);
        const collected = collectDocuments(open, readable(session, stored));
        const isEnd = stored.length === 0;
        open = collected.open;
        const found = isEnd && open !== null ? [open] : collected.finished;
        for (const { text, ...document } of found) {
          const snippet = snippetOf(clean(text), session);
          if (snippet !== null) yield { session, title: String(title), ...document, snippet };
        }
        if (isEnd) break;
        after = stored.at(-1)?.seq ?? after;
        await setImmediate();
      }
    }
  }

  return {
    async search(terms: readonly SearchTerm[], options: SearchOptions & { limit: number }): Promise<SearchHit[]> {
      const only = options.session ?? null;
      if (!database.isReadOnly) await catchUp(only);
      const { show } = options;
      const snippetIn = createSnippets(terms);
      const snippetOf: SnippetOf = (text, session) => snippetIn(show ? show(text, session) : text);
      const hits = find.all(toQuery(terms), only, options.limit).flatMap(({ text, ...row }) => {
        const snippet = snippetOf(String(text), String(row["session"]));
        // The index may find what we do not, but not where it looked into more than is shown.
        if (snippet === null && show) return [];
        return [{ ...row, snippet: snippet ?? beginningOf(String(text)) } as unknown as SearchHit];
      });
      if (!database.isReadOnly) return hits;
      for await (const hit of scanRest(only, snippetOf)) hits.push(hit);
      return hits.sort(newestFirst).slice(0, options.limit);
    },
    /** Inside the transaction that deletes the session. */
    forget(session: string) {
      deleteTexts.run(session);
      deleteDocuments.run(session);
      deleteProgress.run(session);
    },
  };
}

type SnippetOf = (text: string, session: string) => string | null;

function newestFirst(a: SearchHit, b: SearchHit): number {
  return b.at - a.at || b.seq - a.seq || (a.session < b.session ? 1 : -1);
}

function toDocument(row: Record<string, unknown> = {}): Document {
  return { seq: Number(row["runSeq"]), at: Number(row["at"]), type: String(row["type"]), text: String(row["text"]) };
}

/** One damaged event must not hide everything else from a search; `verify` is what reports it. */
function readable(session: string, stored: readonly StoredEvent[]): (Event | UnknownEvent)[] {
  return stored.flatMap((one) => {
    try {
      return [toEvent(session, one)];
    } catch {
      return [];
    }
  });
}

/** Everything is quoted, so nothing a person types is an operator. */
function toQuery(terms: readonly SearchTerm[]): string {
  return terms.map(({ text, prefix }) => `"${text.replaceAll('"', '""')}"${prefix ? " *" : ""}`).join(" AND ");
}
