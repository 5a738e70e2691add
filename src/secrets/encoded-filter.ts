import {
  encodedLineOf,
  hideEncodedWords,
  isBare,
  isCutLine,
  isKeyEnd,
  lastWordIn,
  looksEncoded,
} from "./encoded-lines.ts";
import { createHiddenLines } from "./hidden-lines.ts";
import { hasSequences, plainText, withoutSequences } from "./plain-text.ts";
import { createPublicBlocks } from "./public-blocks.ts";
import type { SecretTags } from "./tags.ts";

/** A line without end is judged in parts of this size. */
const longestLine = 16 * 1024;
/** More than may stand before a line of base64. */
const contextLength = 512;

/**
 * Hides base64 of which nobody can say what it is: the lines of a key without its first one (`tail key.pem`), a file
 * printed by `base64`, a key on one line of a configuration. What says that it is public stays: certificates, public
 * keys, signatures, checksums. It judges whole lines, so the pieces in which a text arrives make no difference.
 */
export function createEncodedFilter(tags: SecretTags): { push(text: string): string; end(): string } {
  const lines = createHiddenLines(tags);
  const isPublic = createPublicBlocks();
  /** What has not been shown of the line that has not ended. */
  let open = "";
  /** What was shown of that line, as it looks; only the end of it when it is long. */
  let shown = "";
  /** The line ended with a word so long that it was hidden before its end. */
  let isSwallowing = false;

  function endLine(raw: string): string {
    const rest = afterSwallowed(raw);
    const text = shown + visible(rest);
    const line = encodedLineOf(text);
    const isLineShown = isPublic(text, line !== null);
    const context = shown;
    shown = "";
    isSwallowing = false;
    if (line !== null && !isLineShown && line.before.length >= context.length)
      return lines.take(rest, { ...line, before: line.before.slice(context.length) });
    lines.stop();
    const key = isKeyEnd(text) ? lines.hideWaiting() : null;
    if (key !== null) return key + rest;
    return lines.release() + (line === null ? hideEncodedWords(rest, context, tags) : rest);
  }

  /** Shows what can be shown of a line that has not ended: all but its last word, which may go on. */
  function showBeginning(): string {
    const isLong = open.length > longestLine;
    if (open === "" || (lines.isWaiting() && !isLong)) return "";
    const rest = afterSwallowed(open);
    const plain = plainText(rest);
    const wordAt = lastWordIn(plain.text);
    open = rest;
    // A line of nothing else is judged when it has ended; its CR may be here already.
    const line = encodedLineOf(shown + plain.text);
    const mayBeLine =
      isBare(shown + plain.text.slice(0, wordAt)) || (line !== null && (lines.isHiding() || isCutLine(line.body)));
    if (!isLong && mayBeLine) return "";
    const before = lines.release();
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

  return {
    push(text) {
      open += text;
      let output = "";
      let from = 0;
      for (let to = open.indexOf("\n"); to !== -1; to = open.indexOf("\n", from)) {
        output += endLine(open.slice(from, to + 1));
        from = to + 1;
      }
      open = open.slice(from);
      return output + showBeginning();
    },
    end() {
      const last = open === "" ? "" : endLine(open);
      open = "";
      return last + lines.release();
    },
  };
}

const visible = (raw: string): string => (hasSequences(raw) ? withoutSequences(raw) : raw);
