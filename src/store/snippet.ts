import { words } from "./search-terms.ts";
import type { SearchTerm } from "./tables.ts";

/** How much of a text is shown around its first match. */
const lengthBefore = 60;
const lengthShown = 240;

const inWord = "[\\p{L}\\p{M}\\p{N}\\p{Co}]";

/**
 * Looks for all terms in a text: a piece of it with every match marked, or null when one is missing. It reads as the
 * full-text index does (whole words, any case, accents aside) and takes time in proportion to the text, which the
 * index's own snippets do not: a word that occurs ten thousand times in one output must not stop a search.
 */
export function createSnippets(terms: readonly SearchTerm[]): (text: string) => string | null {
  const patterns = terms.map(patternOf);
  return (text) => {
    const folded = fold(text);
    const found = patterns.map((pattern) => folded.search(pattern));
    if (found.includes(-1)) return null;
    const [from, to] = windowAround(text, Math.min(...found));
    const shown = mark(text.slice(from, to), folded.slice(from, to), patterns);
    return `${from > 0 ? "…" : ""}${shown}${to < text.length ? "…" : ""}`;
  };
}

/** The beginning of a text in which the index found something that we do not. */
export function beginningOf(text: string): string {
  const [, to] = windowAround(text, 0);
  return to < text.length ? `${text.slice(0, to)}…` : text;
}

/** Words hold nothing that a pattern would obey, so they need no quoting. A match takes the whole word. */
function patternOf({ text, prefix }: SearchTerm): RegExp {
  const phrase = words(fold(text)).join("[^\\p{L}\\p{N}\\p{Co}]+");
  return new RegExp(`(?<!${inWord})${phrase}${prefix ? `${inWord}*` : ""}(?!${inWord})`, "giu");
}

/** Without accents, and as long as before, so that places in it are places in the text. */
function fold(text: string): string {
  return text.replaceAll(/[\u00c0-\u1fff]/g, (letter) => letter.normalize("NFD").charAt(0));
}

/** From a space to a space, so that no word is shown in part, unless it is longer than what is shown. */
function windowAround(text: string, match: number): [number, number] {
  const earliest = Math.max(0, match - lengthBefore);
  const space = earliest === 0 ? -1 : text.slice(earliest, match).search(/\s/);
  const from = earliest === 0 ? 0 : space === -1 ? match : earliest + space + 1;
  const latest = Math.min(text.length, from + lengthShown);
  if (latest === text.length) return [from, latest];
  const lastSpace = text.slice(match, latest).search(/\s\S*$/);
  return [from, lastSpace === -1 ? latest : match + lastSpace];
}

function mark(text: string, folded: string, patterns: readonly RegExp[]): string {
  const spans = patterns.flatMap((pattern) =>
    [...folded.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length })),
  );
  spans.sort((a, b) => a.from - b.from || b.to - a.to);
  let marked = "";
  let done = 0;
  for (const { from, to } of spans) {
    if (from < done) continue;
    marked += `${text.slice(done, from)}«${text.slice(from, to)}»`;
    done = to;
  }
  return marked + text.slice(done);
}
