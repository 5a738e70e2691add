import type { EventBody } from "../../protocol/index.ts";
import type { Redactor } from "../../secrets/index.ts";

/** Streamed text becomes an event at most every ~30 ms: one event a token would be a hundred times the log. */
const flushAfterMs = 30;
/** Far below the largest event the store takes, whatever the characters are. */
const maxCharacters = 48_000;
/**
 * The end of what was said so far, where it cannot be half a secret that anybody could use: at most twelve letters, with
 * the marks of ordinary writing around them. Everything else waits for the end of its word, because each event is
 * redacted for itself and a secret cut in two would be in the log whole.
 */
const harmlessEnd = /(?:^|[^\x21-\x7e])["'(*_`#]*[A-Za-z]{0,12}[.,:;!?"')*_`]*$/;
/** Enough of the end to see a word that is longer than a harmless one. */
const endLength = 64;

type Kind = "text" | "thinking";

export interface TextBuffer {
  add(part: { type: Kind; text: string }): void;
  /** Everything added so far is stored when this resolves; a failed write is thrown here. */
  flush(): Promise<void>;
}

export function createTextBuffer(
  store: (body: EventBody) => Promise<unknown>,
  createRedactor: () => Redactor,
): TextBuffer {
  const redactors: Record<Kind, Redactor> = { text: createRedactor(), thinking: createRedactor() };
  let kind: Kind = "text";
  let pending = "";
  let end = "";
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastWriteAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<unknown> = Promise.resolve();

  function write({ isWhole }: { isWhole: boolean }) {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    end = (end + pending).slice(-endLength);
    let text = redactors[kind].push(pending);
    pending = "";
    if (isWhole || harmlessEnd.test(end)) text += redactors[kind].end();
    if (text === "") return;
    lastWriteAt = performance.now();
    const type = kind === "text" ? "text.streamed" : "thinking.streamed";
    for (let from = 0; from < text.length; from += maxCharacters) {
      const body: EventBody = { type, text: text.slice(from, from + maxCharacters) };
      writing = writing.then(() => store(body));
    }
    // Seen by the next flush; without this a failed timer write would end the process.
    writing.catch(() => {});
  }

  return {
    add(part) {
      if (kind !== part.type) write({ isWhole: true });
      kind = part.type;
      for (let from = 0; from < part.text.length; from += maxCharacters) {
        pending += part.text.slice(from, from + maxCharacters);
        if (pending.length >= maxCharacters) write({ isWhole: false });
      }
      if (pending === "") return;
      // The first words after a silence are shown at once: a person waits for exactly those.
      if (performance.now() - lastWriteAt >= flushAfterMs) write({ isWhole: false });
      else timer ??= setTimeout(() => write({ isWhole: false }), flushAfterMs);
    },
    async flush() {
      write({ isWhole: true });
      await writing;
    },
  };
}
