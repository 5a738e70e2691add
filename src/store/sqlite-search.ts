import { setImmediate } from "node:timers/promises";
import { collectDocuments, type Document } from "./documents.ts";
import { createSearchIndex, eventsAtOnce, readable } from "./search-index.ts";
import { clean } from "./search-terms.ts";
import { beginningOf, createSnippets } from "./snippet.ts";
import type { Database } from "./sqlite-database.ts";
import type { SearchHit, SearchOptions } from "./store.ts";
import type { SearchTerm, Tables } from "./tables.ts";

/** Searches by the index; where that cannot be written, what it lacks is read through. */
export function createSqliteSearch(database: Database, eventsAfter: Tables["eventsAfter"]) {
  const index = createSearchIndex(database, eventsAfter);
  const find = database.prepare(`
    WITH hits AS MATERIALIZED (
      SELECT documents.id, session, title, seq, at, type
      FROM document_text JOIN documents ON documents.id = document_text.rowid JOIN sessions ON sessions.id = session
      WHERE document_text MATCH ?1 AND (?2 IS NULL OR session = ?2)
      ORDER BY at DESC, seq DESC, session DESC LIMIT ?3)
    SELECT session, title, seq, at, type, text FROM hits JOIN document_text ON document_text.rowid = hits.id
    ORDER BY at DESC, seq DESC, session DESC`);

  /** What the index does not have yet, where it cannot be written. A run that the index has open is found there. */
  async function* scanRest(only: string | null, snippetOf: SnippetOf): AsyncGenerator<SearchHit> {
    for (const { id, title, seq } of index.behind(only)) {
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
      if (!database.isReadOnly) await index.catchUp(only);
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
    forget: index.forget,
  };
}

type SnippetOf = (text: string, session: string) => string | null;

function newestFirst(a: SearchHit, b: SearchHit): number {
  return b.at - a.at || b.seq - a.seq || (a.session < b.session ? 1 : -1);
}

/** Everything is quoted, so nothing a person types is an operator. */
function toQuery(terms: readonly SearchTerm[]): string {
  return terms.map(({ text, prefix }) => `"${text.replaceAll('"', '""')}"${prefix ? " *" : ""}`).join(" AND ");
}
