const [newline, endOfInput, literal] = [0x0a, 0x04, 0x16];

/** A terminal keeps a line until it ends, and throws away what has no room; the smallest room among systems is 1,024. */
const longestPiece = 1000;

export interface PipeInput {
  push(bytes: Uint8Array): Uint8Array;
  /** What tells the program that nothing follows. */
  end(): Uint8Array;
}

/**
 * What has to be typed at a terminal so that a program which reads lines gets the bytes of a pipe. Keys that a terminal acts
 * on (Ctrl+C, Backspace, Return) are typed behind Ctrl+V, which takes that meaning away. Ctrl+D hands over what was typed
 * so far, so a long line arrives in pieces; where nothing was typed it is the end of the input.
 */
export function createPipeInput(): PipeInput {
  let pending = 0;
  return {
    push(bytes) {
      const typed: number[] = [];
      for (const byte of bytes) {
        if (isKey(byte)) typed.push(literal);
        typed.push(byte);
        pending = byte === newline ? 0 : pending + 1;
        if (pending < longestPiece) continue;
        typed.push(endOfInput);
        pending = 0;
      }
      return Uint8Array.from(typed);
    },
    end() {
      const isInLine = pending > 0;
      pending = 0;
      return Uint8Array.from(isInLine ? [endOfInput, endOfInput] : [endOfInput]);
    },
  };
}

/** 0x7f is Backspace, and 0xff ends a line in the settings that our terminals begin with. */
const isKey = (byte: number) => (byte < 0x20 && byte !== newline) || byte === 0x7f || byte === 0xff;
