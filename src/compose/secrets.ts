import {
  createRedactor,
  createSecretTags,
  type KnownSecret,
  type Redactor,
  type RedactorOptions,
  redact,
} from "../policy/index.ts";
import { stripAnsi } from "../terminal/index.ts";

/** What the product knows to be secret, and how it is kept out of everything that is stored, shown or sent. */
export interface Secrets {
  /** From now on this value is replaced wherever it turns up. */
  add(kind: string, value: string): void;
  /** Output: a whole text without escape sequences, secrets, and base64 that may be one. */
  clean(text: string): string;
  /** What somebody wrote: a text without secrets. */
  redact(text: string): string;
  /** The same for text that comes in pieces and keeps its escape sequences: output, unless `encoded` is kept. */
  createFilter(options?: Pick<RedactorOptions, "encoded" | "margins">): Redactor;
}

export function createSecrets(values: readonly string[]): Secrets {
  const tags = createSecretTags();
  let known: KnownSecret[] = values.map((value) => ({ kind: "key", value }));
  return {
    add(kind, value) {
      known = [...known, { kind, value }];
    },
    clean: (text) => redact(stripAnsi(text), { values: known, tags }),
    redact: (text) => redact(text, { values: known, tags, encoded: "kept" }),
    createFilter: (options) => createRedactor({ ...options, values: known, tags }),
  };
}
