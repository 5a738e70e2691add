/** A piece of the stream, by absolute offsets [from, to). */
export interface Span {
  from: number;
  to: number;
}

/**
 * Finds the few things in a terminal's stream that matter while nobody looks at its screen: questions that a program
 * asks the terminal (where is the cursor, what are you), and whether the alternate screen is on. It reads bytes, not
 * text, and only behind an ESC: bursts must not wait for it.
 */
export interface StreamScanner {
  /** The next bytes; answers with the questions that ended in them. */
  push(bytes: Uint8Array): Span[];
  /** Offset at which the alternate screen was last entered, null while the normal one shows. */
  readonly alternateSince: number | null;
}

const esc = 0x1b;
const bracket = 0x5b;
/** Longer sequences are not questions. It bounds what is carried from one chunk to the next. */
const maxSequenceBytes = 64;
const alternateModes = new Set([47, 1047, 1049]);

export function createStreamScanner(startOffset = 0): StreamScanner {
  let offset = startOffset;
  let carried: Uint8Array = new Uint8Array(0);
  let alternateSince: number | null = null;

  /** Where the control sequence at `start` ends, or null when the bytes end first. */
  function endOfSequence(bytes: Uint8Array, start: number): number | null {
    const second = bytes[start + 1];
    if (second === undefined) return null;
    if (second === 0x50) return endOfString(bytes, start);
    if (second !== bracket) return start + 2;
    for (let i = start + 2; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      if (byte < 0x20 || byte > 0x3f) return i + 1;
      if (i - start > maxSequenceBytes) return i + 1;
    }
    return null;
  }

  /** DCS strings end with ESC \ (or are given up after the limit). */
  function endOfString(bytes: Uint8Array, start: number): number | null {
    for (let i = start + 2; i < bytes.length; i++) {
      if (bytes[i] === esc) return bytes[i + 1] === undefined ? null : i + 2;
      if (i - start > maxSequenceBytes) return start + 2;
    }
    return null;
  }

  function isQuestion(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes[start + 1] === 0x50) {
      // DCS $ q … ST: what is this setting (DECRQSS).
      return bytes[start + 2] === 0x24 && bytes[start + 3] === 0x71;
    }
    if (bytes[start + 1] !== bracket) return false;
    const final = bytes[end - 1];
    if (final === 0x63 || final === 0x6e) return true; // c: what are you. n: where is the cursor, are you well.
    if (final === 0x70) return bytes[end - 2] === 0x24; // $ p: is this mode on.
    return final === 0x71 && bytes[start + 2] === 0x3e; // > q: which version are you.
  }

  function noteAlternate(bytes: Uint8Array, start: number, end: number, base: number) {
    if (bytes[start + 1] === 0x63) alternateSince = null; // ESC c: everything is reset.
    const final = bytes[end - 1];
    if (bytes[start + 1] !== bracket || bytes[start + 2] !== 0x3f || (final !== 0x68 && final !== 0x6c)) return;
    const modes = Buffer.from(bytes.buffer, bytes.byteOffset + start + 3, end - start - 4).toString("latin1");
    if (!modes.split(";").some((mode) => alternateModes.has(Number(mode)))) return;
    if (final === 0x6c) alternateSince = null;
    else alternateSince ??= base + start;
  }

  return {
    get alternateSince() {
      return alternateSince;
    },
    push(chunk) {
      const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
      const base = offset - carried.length;
      offset += chunk.length;
      carried = new Uint8Array(0);
      const questions: Span[] = [];
      for (let at = bytes.indexOf(esc); at !== -1; ) {
        const end = endOfSequence(bytes, at);
        if (end === null) {
          carried = bytes.slice(at);
          break;
        }
        if (isQuestion(bytes, at, end)) questions.push({ from: base + at, to: base + end });
        else noteAlternate(bytes, at, end, base);
        // A sequence that an ESC cut short ends before that ESC, which begins the next one.
        at = bytes.indexOf(esc, bytes[end - 1] === esc ? end - 1 : end);
      }
      return questions;
    },
  };
}
