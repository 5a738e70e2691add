import { belowNamesHints, findBelowNames } from "./below-names.ts";
import { cookieHints, findCookies } from "./cookies.ts";
import { wholeWord } from "./encoded-lines.ts";
import { exactPattern, formsOf } from "./exact-values.ts";
import { type SecretFormat, secretFormats } from "./formats.ts";
import { type Found, merge } from "./found.ts";
import { hasSequences, plainText, withoutSequences } from "./plain-text.ts";
import { findProgramSecrets, programHints } from "./program-secrets.ts";
import type { SecretMemory } from "./secret-memory.ts";
import { createTrigramFilter } from "./trigrams.ts";
import { findXmlFields, xmlHints } from "./xml-fields.ts";

/** A value the product holds and must never show: a key of the configuration, a typed password. */
export interface KnownSecret {
  kind: string;
  value: string;
}

/** Finds secrets in text: known values, known formats, and values that were hidden before. */
export interface Finder {
  mayContain(context: string, text: string): boolean;
  /** The same for a text without sequences. */
  mayMatch(text: string): boolean;
  find(context: string, text: string): Found[];
  /** In a text without sequences. */
  search(text: string): Found[];
  /** Where a known value with blanks in it may have begun at the end of the text; its length when none has. */
  openExact(text: string): number;
}

type ValueFinder = Pick<Finder, "mayMatch" | "search" | "openExact">;

const minExactLength = 4;

/** What is not told by the text right in front of it. */
const readers: readonly { find: (text: string) => Iterable<Found>; hints: readonly string[]; anyCase?: true }[] = [
  { find: findBelowNames, hints: belowNamesHints, anyCase: true },
  { find: findXmlFields, hints: xmlHints, anyCase: true },
  { find: findCookies, hints: cookieHints, anyCase: true },
  { find: findProgramSecrets, hints: programHints },
];

const formatFilter = createTrigramFilter(
  [...secretFormats, ...readers].flatMap(({ hints, anyCase }, owner) =>
    hints.map((text) => ({ text, anyCase: anyCase === true, owner })),
  ),
);

const noValues: readonly KnownSecret[] = [];
const finders = new WeakMap<readonly KnownSecret[], ValueFinder>();

export function createFinder(values: readonly KnownSecret[] = noValues, memory: SecretMemory | null = null): Finder {
  const known = finderFor(values);
  const mayMatch = (text: string) => known.mayMatch(text) || memory?.mayContain(text) === true;
  const search = (text: string) =>
    memory === null ? known.search(text) : [...known.search(text), ...memory.find(text).map(whole(text))];
  return {
    mayMatch,
    search,
    openExact: known.openExact,
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
  };
}

const whole =
  (text: string) =>
  (found: Found): Found => {
    const [from, to] = wholeWord(text, found.from, found.to);
    return { ...found, from, to };
  };

function searchPlain(raw: string, search: (text: string) => Found[]): Found[] {
  const plain = plainText(raw);
  return search(plain.text).map((each) => ({ ...each, from: plain.at(each.from), to: plain.at(each.to - 1) + 1 }));
}

/** Streams that know the same secrets share what was prepared for finding them. */
function finderFor(values: readonly KnownSecret[]): ValueFinder {
  const existing = finders.get(values);
  if (existing !== undefined) return existing;
  const finder = createValueFinder(values);
  finders.set(values, finder);
  return finder;
}

function createValueFinder(values: readonly KnownSecret[]): ValueFinder {
  const known = values.filter(({ value }) => value.length >= minExactLength);
  const forms = known.flatMap(({ kind, value }) => formsOf(value).map((form) => ({ kind, value, form })));
  const byForm = new Map(forms.map((each) => [each.form, each]));
  const exact = exactPattern(forms.map(({ form }) => form));
  const spaced = forms.filter(({ form }) => /\s/.test(form)).map(({ form }) => form);
  const exactFilter =
    exact === null ? null : createTrigramFilter(forms.map(({ form }) => ({ text: form.slice(0, 3), anyCase: false })));

  function searchExact(text: string): Found[] {
    if (exact === null) return [];
    return [...text.matchAll(exact)].map((match) => {
      const form = byForm.get(match[0].replaceAll("\r\n", "\n")) ?? byForm.get(match[0]);
      return {
        from: match.index,
        to: match.index + match[0].length,
        kind: form?.kind ?? "value",
        value: form?.value ?? match[0],
      };
    });
  }

  return {
    mayMatch: (text) => formatFilter.mayContain(text) || exactFilter?.mayContain(text) === true,
    search: (text) => [...searchExact(text), ...searchFormats(text)],
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

function searchFormats(text: string): Found[] {
  const found: Found[] = [];
  const mayMatch = formatFilter.ownersIn(text);
  for (const [at, format] of secretFormats.entries()) {
    if (mayMatch[at] !== 1) continue;
    if (format.read !== undefined) found.push(...readBehind(text, format, format.read));
    else found.push(...matched(text, format));
  }
  for (const [at, { find }] of readers.entries())
    if (mayMatch[secretFormats.length + at] === 1) found.push(...find(text));
  return found;
}

function* matched(text: string, { kind, pattern, accepts }: SecretFormat): Generator<Found> {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? match[0];
    if (accepts !== undefined && !accepts(value, match)) continue;
    const from = match[1] === undefined ? match.index : match.index + match[0].lastIndexOf(value);
    yield { from, to: from + value.length, kind, value };
  }
}

/** The search goes on behind each value, so that names inside of it are not read again. */
function* readBehind(
  text: string,
  { kind, pattern, accepts }: SecretFormat,
  read: (match: RegExpExecArray) => string,
): Generator<Found> {
  const heads = new RegExp(pattern.source, pattern.flags);
  for (let match = heads.exec(text); match !== null; match = heads.exec(text)) {
    const value = read(match);
    const from = heads.lastIndex;
    const isSecret = value !== "" && accepts?.(value, match) !== false;
    if (isSecret) yield { from, to: from + value.length, kind, value };
    // What was refused may hold another name with a value of its own: `secret: {password: …}`.
    if (isSecret || !/[:=]/.test(value)) heads.lastIndex = from + value.length;
  }
}
