import { createEncodedFilter } from "./encoded-filter.ts";
import { exactPattern, formsOf } from "./exact-values.ts";
import { openValue, privateKeyEnd, privateKeyStart, secretFormats } from "./formats.ts";
import { hasSequences, openSequence, plainText, sequencesIn, withoutSequences } from "./plain-text.ts";
import { createSecretTags, type SecretTags } from "./tags.ts";
import { createTrigramFilter } from "./trigrams.ts";

/** A value the product holds and must never show: a key of the configuration, a typed password. */
export interface KnownSecret {
  kind: string;
  value: string;
}

export interface Redactor {
  /** Takes the next piece of output and returns what can be shown by now. A word that may still grow is kept back. */
  push(chunk: string): string;
  /** Shows what was kept back: no more output follows, or none is expected for now. */
  end(): string;
}

export interface RedactorOptions {
  values?: readonly KnownSecret[];
  /** Shared between streams, so that one secret has one tag everywhere. */
  tags?: SecretTags;
  /**
   * Base64 that does not say what it is stays. For what a person or an agent wrote themselves: they know what it is,
   * and it has to be the same when it is run or written. Default: it is hidden, as in output.
   */
  encoded?: "kept";
  /** Nothing was typed here, so a blank behind a word is its end. Default: it may be the right margin. */
  margins?: "none";
}

interface Found {
  from: number;
  to: number;
  kind: string;
  value: string;
}

const minExactLength = 4;
const contextLength = 512;
const maxHeld = 64 * 1024;
const keptOfLongWord = 8 * 1024;

/** What a secret must not be shown as: it stands for the whole private key while that still arrives. */
type Swallowing = { what: "private-key"; seen: string } | { what: "word"; seen: string };

