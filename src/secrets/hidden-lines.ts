import { belongsTo, type EncodedLine, isCutLine, isPair, isWide } from "./encoded-lines.ts";
import { plainText, taggedLines } from "./plain-text.ts";
import type { SecretTags } from "./tags.ts";

/** Lines of base64, one after the other: which of them are hidden is known by those beside them. */
export interface HiddenLines {
  /** The next line. What is returned can be shown: the line itself, what stands for it, or nothing yet. */
  take(raw: string, line: EncodedLine): string;
  /** What comes next is no such line: none after it belongs to those before. */
  stop(): void;
  /** The line that waits, hidden after all; null where none does. */
  hideWaiting(): string | null;
  /** The line that waits, as it is. */
  release(): string;
  isWaiting(): boolean;
  isHiding(): boolean;
}

export function createHiddenLines(tags: SecretTags): HiddenLines {
  /** A line that has ended, and is hidden if the next one belongs to it. */
  let waiting: { raw: string; line: EncodedLine } | null = null;
  /** The lines that are being hidden; null where none are. */
  let hiding: { width: number; kind: string; isOver: boolean } | null = null;
  /** What stands for the lines that are being hidden. */
  let lastTag = "";

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

  return {
    take(raw, line) {
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
    },
    stop() {
      hiding = null;
    },
    hideWaiting() {
      const last = waiting;
      waiting = null;
      return last === null ? null : hide(last.raw, last.line, { isFirst: true });
    },
    release,
    isWaiting: () => waiting !== null,
    isHiding: () => hiding !== null,
  };
}
