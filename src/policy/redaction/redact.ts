import { createRedactor, type RedactorOptions } from "./redactor.ts";
import { createSecretTags, tagPattern } from "./tags.ts";

/** Redacts a whole text at once. What stands for a secret already is left as it is, so redacting twice is redacting once. */
export function redact(text: string, options: RedactorOptions = {}): string {
  const shared = { ...options, tags: options.tags ?? createSecretTags() };
  const tags = text.match(tagPattern) ?? [];
  return text
    .split(tagPattern)
    .map((piece, index) => {
      const redactor = createRedactor(shared);
      return redactor.push(piece) + redactor.end() + (tags[index] ?? "");
    })
    .join("");
}
