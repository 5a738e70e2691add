import { createRedactor, createSecretTags, type KnownSecret, redact } from "../policy/index.ts";
import { stripAnsi } from "../terminal/index.ts";

/** What the product knows to be secret, and how it is kept out of everything that is stored, shown or sent. */
export interface Secrets {
  /** From now on this value is replaced wherever it turns up. */
  add(kind: string, value: string): void;
  /** A whole text without escape sequences and without secrets. */
  clean(text: string): string;
  redact(text: string): string;
  /** The same for text that comes in pieces and keeps its escape sequences. */
  createFilter(): { push(text: string): string; end(): string };
}

export function createSecrets(values: readonly string[]): Secrets {
  const tags = createSecretTags();
  let known: KnownSecret[] = values.map((value) => ({ kind: "key", value }));
  return {
    add(kind, value) {
      known = [...known, { kind, value }];
    },
    clean: (text) => redact(stripAnsi(text), { values: known, tags }),
    redact: (text) => redact(text, { values: known, tags }),
    createFilter: () => createRedactor({ values: known, tags }),
  };
}
