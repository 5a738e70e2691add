import type { SecretFormat } from "./formats.ts";
import { isCode, isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";
import { isText, quotedAt, restOfQuoted, valueBehind, withoutQuotes } from "./written-value.ts";

const isValue = (value: string): boolean => {
  const bare = withoutQuotes(value);
  return bare.length >= 3 && !isPlaceholder(bare) && !isPath(bare);
};

const quoted = String.raw`(?:"[^"\n]{1,128}"|'[^'\n]{1,128}')`;

/** The quoted text that begins where the match ends. */
const quotedBehind = ({ input, index, 0: head }: RegExpExecArray): string => quotedAt(input, index + head.length) ?? "";

/**
 * What fields are called in Chinese, Spanish, French, Portuguese, Russian and Japanese. Letters with an accent may be
 * written as two.
 */
const otherNames =
  "(?:密码|密碼|口令|密钥|パスワード|暗証番号|contrase(?:ñ|n\u0303|n)a|mot[ _-]?de[ _-]?passe|senha|palavra[ _-]?passe|пароль|пароля)";

/** Logins in the forms that programs, databases and people of other languages have for them. */
export const loginFormats: readonly SecretFormat[] = [
  // `auth=("name", "…")`, `HTTPBasicAuth('name', '…')`, `.auth("name", "…")`
  {
    kind: "basic",
    pattern: new RegExp(
      String.raw`(?:auth|login|credentials?)["']?\s{0,4}[=:]?\s{0,4}[([]\s{0,4}(?:\w{1,16}\s{0,2}=\s{0,2})?${quoted}\s{0,4},\s{0,4}(?:\w{1,16}\s{0,2}=\s{0,2})?(?=["'])`,
      "gi",
    ),
    read: quotedBehind,
    hints: ["uth", "ogi", "red"],
    anyCase: true,
    accepts: (value) =>
      isValue(value) && !/\s/.test(value) && (looksMade(withoutQuotes(value)) || /[a-z][A-Z]/.test(value)),
  },
  // `--basic-auth name:…`
  {
    kind: "basic",
    pattern: /(?:^|\s)--(?:[a-z]+-)?(?:auth|login|credentials?|userpass)[ =]["']?[^\s:"'=/]{1,128}:/g,
    read: restOfQuoted,
    hints: ["uth", "ogi", "red", "erp"],
    accepts: (value) => isValue(value) && !value.startsWith("//"),
  },
  // `jdbc:oracle:thin:name/…@host`
  { kind: "url", pattern: /\bjdbc:oracle:\w+:[\w$#]{1,64}\/([^\s@"']{3,256})@/g, hints: ["acl"], accepts: isValue },
  // Hashes as a directory keeps them.
  {
    kind: "hash",
    pattern: /\{(?:S?SHA(?:\d{3})?|S?MD5|CRYPT|PBKDF2[\w-]{0,16}|ARGON2|BCRYPT|SSHA-?\d{3})\}([\w+/=$.,-]{12,512})/gi,
    hints: ["SHA", "MD5", "YPT", "DF2", "ON2", "sha", "md5", "ypt", "df2", "on2"],
  },
  // A line of its own that is sent to Redis.
  {
    kind: "password",
    pattern: /^(?:[^\n>]{0,80}>[ \t]*)?AUTH[ \t]+(?:[\w.-]{1,64}[ \t]+)?["']?([^\s"']{4,256})["']?[ \t]*$/gm,
    hints: ["UTH"],
    accepts: (value) => isValue(value) && !isCode(value) && (looksMade(value) || /[a-z][A-Z]/.test(value)),
  },
  // `echo '…' | sudo -S`, `echo … | passwd --stdin`
  {
    kind: "password",
    pattern: new RegExp(
      String.raw`\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?(${quoted}|[^\s"'|]{3,128})[ \t]*\|[ \t]*(?:sudo[ \t]+(?:-\S+[ \t]+){0,4}-\w*S|\S*passwd[ \t]+--stdin|su\b)`,
      "g",
    ),
    hints: ["udo", "ssw", " su"],
    accepts: isValue,
  },
  {
    kind: "password",
    pattern: /\bsudo[ \t]+-\w*S\b[^\n|]{0,200}?<<<[ \t]*(?=["'])/g,
    read: quotedBehind,
    hints: ["<<<"],
    accepts: isValue,
  },
  {
    kind: "password",
    pattern: new RegExp(String.raw`(?<![A-Za-z])${otherNames}["']?\s{0,4}(?:=>|[=:：＝])\s{0,4}`, "gi"),
    read: valueBehind,
    hints: [
      ...["密码", "密碼", "口令", "密钥", "番号"].flatMap((word) => [...":=：＝\"' "].map((sign) => word + sign)),
      ...["スワー", "ras", "mot", "enh", "ala", "рол"],
    ],
    anyCase: true,
    accepts(value) {
      const bare = withoutQuotes(value);
      if (bare.length < 4 || isPlaceholder(bare) || isPath(bare)) return false;
      return isText(value)
        ? !/\s/.test(bare) || looksMade(bare)
        : !isCode(bare) && (!isNumber(bare) || bare.length >= 6);
    },
  },
];
