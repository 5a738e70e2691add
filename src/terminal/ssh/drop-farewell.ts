/** "Shared connection to box closed." is the last thing our client prints; the shell at the other end did not say it. */
const farewell = /(?:^|\n|\r)((?:Shared connection|Connection) to \S+ closed\.\r*\n)$/;
const longestFarewell = 300;
/** The exit follows the farewell at once. Whoever else prints such a line does not wait for long to see it. */
const holdMs = 200;

/** Passes bytes on, but keeps back a farewell until it is clear that something follows it. What is kept at the end is dropped. */
export function createFarewellFilter(deliver: (bytes: Uint8Array) => void) {
  let held: Uint8Array | null = null;
  let timer: NodeJS.Timeout | null = null;

  function release() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const bytes = held;
    held = null;
    if (bytes !== null) deliver(bytes);
  }

  return {
    push(bytes: Uint8Array): void {
      release();
      const tail = Buffer.from(bytes.subarray(-longestFarewell)).toString("latin1");
      const length = farewell.exec(tail)?.[1]?.length ?? 0;
      if (length < bytes.length) deliver(length === 0 ? bytes : bytes.subarray(0, bytes.length - length));
      if (length === 0) return;
      held = bytes.subarray(bytes.length - length);
      timer = setTimeout(release, holdMs);
    },
    end(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      held = null;
    },
  };
}
