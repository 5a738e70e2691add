import { pieceBreak } from "./plain-text.ts";
import type { Redactor } from "./redactor.ts";

/**
 * A text whose lines all end in `\n`, and how they ended: a file with CRLF comes out of a terminal as `\r\r\n`.
 * Redaction keeps every line end, so they can be put back in their order, and what an event, a recording and an export
 * hide of a text cannot depend on how its lines end.
 */
export function withPlainLineEnds(text: string, change: (text: string) => string): string {
  if (!text.includes("\r")) return change(text);
  const ends = createLineEnds();
  return ends.putBack(change(ends.takeOut(text)));
}

/** The same for a text in pieces. */
export function plainLineEndsIn(redactor: Redactor): Redactor {
  const ends = createLineEnds();
  let open = "";
  return {
    push(chunk) {
      const text = open + chunk;
      const from = openEnd(text);
      open = text.slice(from);
      return ends.putBack(redactor.push(ends.takeOut(text.slice(0, from))));
    },
    end() {
      const shown = open === "" ? "" : redactor.push(open);
      open = "";
      return ends.putBack(shown + redactor.end());
    },
  };
}

function createLineEnds() {
  /** How the lines ended that have not been shown yet: those from `next` on. */
  let waiting: string[] = [];
  let next = 0;
  return {
    takeOut(text: string): string {
      let plain = "";
      let last = 0;
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", last)) {
        const from = startOfEnd(text, at, last);
        waiting.push(text.slice(from, at + 1));
        plain += `${text.slice(last, from)}\n`;
        last = at + 1;
      }
      return last === 0 ? text : plain + text.slice(last);
    },
    putBack(text: string): string {
      let shown = "";
      let last = 0;
      for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", last)) {
        shown += text.slice(last, at) + (waiting[next] ?? "\n");
        next++;
        last = at + 1;
      }
      if (next > 1024) {
        waiting = waiting.slice(next);
        next = 0;
      }
      return last === 0 ? text : shown + text.slice(last);
    },
  };
}

const colour = /\u001b\[[\d;:]{0,32}m$/;
const openColour = /\u001b(?:\[[\d;:]{0,32})?$/;

/** The first CR of those right before `end`; a colour, or a recording's next event, may stand between and behind them. */
function startOfEnd(text: string, end: number, start: number): number {
  let from = end;
  for (let at = end; at > start; ) {
    const letter = text.charAt(at - 1);
    const length = letter === "m" ? (colour.exec(text.slice(Math.max(start, at - 40), at))?.[0].length ?? 0) : 1;
    if (length === 0 || !`\rm${pieceBreak}`.includes(letter)) break;
    at -= length;
    if (letter === "\r") from = at;
  }
  return from;
}

/** Where a line end may have begun whose rest comes with the next piece; the text's length where none has. */
function openEnd(text: string): number {
  const end = text.length - (openColour.exec(text.slice(-40))?.[0].length ?? 0);
  const from = startOfEnd(text, end, 0);
  return from === end ? text.length : from;
}
