import { createEncodedFilter } from "./encoded-filter.ts";
import { createFinder, type KnownSecret } from "./finder.ts";
import { openValue } from "./formats.ts";
import type { Found } from "./found.ts";
import { endOfKey, privateKeyStart } from "./key-block.ts";
import { hasSequences, openSequence, pieceBreak, plainText, taggedLines, withoutSequences } from "./plain-text.ts";
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
  const finder = createFinder(options.values, tags.memory);
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
      output += text.slice(last, start) + taggedLines(text.slice(start, to), tags.tagFor(kind, value));
      last = to;
    }
    return output + text.slice(last);
  }

  /** Drops what belongs to a secret that has begun. Text is null when all of it did. */
  function swallow(text: string, isEnd: boolean): { output: string; text: string | null } {
    const state = swallowing as Swallowing;
    if (state.what === "word") {
      const end = text.search(/\s/);
      const gone = breaksIn(end === -1 ? text : text.slice(0, end));
      if (end === -1 && !isEnd) return { output: gone, text: null };
      swallowing = null;
      return { output: gone, text: end === -1 ? "" : text.slice(end) };
    }
    state.seen += text;
    const plain = plainText(state.seen);
    const end = endOfKey(plain.text);
    if (end === null && !isEnd && state.seen.length < maxHeld) return { output: "", text: null };
    const stop = end ?? plain.text.length;
    const rest = stop >= plain.text.length ? "" : state.seen.slice(plain.at(stop));
    swallowing = null;
    const body = plain.text.slice(0, stop);
    const gone = state.seen.slice(0, state.seen.length - rest.length);
    context = "";
    return { output: body.trim() === "" ? gone : taggedLines(gone, keyTag(body, tags)), text: rest };
  }

  return { push: (chunk) => (chunk === "" ? "" : run(chunk, false)), end: () => run("", true) };
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
