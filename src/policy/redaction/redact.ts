import { createEncodedFilter } from "./encoded-filter.ts";
import { privateKeyStart } from "./formats.ts";
import { createFormatRedactor, type RedactorOptions } from "./redactor.ts";
import { createSecretTags, type SecretTags, tagPattern } from "./tags.ts";

/** Redacts a whole text at once. What stands for a secret already is left as it is, so redacting twice is redacting once. */
export function redact(text: string, options: RedactorOptions = {}): string {
  const shared = { ...options, tags: options.tags ?? createSecretTags() };
  const whole = withoutKeyEnds(text, shared.tags);
  const tags = whole.match(tagPattern) ?? [];
  const pieces = whole.split(tagPattern).map((piece, index) => {
    const redactor = createFormatRedactor(shared);
    return redactor.push(piece) + redactor.end() + (tags[index] ?? "");
  });
  const shown = pieces.join("");
  if (options.encoded === "kept") return shown;
  const encoded = createEncodedFilter(shared.tags);
  return encoded.push(shown) + encoded.end();
}

const keyEnd = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;

/** Lines of a key, as they are or quoted, and with the signs of a difference. */
const keyBody = /(?:^|\n)((?:[ \t>|"'+-]*[A-Za-z0-9+/=]{16,}[\\nr"',]*\r?\n)+)([ \t>|"'+-]*)$/;

/** The end of a private key whose beginning is not there (`tail`): the lines before it are the key all the same. */
function withoutKeyEnds(text: string, tags: SecretTags): string {
  if (!text.includes("-----END ")) return text;
  let shown = "";
  let from = 0;
  for (const end of text.matchAll(keyEnd)) {
    const before = text.slice(from, end.index);
    const [, body = "", sign = ""] = keyBody.exec(before) ?? [];
    // With its beginning the stream itself takes out the key.
    const isCut = body !== "" && !privateKeyStart.test(before);
    const kept = before.slice(0, before.length - body.length - sign.length);
    shown += isCut ? `${kept}${tags.tagFor("private-key", body)}` : before + end[0];
    from = end.index + end[0].length;
  }
  return shown + text.slice(from);
}
