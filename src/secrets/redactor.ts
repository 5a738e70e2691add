import { createEncodedFilter } from "./encoded-filter.ts";
import { createFinder, type Finder, type KnownSecret } from "./finder.ts";
import { openValue } from "./formats.ts";
import type { Found } from "./found.ts";
import { endOfKey, privateKeyStart } from "./key-block.ts";
import { plainLineEndsIn } from "./plain-line-ends.ts";
import {
  hasSequences,
  openSequence,
  type PlainText,
  pieceBreak,
  plainText,
  taggedLines,
  withoutSequences,
} from "./plain-text.ts";
import { createSecretTags, type SecretTags } from "./tags.ts";

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

const contextLength = 512;
const maxHeld = 64 * 1024;
const keptOfLongWord = 8 * 1024;

/** A secret of which more may come: of a private key what has come is held, of a word it is gone. */
type Swallowing = "private-key" | "word";

/** Replaces secrets in a stream by tags, across pieces and across escape sequences. */
export const createRedactor = (options: RedactorOptions = {}): Redactor =>
  plainLineEndsIn(createStreamRedactor(options));

/** The same for a text whose lines end in `\n`. */
export function createStreamRedactor(options: RedactorOptions = {}): Redactor {
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
  const finder = createFinder(options.values, tags.memory);
  let held = "";
  let context = "";
  let swallowing: Swallowing | null = null;

  function run(chunk: string, isEnd: boolean): string {
    const word = swallowing === "word" ? swallowWord(held + chunk) : null;
    const output = word?.output ?? "";
    const text = word === null ? held + chunk : word.rest;
    held = "";
    if (word !== null && (word.isOver || isEnd)) swallowing = null;
    if (swallowing === "word") return output;
    const all = swallowing === "private-key" ? text : context + text;
    const mayHoldKey = swallowing === "private-key" || hasKeyHint(all);
    return output + (mayHoldKey ? runKeys(all, all.length - text.length, isEnd) : show(text, isEnd));
  }

  /**
   * Goes through a text once, from one private key to the next: the many heads of a hostile text must not have the rest
   * of it read again for each. What is before `shown` was shown already, perhaps with the first half of a head.
   */
  function runKeys(all: string, shown: number, isEnd: boolean): string {
    const plain = plainText(all);
    const heads = new RegExp(privateKeyStart.source, "g");
    let at = shown;
    let output = "";
    while (true) {
      if (swallowing === null) {
        const start = nextHead(plain, heads, at);
        output += show(all.slice(at, start ?? undefined), isEnd || start !== null);
        if (start === null) return output;
        swallowing = "private-key";
        at = start;
      }
      const from = heads.lastIndex;
      const end = endOfKey(plain.text, from);
      if (end === null && !isEnd && all.length - at < maxHeld) {
        held = all.slice(at);
        return output;
      }
      const stop = end ?? plain.text.length;
      const to = stop >= plain.text.length ? all.length : plain.at(stop);
      const body = plain.text.slice(from, stop);
      const gone = all.slice(at, to);
      output += body.trim() === "" ? gone : taggedLines(gone, keyTag(body, tags));
      swallowing = null;
      context = "";
      heads.lastIndex = stop;
      at = to;
    }
  }

  function show(text: string, isEnd: boolean): string {
    if (text === "") return "";
    const mayHold = finder.mayContain(context, text);
    const found = mayHold ? finder.find(context, text) : [];
    let cut = isEnd ? text.length : safeCut(text, { context, finder, mayHaveMargin: options.margins !== "none" });
    for (const { from, to } of found) if (from < cut && to > cut) cut = from;
    // A word that ends where the text ends may go on, and then be longer, or no secret after all.
    if (!isEnd && text.length - cut > maxHeld) {
      const open = found.find(({ to }) => to >= text.length - 1);
      cut = open === undefined ? text.length - keptOfLongWord : text.length;
      if (open !== undefined) swallowing = "word";
      for (const { from, to } of found) if (from < cut && to > cut) cut = from;
    }
    held = text.slice(cut);
    const whole = found.filter(({ to }) => to <= cut);
    const shown = replaceFound(text.slice(0, cut), whole, tags);
    context = (context + text.slice(0, cut)).slice(-contextLength);
    return shown;
  }

  return { push: (chunk) => (chunk === "" ? "" : run(chunk, false)), end: () => run("", true) };
}

/** Up to where a text can be shown: what comes after may still grow into a secret. */
function safeCut(
  text: string,
  { context, finder, mayHaveMargin }: { context: string; finder: Finder; mayHaveMargin: boolean },
): number {
  const sequenceAt = openSequence(text, mayHaveMargin);
  const whole = sequenceAt === -1 ? text : text.slice(0, sequenceAt);
  const plain = hasSequences(whole) ? plainText(whole) : null;
  const visible = plain === null ? whole : plain.text;
  let cut = lastBreak(visible) + 1;
  const open = openValue.exec((withoutSequences(context) + visible).slice(-1024));
  if (open !== null) cut = Math.min(cut, Math.max(0, visible.length - (open[1]?.length ?? 0)));
  cut = Math.min(cut, finder.openExact(visible));
  return plain === null ? cut : cut === 0 ? 0 : Math.min(plain.at(cut - 1) + 1, whole.length);
}

function replaceFound(text: string, found: readonly Found[], tags: SecretTags): string {
  let output = "";
  let last = 0;
  for (const { from, to, kind, value } of found) {
    const start = Math.max(from, last);
    if (to <= last) continue;
    output += text.slice(last, start) + taggedLines(text.slice(start, to), tags.tagFor(kind, value));
    last = to;
  }
  return output + text.slice(last);
}

/** Drops what belongs to a word that is a secret and has begun. */
function swallowWord(text: string): { output: string; rest: string; isOver: boolean } {
  const end = text.search(/\s/);
  if (end === -1) return { output: breaksIn(text), rest: "", isOver: false };
  return { output: breaksIn(text.slice(0, end)), rest: text.slice(end), isOver: true };
}

function hasKeyHint(text: string): boolean {
  const visible = hasSequences(text) ? withoutSequences(text) : text;
  return visible.includes("PRIVATE KEY") || visible.includes("PuTTY-User");
}

/** Where the body of the next private key begins; its first line may already have been shown. */
function nextHead(plain: PlainText, heads: RegExp, shown: number): number | null {
  for (let match = heads.exec(plain.text); match !== null; match = heads.exec(plain.text)) {
    const end = plain.at(heads.lastIndex - 1) + 1;
    if (end > shown) return end;
  }
  return null;
}

const breaksIn = (text: string): string => text.replaceAll(notABreak, "");
const notABreak = new RegExp(`[^${pieceBreak}]+`, "g");

/** What stands for a private key. Each of its lines is a part of it, wherever it is printed again. */
export function keyTag(body: string, tags: SecretTags): string {
  const tag = tags.tagFor("private-key", body.replaceAll(/[\s\\n]/g, ""));
  for (const line of body.split(/\\n|[^A-Za-z0-9+/=]+/)) tags.addPart(tag, line);
  return tag;
}

/** The last character that no secret contains. Quotes and commas end most, but not all, so only blanks count. */
function lastBreak(text: string): number {
  for (let i = text.length - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (code === 32 || (code >= 9 && code <= 13)) return i;
  }
  return -1;
}
