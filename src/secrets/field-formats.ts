import type { SecretFormat } from "./formats.ts";
import { namesSecret } from "./names-secret.ts";
import { isAboutSecret, isCode, isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";
import { quotedAt, valueBehind, withoutQuotes, wordBehind } from "./written-value.ts";

const namesOwnSecret = (name: string): boolean => namesSecret(name) && !isAboutSecret.test(name);

const isValue = (value: string): boolean => value.length >= 4 && !isPlaceholder(value) && !isPath(value);
const isMadeValue = (value: string): boolean =>
  isValue(value) && looksMade(value) && !isNumber(value) && !/\s/.test(value);

const words = "(?:pass(?:w(?:or)?d|wort|phrase|code)?|secret|securestring|token|api[_-]?key|credential|psk)";

/** The lines of a Secret of Kubernetes: whatever they are called, they hold what the object is there for. */
function isInSecretObject(value: string, { input, index }: RegExpExecArray): boolean {
  if (!isValue(withoutQuotes(value))) return false;
  // As far as such an object usually reaches: a long text must not be read again for each of its lines.
  const near = { before: input.slice(Math.max(0, index - reach), index), behind: input.slice(index, index + reach) };
  const own = indentOf(near.behind.split("\n", 1)[0] ?? "");
  const parent = near.before
    .split("\n")
    .findLast((line) => line.trim() !== "" && indentOf(line) < own)
    ?.trim();
  if (parent === "stringData:") return true;
  return parent === "data:" && /\bkind:[ \t]*["']?Secret\b/.test(near.before + near.behind);
}
const reach = 2000;
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** What an element of XML holds, up to the next tag. */
function elementBehind({ input, index, 0: head }: RegExpExecArray): string {
  const from = index + head.length;
  return /^[^<\n]{0,512}/.exec(input.slice(from, from + 512))?.[0].trimEnd() ?? "";
}

/** Secrets whose name does not stand right in front of them: in another field, behind other signs, in a default. */
export const fieldFormats: readonly SecretFormat[] = [
  // `- name: DB_PASSWORD` with `value: …` behind it; the same in JSON, in attributes and in elements of XML.
  {
    kind: "password",
    pattern:
      /\b(?:name|key|id)["']?\s{0,4}[:=]\s{0,4}["']?[\w.:-]{2,80}["']?[\s,;<>]{1,80}["']?(?:value|val|string)["']?\s{0,4}[:=>]\s{0,4}/gi,
    read: (match) => (match[0].trimEnd().endsWith(">") ? elementBehind(match) : valueBehind(match)),
    hints: ["val", "tri"],
    anyCase: true,
    accepts(value, match) {
      const name = /[:=]\s*["']?([\w.:-]+)/.exec(match[0])?.[1] ?? "";
      return namesOwnSecret(name) && isValue(withoutQuotes(value));
    },
  },
  // `setPassword("…")`, `PASSWORD '…'`, `SECRET || '…'`, `secret: &str = "…"`, `{\"password\":\"…\"}`
  {
    kind: "password",
    pattern: new RegExp(
      String.raw`(?<!‹)${words}[\w.-]{0,32}[ \t]{0,3}[:=(|?,]{0,3}[ \t]{0,3}(?:&?\w{1,16}[ \t]{0,2}=[ \t]{0,2})?(?=["'])`,
      "gi",
    ),
    read: ({ input, index, 0: head }) => quotedAt(input, index + head.length) ?? "",
    hints: ["pas", "cre", "oke", "key", "psk", "est", "den"],
    anyCase: true,
    accepts: (value, match) =>
      isMadeValue(withoutQuotes(value)) && !isAboutSecret.test(/^[\w.-]+/.exec(match[0])?.[0] ?? ""),
  },
  // The same in a text that is itself quoted; the quotes of the value are then escaped once more.
  {
    kind: "password",
    pattern: new RegExp(
      String.raw`(?<!‹)${words}[\w.-]{0,32}(?:\\{1,3}["'])?[ \t]{0,3}[:=(|?,]{0,3}[ \t]{0,3}\\{1,3}["']((?:\\\\\\["']|\\\\|\\[^"'\\\n]|[^"\\\n]){6,512})\\{1,3}["']`,
      "gi",
    ),
    hints: ["pas", "cre", "oke", "key", "psk", "est", "den"],
    anyCase: true,
    accepts: (value, match) => isMadeValue(value) && !isAboutSecret.test(/^[\w.-]+/.exec(match[0])?.[0] ?? ""),
  },
  // `${DB_PASSWORD:-…}`: what it is where nobody gave one.
  {
    kind: "password",
    pattern: /\$\{[A-Za-z_]\w{1,63}:?[-=]([^}\s"']{4,256})\}/g,
    hints: ["pas", "cre", "oke", "key", "pwd", "den"],
    anyCase: true,
    accepts: (value, match) =>
      namesOwnSecret(/\w+/.exec(match[0])?.[0] ?? "") && isValue(value) && !isNumber(value) && !isCode(value),
  },
  // Variables that a shell, Windows or an image is given without a sign between name and value.
  {
    kind: "password",
    pattern: /\b(?:setx|setenv|ENV|set[ \t]+-\w*x\w*)[ \t]+[A-Za-z_]\w{1,63}[ \t]+/g,
    read: wordBehind,
    hints: ["set", "ENV"],
    accepts: (value, match) =>
      namesOwnSecret(/(\w+)[ \t]+$/.exec(match[0])?.[1] ?? "") && isValue(withoutQuotes(value)),
  },
  // Programs that take a password without an option that says so.
  {
    kind: "password",
    pattern: /\b[\w.-]{1,64}:([^\s"'|:]{4,128})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd\b/g,
    hints: ["chp"],
    accepts: isValue,
  },
  {
    kind: "password",
    pattern: /^[ \t]+[\w.-]{1,64}:[ \t]*(?=[^\s{}[\]|>])/gm,
    read: wordBehind,
    hints: ["ngD", "Sec"],
    accepts: isInSecretObject,
  },
];
