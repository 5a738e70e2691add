import { createEncodedFilter } from "./encoded-filter.ts";
import { createFinder } from "./finder.ts";
import { privateKeyStart } from "./key-block.ts";
import { plainLineEndsIn, withPlainLineEnds } from "./plain-line-ends.ts";
import { hasSequences, taggedLines } from "./plain-text.ts";
import { redactAsSeen } from "./redact-as-seen.ts";
import { createFormatRedactor, createStreamRedactor, keyTag, type Redactor, type RedactorOptions } from "./redactor.ts";
import { movesCursor } from "./seen-text.ts";
import { createSecretTags, type SecretTags, tagPattern } from "./tags.ts";

/** Redacts a whole text at once. What stands for a secret already is left as it is, so redacting twice is redacting once. */
export function redact(text: string, options: RedactorOptions = {}): string {
  const shared = { ...options, tags: options.tags ?? createSecretTags() };
  return withPlainLineEnds(text, (plain) => redactTwice(plain, shared));
}

function redactTwice(text: string, options: RedactorOptions & { tags: SecretTags }): string {
  const { memory } = options.tags;
  const known = memory?.size ?? 0;
  const shown = redactOnce(text, options);
  // A value that was recognised here may stand in the same text without its name, also before it.
  return memory !== null && memory.size > known ? redactOnce(shown, options) : shown;
}

function redactOnce(text: string, options: RedactorOptions & { tags: SecretTags }): string {
  const whole = hideAsSeen(withoutKeyEnds(text, options.tags), options);
  const tags = whole.match(tagPattern) ?? [];
  const pieces = whole.split(tagPattern).map((piece, index) => {
    const redactor = createFormatRedactor(options);
    return redactor.push(piece) + redactor.end() + (tags[index] ?? "");
  });
  const shown = pieces.join("");
  if (options.encoded === "kept") return shown;
  const encoded = createEncodedFilter(options.tags);
  return encoded.push(shown) + encoded.end();
}

/** Hides what is not written in one piece and seen as one. It has to come before the sequences that draw it are taken out. */
export function hideDrawn(text: string, options: RedactorOptions & { tags: SecretTags }): string {
  return withPlainLineEnds(text, (plain) => hideAsSeen(plain, options));
}

const hideAsSeen = (text: string, { values, tags }: RedactorOptions & { tags: SecretTags }): string =>
  redactAsSeen(text, createFinder(values, tags.memory), tags);

/** Whether a text looks otherwise than it is written. Where it does not, `redact` alone hides what there is. */
export const isDrawn = (text: string): boolean => hasSequences(text) || movesCursor(text);

/** So much is looked at together for what is drawn; a line is never cut by it. */
const blockLength = 256 * 1024;
/** What holds no hint of a secret is passed over piece by piece. */
const pieceLength = 32 * 1024;

/**
 * Output as it comes from a terminal, in pieces, judged as `redact` judges it whole. It keeps back as much as a block
 * until its end is told: for what is derived from a log, not for what somebody waits for.
 */
export const createOutputRedactor = (options: RedactorOptions = {}): Redactor =>
  plainLineEndsIn(redactBlocks({ ...options, tags: options.tags ?? createSecretTags() }));

function redactBlocks(shared: RedactorOptions & { tags: SecretTags }): Redactor {
  let stream = createStreamRedactor(shared);
  let block = "";
  function flush(length: number): string {
    const text = hideAsSeen(withoutKeyEnds(block.slice(0, length), shared.tags), shared);
    block = block.slice(length);
    let shown = "";
    for (let from = 0; from < text.length; from += pieceLength)
      shown += stream.push(text.slice(from, from + pieceLength));
    return shown;
  }
  return {
    push(text) {
      block += text;
      if (block.length < blockLength) return "";
      const end = block.lastIndexOf("\n") + 1;
      return flush(end === 0 ? block.length : end);
    },
    end() {
      const shown = flush(block.length) + stream.end();
      // What follows is another text: what stands before it says nothing about it.
      stream = createStreamRedactor(shared);
      return shown;
    },
  };
}

const keyEnd = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;

/** A line of a key, as it is or quoted, and with the signs of a difference. It matches in one way: lines can be long. */
const keyLine = /^(?:[ \t>|"'+-]*[ \t>|"'-])?[A-Za-z0-9+/=]{16,}(?![A-Za-z0-9+/=])[\\nr"',]*\r?$/;
const onlySigns = /^[ \t>|"'+-]*$/;

/** The end of a private key whose beginning is not there (`tail`): the lines before it are the key all the same. */
function withoutKeyEnds(text: string, tags: SecretTags): string {
  if (!text.includes("-----END ")) return text;
  let shown = "";
  let from = 0;
  for (const end of text.matchAll(keyEnd)) {
    const before = text.slice(from, end.index);
    const sign = before.slice(before.lastIndexOf("\n") + 1);
    const kept = onlySigns.test(sign) ? withoutKeyLines(before.slice(0, before.length - sign.length)) : before;
    const body = before.slice(kept.length, before.length - sign.length);
    // With its beginning the stream itself takes out the key.
    const isCut = body !== "" && !privateKeyStart.test(before);
    shown += (isCut ? kept + taggedLines(body, keyTag(body, tags)) + sign : before) + end[0];
    from = end.index + end[0].length;
  }
  return shown + text.slice(from);
}

/** Whole lines without those of a key at their end. */
function withoutKeyLines(lines: string): string {
  let end = lines.length;
  while (end > 0) {
    const start = end < 2 ? 0 : lines.lastIndexOf("\n", end - 2) + 1;
    if (!keyLine.test(lines.slice(start, end - 1))) break;
    end = start;
  }
  return lines.slice(0, end);
}
