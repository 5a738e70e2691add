import type { EventBody } from "../protocol/index.ts";

/** Streamed text becomes an event at most every ~30 ms: one event a token would be a hundred times the log. */
const flushAfterMs = 30;
/** Far below the largest event the store takes, whatever the characters are. */
const maxCharacters = 48_000;

export interface TextBuffer {
  add(part: { type: "text" | "thinking"; text: string }): void;
  /** Everything added so far is stored when this resolves; a failed write is thrown here. */
  flush(): Promise<void>;
}

export function createTextBuffer(store: (body: EventBody) => Promise<unknown>): TextBuffer {
  let pending: { type: "text" | "thinking"; text: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastWriteAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<unknown> = Promise.resolve();

  function write() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending === null) return;
    lastWriteAt = performance.now();
    const { type, text } = pending;
    pending = null;
    writing = writing.then(() =>
      store(type === "text" ? { type: "text.streamed", text } : { type: "thinking.streamed", text }),
    );
    // Seen by the next flush; without this a failed timer write would end the process.
    writing.catch(() => {});
  }

  return {
    add(part) {
      if (pending !== null && pending.type !== part.type) write();
      for (let from = 0; from < part.text.length; from += maxCharacters) {
        pending = { type: part.type, text: (pending?.text ?? "") + part.text.slice(from, from + maxCharacters) };
        if (pending.text.length >= maxCharacters) write();
      }
      if (pending === null) return;
      // The first words after a silence are shown at once: a person waits for exactly those.
      if (performance.now() - lastWriteAt >= flushAfterMs) write();
      else timer ??= setTimeout(write, flushAfterMs);
    },
    async flush() {
      write();
      await writing;
    },
  };
}
