import {
  belongsTo,
  type EncodedLine,
  encodedLineOf,
  hideEncodedWords,
  isBare,
  isCutLine,
  isKeyEnd,
  isPair,
  isWide,
  lastWordIn,
  looksEncoded,
} from "./encoded-lines.ts";
import { hasSequences, plainText, taggedLines, withoutSequences } from "./plain-text.ts";
import type { SecretTags } from "./tags.ts";

/** A line without end is judged in parts of this size. */
const longestLine = 16 * 1024;
/** More than may stand before a line of base64. */
const contextLength = 512;

const blockStart = /-----BEGIN ([A-Z0-9 ]+)-----|---- BEGIN SSH2 (PUBLIC) KEY ----/;
const blockEnd = /----[- ]END [A-Z0-9 ]+[- ]----/;
/** Also behind the name of the file that `grep` puts there, and the checksum of PGP. */
const isEmptyLine = /^(?:\S{0,256}[:|])?\s*(?:=\S{4})?\s*$/;
const blockHeader = /^[\s>|"'+-]*[\w-]+: /;

/**
 * Hides base64 of which nobody can say what it is: the lines of a key without its first one (`tail key.pem`), a file
 * printed by `base64`, a key on one line of a configuration. What says that it is public stays: certificates, public
 * keys, signatures, checksums. It judges whole lines, so the pieces in which a text arrives make no difference.
 */
export function createEncodedFilter(tags: SecretTags): { push(text: string): string; end(): string } {
  /** What has not been shown of the line that has not ended. */
  let open = "";
  /** What was shown of that line, as it looks; only the end of it when it is long. */
  let shown = "";
  /** The line ended with a word so long that it was hidden before its end. */
  let isSwallowing = false;
  /** A line that has ended, and is hidden if the next one belongs to it. */
  let waiting: { raw: string; line: EncodedLine } | null = null;
  /** The lines that are being hidden; null where none are. */
  let hiding: { width: number; kind: string; isOver: boolean } | null = null;
  /** What stands for the lines that are being hidden. */
  let lastTag = "";
  /** Inside something that says that it is public. */
  let isPublic = false;

  function push(text: string): string {
    open += text;
    let output = "";
    let from = 0;
    for (let to = open.indexOf("\n"); to !== -1; to = open.indexOf("\n", from)) {
      output += endLine(open.slice(from, to + 1));
      from = to + 1;
    }
    open = open.slice(from);
    return output + showBeginning();
  }

  function endLine(raw: string): string {
    const rest = afterSwallowed(raw);
    const text = shown + visible(rest);
    const line = encodedLineOf(text);
    const isLineShown = followBlock(text, line);
    const context = shown;
    shown = "";
    isSwallowing = false;
    if (line !== null && !isLineShown && line.before.length >= context.length)
      return take(rest, { ...line, before: line.before.slice(context.length) });
    hiding = null;
    if (waiting !== null && isKeyEnd(text)) {
      const { raw: last, line: lastLine } = waiting;
      waiting = null;
      return hide(last, lastLine, { isFirst: true }) + rest;
    }
    return release() + (line === null ? hideEncodedWords(rest, context, tags) : rest);
  }

  /** True for a line of something public. */
  function followBlock(text: string, line: EncodedLine | null): boolean {
    const start = blockStart.exec(text);
    if (start !== null) {
      const isOver = blockEnd.test(text.slice(start.index + start[0].length));
      isPublic = !isOver && !(start[1] ?? "").includes("PRIVATE");
      return isPublic;
    }
    if (!isPublic) return false;
    isPublic = !blockEnd.test(text) && (line !== null || isEmptyLine.test(text) || blockHeader.test(text));
    return isPublic;
  }

  function take(raw: string, line: EncodedLine): string {
    const { body, kind } = line;
    if (hiding !== null) {
      const belongs = hiding.kind === kind && belongsTo(hiding, body);
      hiding = belongs ? { ...hiding, isOver: body.length < hiding.width } : null;
      if (belongs) return hide(raw, line, { isFirst: false });
    }
    const before = waiting?.line.kind === kind ? waiting : null;
    const isWithBefore = before !== null && isPair(before.line.body, body);
    if (!isWithBefore && !isWide(body)) {
      const released = release();
      if (!isCutLine(body)) return released + raw;
      waiting = { raw, line };
      return released;
    }
    hiding = { width: Math.max(body.length, isWithBefore ? before.line.body.length : 0), kind, isOver: false };
    // A line that is cut off at its beginning comes before whole ones: `tail -c 500 key.pem`.
    const isCutBefore = before !== null && (isWithBefore || before.line.body.length <= body.length);
    if (!isCutBefore) return release() + hide(raw, line, { isFirst: true });
    waiting = null;
    return hide(before.raw, before.line, { isFirst: true }) + hide(raw, line, { isFirst: false });
  }

  function hide(raw: string, line: EncodedLine, { isFirst }: { isFirst: boolean }): string {
    if (!isFirst && line.isBare) tags.addPart(lastTag, line.body);
    else lastTag = tags.tagFor("encoded", line.body);
    const from = plainText(raw).at(line.before.length);
    return raw.slice(0, from) + taggedLines(raw.slice(from), lastTag);
  }

  function release(): string {
    const shown = waiting?.raw ?? "";
    waiting = null;
    return shown;
  }

  /** Shows what can be shown of a line that has not ended: all but its last word, which may go on. */
  function showBeginning(): string {
    const isLong = open.length > longestLine;
    if (open === "" || (waiting !== null && !isLong)) return "";
    const rest = afterSwallowed(open);
    const plain = plainText(rest);
    const wordAt = lastWordIn(plain.text);
    open = rest;
    // A line of nothing else is judged when it has ended; its CR may be here already.
    const line = encodedLineOf(shown + plain.text);
    const mayBeLine =
      isBare(shown + plain.text.slice(0, wordAt)) || (line !== null && (hiding !== null || isCutLine(line.body)));
    if (!isLong && mayBeLine) return "";
    const before = release();
    const cut = plain.at(wordAt);
    const known = before + hideEncodedWords(rest.slice(0, cut), shown, tags);
    shown = (shown + plain.text.slice(0, wordAt)).slice(-contextLength);
    open = rest.slice(cut);
    if (open.length <= longestLine) return known;
    isSwallowing = looksEncoded(plain.text.slice(wordAt));
    const word = isSwallowing ? tags.tagFor("encoded", open) : open;
    shown = open.slice(-contextLength);
    open = "";
    return known + word;
  }

  function afterSwallowed(text: string): string {
    if (!isSwallowing) return text;
    const rest = text.replace(/^[A-Za-z0-9+/=]+/, "");
    isSwallowing = rest === "";
    return rest;
  }

  function end(): string {
    const last = open === "" ? "" : endLine(open);
    open = "";
    return last + release();
  }

  return { push, end };
}

const visible = (raw: string): string => (hasSequences(raw) ? withoutSequences(raw) : raw);
