/** Error output of a command on a host: takes out the line with which it says that it has begun. */
export interface GreetingFilter {
  push(bytes: Uint8Array): Uint8Array;
  /** What was held back. */
  end(): Uint8Array;
  /** The process group that the line has named. */
  readonly group: number | null;
}

/** Start-up files of the host print before it; more than this they do not. */
const maxHeldBytes = 64 * 1024;

export function createGreetingFilter(word: string): GreetingFilter {
  const line = new RegExp(`${word} (\\d+)\\n`);
  let held: Buffer | null = Buffer.alloc(0);
  let group: number | null = null;
  return {
    get group() {
      return group;
    },
    push(bytes) {
      if (held === null) return bytes;
      const all = Buffer.concat([held, bytes]);
      const text = all.toString("latin1");
      const found = line.exec(text);
      if (found === null && all.length < maxHeldBytes) {
        held = all;
        return new Uint8Array();
      }
      held = null;
      if (found === null) return all;
      group = Number(found[1]);
      return Buffer.from(text.replace(line, ""), "latin1");
    },
    end() {
      const rest = held ?? new Uint8Array();
      held = null;
      return rest;
    },
  };
}