/** Replaces secrets in a stream by tags, across pieces and across escape sequences. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const tags = options.tags ?? createSecretTags();
  const known = createFormatRedactor({ ...options, tags });
  if (options.encoded === "kept") return known;
  const encoded = createEncodedFilter(tags);
  return {
    push: (chunk) => encoded.push(known.push(chunk)),
    end: () => encoded.push(known.end()) + encoded.end(),
  };
}

/** The same for known values and formats alone: what is told by itself, wherever it stands. */
export function createFormatRedactor(options: RedactorOptions & { tags: SecretTags }): Redactor {
  const { tags } = options;
  const finder = finderFor(options.values ?? noValues);
  let held = "";
  let context = "";
  let swallowing: Swallowing | null = null;

  function run(chunk: string, isEnd: boolean): string {
    let text = held + chunk;
    held = "";
    let output = "";
    while (true) {
      if (swallowing !== null) {
        const rest = swallow(text, isEnd);
        output += rest.output;
        if (rest.text === null) return output;
        text = rest.text;
      }
      const start = findPrivateKey(text);
      const piece = start === null ? text : text.slice(0, start);
      const isLast = start === null;
      output += show(piece, isEnd || !isLast);
      if (isLast) return output;
      swallowing = { what: "private-key", seen: "" };
      text = text.slice(start);
    }
  }

  /** Where in the text the body of a private key begins; its first line may already have been shown. */
  function findPrivateKey(text: string): number | null {
    const all = context + text;
    const visible = hasSequences(all) ? withoutSequences(all) : all;
    if (!visible.includes("PRIVATE KEY") && !visible.includes("PuTTY-User")) return null;
    const plain = plainText(all);
    const pattern = new RegExp(privateKeyStart.source, "g");
    for (const match of plain.text.matchAll(pattern)) {
      const end = plain.at(match.index + match[0].length - 1) + 1;
      if (end > context.length) return end - context.length;
    }
    return null;
  }

  function show(text: string, isEnd: boolean): string {
    if (text === "") return "";
    const mayHold = finder.mayContain(context, text);
    const found = mayHold ? finder.find(context, text) : [];
    let cut = isEnd ? text.length : safeCut(text);
    for (const { from, to } of found) if (from < cut && to > cut) cut = from;
    // A word that ends where the text ends may go on, and then be longer, or no secret after all.
    if (!isEnd && text.length - cut > maxHeld) {
      const open = found.find(({ to }) => to >= text.length - 1);
      cut = open === undefined ? text.length - keptOfLongWord : text.length;
      if (open !== undefined) swallowing = { what: "word", seen: "" };
      for (const { from, to } of found) if (from < cut && to > cut) cut = from;
    }
    held = text.slice(cut);
    const shown = replace(
      text.slice(0, cut),
      found.filter(({ to }) => to <= cut),
    );
    context = (context + text.slice(0, cut)).slice(-contextLength);
    return shown;
  }

  function safeCut(text: string): number {
    const sequenceAt = openSequence(text, options.margins !== "none");
    const whole = sequenceAt === -1 ? text : text.slice(0, sequenceAt);
    const plain = hasSequences(whole) ? plainText(whole) : null;
    const visible = plain === null ? whole : plain.text;
    let cut = lastBreak(visible) + 1;
    const open = openValue.exec((withoutSequences(context) + visible).slice(-1024));
    if (open !== null) cut = Math.min(cut, Math.max(0, visible.length - (open[2]?.length ?? 0) - 1));
    cut = Math.min(cut, finder.openExact(visible));
    return plain === null ? cut : cut === 0 ? 0 : Math.min(plain.at(cut - 1) + 1, whole.length);
  }

  function replace(text: string, found: readonly Found[]): string {
    let output = "";
    let last = 0;
    for (const { from, to, kind, value } of found) {
      const start = Math.max(from, last);
      if (to <= last) continue;
      output += text.slice(last, start) + tags.tagFor(kind, value) + sequencesIn(text.slice(start, to));
      last = to;
    }
    return output + text.slice(last);
  }

  /** Drops what belongs to a secret that has begun. Text is null when all of it did. */
  function swallow(text: string, isEnd: boolean): { output: string; text: string | null } {
    const state = swallowing as Swallowing;
    if (state.what === "word") {
      const end = text.search(/\s/);
      if (end === -1 && !isEnd) return { output: "", text: null };
      swallowing = null;
      return { output: "", text: end === -1 ? "" : text.slice(end) };
    }
    state.seen += text;
    const plain = plainText(state.seen);
    const end = privateKeyEnd.exec(plain.text);
    const stray = strayLine(plain.text);
    const isOver = end !== null && (stray === null || end.index <= stray);
    if (!isOver && stray === null && !isEnd && state.seen.length < maxHeld) return { output: "", text: null };
    const stop = isOver ? end.index : (stray ?? plain.text.length);
    const rest = stop >= plain.text.length ? "" : state.seen.slice(plain.at(stop));
    swallowing = null;
    const body = plain.text.slice(0, stop).replaceAll(/[\s\\n]/g, "");
    context = "";
    return { output: body === "" ? "" : `\n${tags.tagFor("private-key", body)}\n`, text: rest };
  }

  return { push: (chunk) => (chunk === "" ? "" : run(chunk, false)), end: () => run("", true) };
}

/** The last character that no secret contains. Quotes and commas end most, but not all, so only blanks count. */
function lastBreak(text: string): number {
  for (let i = text.length - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (code === 32 || (code >= 9 && code <= 13)) return i;
  }
  return -1;
}

