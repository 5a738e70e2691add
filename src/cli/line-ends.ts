const [cr, lf] = [0x0d, 0x0a];

export interface LineEnds {
  push(bytes: Uint8Array): Uint8Array;
  /** What is still held back once nothing follows. */
  end(): Uint8Array;
}

/** A terminal ends its lines with CR LF; a file or a pipe gets what the program wrote, wherever the bytes are cut. */
export function createLineEnds(): LineEnds {
  let isHeld = false;
  return {
    push(bytes) {
      if (bytes.length === 0) return bytes;
      const all = isHeld ? Buffer.concat([Uint8Array.of(cr), bytes]) : bytes;
      isHeld = all.at(-1) === cr;
      const whole = isHeld ? all.subarray(0, -1) : all;
      return whole.includes(cr) ? whole.filter((byte, at) => byte !== cr || whole[at + 1] !== lf) : whole;
    },
    end() {
      const rest = isHeld ? Uint8Array.of(cr) : new Uint8Array();
      isHeld = false;
      return rest;
    },
  };
}
