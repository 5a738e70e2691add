import type { SearchTerm } from "./tables.ts";

/** More terms than a person types; each costs time, and the database has a limit of its own. */
const maxTerms = 32;
const maxQueryLength = 2000;

/** Turns what a person typed into terms. There is no syntax but double quotes, so there is nothing to get wrong. */
export function toSearchTerms(query: string): SearchTerm[] {
  return [...query.slice(0, maxQueryLength).matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => ({ text: clean(phrase ?? word ?? ""), prefix: phrase === undefined }))
    .filter((term) => words(term.text).length > 0)
    .slice(0, maxTerms);
}

/** Splits as the index does: letters and digits stay, all else separates. */
export function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{Co}]\p{M}*(?:[\p{L}\p{N}\p{Co}]\p{M}*)*/gu) ?? [];
}

/** Without what a database or a terminal would take for an instruction: escape sequences and control characters. */
export function clean(text: string): string {
  return text
    .replaceAll(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g, "")
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, " ")
    .toWellFormed();
}