/** The first line that cannot be part of a key: someone only printed the words "BEGIN PRIVATE KEY". */
function strayLine(text: string): number | null {
  let from = 0;
  for (let to = text.indexOf("\n"); to !== -1; to = text.indexOf("\n", from)) {
    const line = text.slice(from, to).trim();
    const isKey =
      line === "" ||
      /^["'|>+\s-]*[A-Za-z0-9+/=\\]{1,100}["',\\nr]*$/.test(line) ||
      /^[\w-]+: [^{}();]*$/.test(line) ||
      line.startsWith("-----END");
    if (!isKey) return from;
    from = to + 1;
  }
  return null;
}

interface Finder {
  mayContain(context: string, text: string): boolean;
  find(context: string, text: string): Found[];
  /** Where a known value with blanks in it may have begun at the end of the text; its length when none has. */
  openExact(text: string): number;
}

const formatFilter = createTrigramFilter(
  secretFormats.flatMap(({ hints, anyCase }) => hints.map((text) => ({ text, anyCase: anyCase === true }))),
);

const noValues: readonly KnownSecret[] = [];
const finders = new WeakMap<readonly KnownSecret[], Finder>();

/** Streams that know the same secrets share what was prepared for finding them. */
function finderFor(values: readonly KnownSecret[]): Finder {
  const existing = finders.get(values);
  if (existing !== undefined) return existing;
  const finder = createFinder(values);
  finders.set(values, finder);
  return finder;
}

function createFinder(values: readonly KnownSecret[]): Finder {
  const known = values.filter(({ value }) => value.length >= minExactLength);
  const forms = known.flatMap(({ kind, value }) => formsOf(value).map((form) => ({ kind, value, form })));
  const byForm = new Map(forms.map((each) => [each.form, each]));
  const exact = exactPattern(forms.map(({ form }) => form));
  const spaced = forms.filter(({ form }) => /\s/.test(form)).map(({ form }) => form);
  const exactFilter =
    exact === null ? null : createTrigramFilter(forms.map(({ form }) => ({ text: form.slice(0, 3), anyCase: false })));
  const mayMatch = (text: string) => formatFilter.mayContain(text) || exactFilter?.mayContain(text) === true;

  function search(text: string): Found[] {
    const found: Found[] = [];
    if (exact !== null) {
      for (const match of text.matchAll(exact)) {
        const form = byForm.get(match[0].replaceAll("\r\n", "\n")) ?? byForm.get(match[0]);
        found.push({
          from: match.index,
          to: match.index + match[0].length,
          kind: form?.kind ?? "value",
          value: form?.value ?? match[0],
        });
      }
    }
    for (const { kind, pattern, accepts } of secretFormats) {
      for (const match of text.matchAll(pattern)) {
        const value = match[1] ?? match[0];
        if (accepts !== undefined && !accepts(value, match)) continue;
        const from = match[1] === undefined ? match.index : match.index + match[0].lastIndexOf(value);
        found.push({ from, to: from + value.length, kind, value });
      }
    }
    return found;
  }

  return {
    mayContain(context, text) {
      const tail = context + text;
      if (mayMatch(tail)) return true;
      return hasSequences(tail) && mayMatch(withoutSequences(tail));
    },
    find(context, text) {
      const all = context + text;
      const raw = search(all);
      const found = hasSequences(all) ? [...raw, ...searchPlain(all, search)] : raw;
      return merge(
        found
          .map((each) => ({ ...each, from: Math.max(0, each.from - context.length), to: each.to - context.length }))
          .filter(({ to }) => to > 0),
      );
    },
    openExact(text) {
      return spaced.reduce((cut, form) => {
        for (let length = Math.min(form.length - 1, text.length); length > 0; length--) {
          if (text.endsWith(form.slice(0, length))) return Math.min(cut, text.length - length);
        }
        return cut;
      }, text.length);
    },
  };
}

function searchPlain(raw: string, search: (text: string) => Found[]): Found[] {
  const plain = plainText(raw);
  return search(plain.text).map((each) => ({ ...each, from: plain.at(each.from), to: plain.at(each.to - 1) + 1 }));
}

/** In order, without overlaps: where two secrets overlap, all of both goes, under the name of the earlier one. */
function merge(found: Found[]): Found[] {
  const sorted = found.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const merged: Found[] = [];
  for (const each of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && each.from < last.to) last.to = Math.max(last.to, each.to);
    else merged.push({ ...each });
  }
  return merged;
}
