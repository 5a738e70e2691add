import { redact } from "./redact.ts";
import type { RedactorOptions } from "./redactor.ts";
import { bareValue, isDistinctive, looksRandom } from "./secret-memory.ts";
import type { SecretTags } from "./tags.ts";

/** What there is to say of the secrets of a file: it has none, all are hidden from now on, or there was no room for all. */
export type Learned = "none" | "hidden" | "not-all";

/**
 * Remembers the secrets of a file that is kept for them, so that they are hidden wherever they stand, also without their
 * names.
 */
export function learnSecrets(text: string, options: RedactorOptions & { tags: SecretTags }): Learned {
  const { tags } = options;
  let learned: Learned = "none";
  const learning: SecretTags = {
    ...tags,
    tagFor(kind, value) {
      if (learned === "none") learned = "hidden";
      const tag = tags.tagFor(kind, value);
      // In such a file a password is one, also where it looks less like one than it would have to elsewhere.
      const isOwn = kind !== "private-key" && kind !== "encoded" && isTelling(value);
      if (isOwn && tags.memory?.remember(value, tag, "known") === false) learned = "not-all";
      return tag;
    },
  };
  redact(text, { ...options, tags: learning });
  for (const word of text.split(/[\s"'=,;<>()[\]{}]+/)) {
    if (word.length >= shortestRandom && looksRandom(word)) learning.tagFor("value", word);
  }
  for (const line of settingsThatMayTell(text)) {
    // Where its name or its value tells, only the value is hidden, and is by now.
    if (redact(line, { ...options, tags: learning }) === line) learning.tagFor("setting", line);
  }
  return learned;
}

/**
 * Remembers what would be hidden in a file of any kind, were it printed as a whole, so that it is hidden as well where a
 * command prints it without its name. No more than that: such a file may hold any text.
 */
export function learnShown(text: string, options: RedactorOptions & { tags: SecretTags }): Learned {
  const { tags } = options;
  let learned: Learned = "none";
  const learning: SecretTags = {
    ...tags,
    tagFor(kind, value) {
      const tag = tags.tagFor(kind, value);
      // Pieces of base64 are base64, and recognised as that.
      if (kind === "encoded") return tag;
      if (kind !== "private-key" && tags.memory?.remember(value, tag, "found") === false) learned = "not-all";
      if (learned === "none" && (kind === "private-key" || isDistinctive(bareValue(value)))) learned = "hidden";
      return tag;
    },
  };
  redact(text, { ...options, tags: learning });
  return learned;
}

/**
 * `PIN=493021`, `SEED="some words of a wallet …"`: where neither the name nor the value says that it is a secret, the two
 * together are one, as they stand in the file. The value alone may stand in ordinary text, and stays readable there.
 */
function settingsThatMayTell(text: string): string[] {
  return text.split(/[\n\r]+/).flatMap((line) => {
    const [, setting = "", written = ""] = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*=([^=].*))$/s.exec(line) ?? [];
    const value = written.trim().replace(/^(["'])(.*)\1$/s, "$2");
    return isPlainSetting.test(value) || !(isTelling(value) || isPhrase.test(value)) ? [] : [setting.trim()];
  });
}

/** A version, a date, an address, the name of a machine. */
const isPlainSetting = /^v?\d+(?:[.:-]\d+)+$|^(?:[a-z0-9_-]+\.)+[a-z]{2,}(?::\d+)?$/i;
const isPhrase = /^\p{L}+(?: \p{L}+){5,}$/u;

const shortestRandom = 12;

/** No word, number of a port, address or path: what stands in ordinary text as well cannot be hidden everywhere. */
function isTelling(value: string): boolean {
  if (value.length < 6 || /^[~./]|:\/\//.test(value)) return false;
  return !/^\p{L}+(?:[-_.:\s]+\p{L}+)*$/u.test(value) || /^\p{L}{14,}$/u.test(value);
}
