/** A piece of a text: an object in it, with the exact characters, or the text between objects. */
export type FoundPiece =
  | { type: "text"; text: string }
  | { type: "object"; value: Record<string, unknown>; raw: string };

/** Deeper nesting is no tool call. The limit also keeps hostile text linear: an unfinished brace is looked at 64 times at most. */
const maxDepth = 64;
const maxLength = 1_000_000;

/**
 * Finds the JSON objects in a text that arrives in pieces. Text is handed out as soon as it cannot be part of an
 * object, and not before.
 */
export function createJsonFinder() {
  let buffer = "";
  /** An object that has begun and not ended: its pieces are joined once, since joining at each would be quadratic. */
  let open: { pieces: string[]; length: number; state: ScanState } | null = null;

  function take(isEnd: boolean): FoundPiece[] {
    const pieces: FoundPiece[] = [];
    let shown = 0;
    let at = 0;
    const showUntil = (index: number) => {
      if (index > shown) pieces.push({ type: "text", text: buffer.slice(shown, index) });
      shown = index;
    };
    while (true) {
      const start = buffer.indexOf("{", at);
      if (start === -1) {
        showUntil(buffer.length);
        break;
      }
      // A brace in prose is mostly not followed by a quote: it need not wait for its partner.
      const next = /[^ \t\r\n]/g;
      next.lastIndex = start + 1;
      const following = next.exec(buffer)?.[0];
      if (following !== undefined && following !== '"') {
        at = start + 1;
        continue;
      }
      const state: ScanState = { depth: 0, isInString: false, isEscaped: false };
      const end = scanObject(buffer, start, state);
      if (end === "open" && !isEnd && buffer.length - start <= maxLength) {
        showUntil(start);
        open = { pieces: [buffer.slice(start)], length: buffer.length - start, state };
        shown = buffer.length;
        break;
      }
      const raw = typeof end === "number" ? buffer.slice(start, end) : "";
      const value = raw === "" ? null : parseObject(raw);
      if (value === null) {
        at = start + 1;
        continue;
      }
      showUntil(start);
      pieces.push({ type: "object", value, raw });
      shown = start + raw.length;
      at = shown;
    }
    buffer = buffer.slice(shown);
    return pieces;
  }

  return {
    push(chunk: string): FoundPiece[] {
      if (open !== null) {
        open.pieces.push(chunk);
        open.length += chunk.length;
        if (scanObject(chunk, 0, open.state) === "open" && open.length <= maxLength) return [];
        buffer = open.pieces.join("");
        open = null;
      } else buffer += chunk;
      return take(false);
    },
    end(): FoundPiece[] {
      if (open !== null) buffer = open.pieces.join("");
      open = null;
      return take(true);
    },
  };
}

interface ScanState {
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
}

/** Reads on in an object: the index after its end, "open" while more may come, or "none" when it cannot be one. */
function scanObject(text: string, from: number, state: ScanState): number | "open" | "none" {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (state.isEscaped) state.isEscaped = false;
    else if (state.isInString) {
      if (code === 92) state.isEscaped = true;
      else if (code === 34) state.isInString = false;
      else if (code < 32) return "none";
    } else if (code === 34) state.isInString = true;
    else if (code === 123 || code === 91) {
      if (++state.depth > maxDepth) return "none";
    } else if (code === 125 || code === 93) {
      if (--state.depth === 0) return at + 1;
    }
  }
  return "open";
}

function parseObject(raw: string): Record<string, unknown> | null {
  try {
    return JSON.parse(raw) as Record<string, unknown>;
  } catch {
    // Braces that balance and are still no JSON: text like any other.
    return null;
  }
}
