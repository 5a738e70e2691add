import type { SecretFormat } from "./formats.ts";
import { namesSecret } from "./names-secret.ts";
import { isCode, isFileName, isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";
import { isProgram, isText, restOfQuoted, valueBehind, withoutQuotes, wordBehind } from "./written-value.ts";

const isPathOrFile = (value: string): boolean => isPath(value) || isFileName(value);
const lineOf = ({ input, index }: RegExpExecArray): string => {
  const from = input.lastIndexOf("\n", index) + 1;
  const to = input.indexOf("\n", index);
  return input.slice(from, to === -1 ? undefined : to);
};

/** `-u name:value` of programs that fetch; for others it may be a group, a host or a branch. */
const isLogin = (value: string, match: RegExpExecArray): boolean => {
  const [, user = ""] = /([^\s:"'=]+):$/.exec(match[0]) ?? [];
  if (value.length < 3) return false;
  const isGroup = value === user || (isNumber(value) && isNumber(user)) || /^\//.test(value);
  if (isGroup || isPlaceholder(value)) return false;
  return fetchers.test(lineOf(match)) || (looksMade(value) && !isPathOrFile(value) && !groupTools.test(lineOf(match)));
};
const fetchers = /\b(?:curl|wget|https?|xh|aria2c|lftp|ab|hey|siege|svn|skopeo|twine|cf|oc|helm)\b/;
const groupTools = /\b(?:docker|podman|nerdctl|chown|kubectl|install|setpriv|rsync|scp)\b/;

const ordinary = new Set(
  "required optional wrong incorrect invalid correct empty missing expired weak strong short long secret hidden safe secure set unset unknown known stored encrypted hashed needed null none here there below above valid blank same different public private local shown always never also only just being used changed reset rotated stale fresh not too still now currently already unavailable available default present absent necessary important sensitive plaintext visible leaked compromised fine good okay lost forgotten gone broken mandatory accepted rejected denied refused displayed printed logged case-sensitive yours mine theirs ours something anything nothing everything what which where when that this these those your with from your's".split(
    " ",
  ),
);
const isOrdinary = (value: string): boolean =>
  ordinary.has(value.toLowerCase()) || /(?:ed|ing|able|ible|ly|ive|less|ful|ory|ent)$/i.test(value);

/** "My password is swordfish" ends with the secret; "my password is required" does not hold one. */
const said = (value: string, match: RegExpExecArray): boolean => {
  const bare = value.replace(/[.!?):]+$/, "");
  if (bare.length < 4 || isPlaceholder(bare) || isNumber(bare) || isPathOrFile(bare) || isCode(bare)) return false;
  if (looksMade(bare) || /[^\p{L}'’-]/u.test(bare)) return !algorithm.test(bare);
  if (/[a-z][A-Z]/.test(bare)) return true;
  const after = match.input.slice(match.index + match[0].length).replace(/^[.!?)"'`]+/, "");
  const endsSentence = bare !== value || /^[ \t]*(?:\r?\n|$)/.test(after);
  const isSomeones = someones.test(match.input.slice(Math.max(0, match.index - 40), match.index));
  return endsSentence && isSomeones && bare.length >= 5 && !isOrdinary(bare);
};

const someones = /\b(?:my|our|your|his|her|their|its|new|old|temporary|root|admin)(?:['’]s)?[ \t]+$/i;
const algorithm = /^(?:sha|md|base|utf|aes|rsa|bcrypt|scrypt|argon|pbkdf|hmac|oauth|v|ipv|http|latin|x\.?509)[-_]?\d/i;

/** Without a sign that says so the word may be a count, a test that passed, a path or a name. */
const isOwnValue = (value: string): boolean =>
  looksMade(value) &&
  !isPathOrFile(value) &&
  !isCode(value) &&
  !isNumber(value) &&
  !isPlaceholder(value) &&
  !algorithm.test(value) &&
  !/test|spec|check|^[\w-]+:$/i.test(value);

const isMadeText = (value: string): boolean =>
  looksMade(value) && !isNumber(value) && !isPlaceholder(value) && !isPath(value) && !/\s/.test(value);

/** Behind a blank alone: `pwd` is a command, and whoever searches for "password" names a file next. */
const afterBlank = (value: string, match: RegExpExecArray): boolean =>
  isOwnValue(value) &&
  value.length >= 8 &&
  (/\d.*\d|[!@#%^&*+]/.test(value) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(value)) &&
  !/\b(?:e?grep|rg|ag|ack|find|locate|ls|git)\b/.test(lineOf(match));

/** Before the port stands a host, and nothing else in that word: no address of a network card, no place in a file. */
const isPgpassLine = (value: string, match: RegExpExecArray): boolean => {
  const before = match.input.slice(Math.max(0, match.index - 256), match.index);
  const [, host = ""] = /(?:^|[\s"'])([^\s:#"'/]+|\[[\da-f:.]+\])$/i.exec(before) ?? [];
  return /[g-z*.[]/i.test(host) && !isPlaceholder(value) && !/^:[^:]*:\d+:/.test(match[0]);
};

const notPlaceholder = (value: string): boolean => {
  const bare = withoutQuotes(value);
  return bare.length >= 4 && !isPlaceholder(bare);
};

/** Secrets that are told by the option, the header or the sentence in which they stand. */
export const credentialFormats: readonly SecretFormat[] = [
  // Basic authentication on a command line: curl -u name:value
  {
    kind: "basic",
    pattern: /(?:^|\s)(?:-[uU]|--(?:proxy-)?user)(?:[ =]|(?=["']))["']?[^\s:"'=/]{1,128}:/g,
    read: restOfQuoted,
    hints: ["-u ", "-U ", '-u"', "-u'", '-U"', "-U'", "-u=", "-U=", "-us"],
    accepts: isLogin,
  },
  {
    kind: "basic",
    pattern:
      /\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:basic|bearer|token|digest|apikey)\s+)?([^\s"',;]{6,4096})/gi,
    hints: ["riz"],
    anyCase: true,
    accepts: (value) =>
      !isPlaceholder(value) &&
      !isCode(value) &&
      (looksMade(value) || /[A-Z+/=]/.test(value.slice(1))) &&
      !/^(?:basic|bearer|token|digest|negotiate)$/i.test(value),
  },
  { kind: "basic", pattern: /(?:"auth"\s*:\s*"|\b_auth\s*=\s*"?)([A-Za-z0-9+/]{8,}={0,2})/g, hints: ['"au', "_au"] },
  // Cookies: all of them where a browser sends them, the value alone where a server sets one.
  {
    kind: "cookie",
    pattern: /(?<!set-)\bcookie["']?\s*[:=]\s*["'[({]{0,2}[\w!#$%&*+.^`|~-]{1,128}=([^\s"';][^\r\n"']{1,4096})/gi,
    hints: ["kie"],
    anyCase: true,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: "cookie",
    pattern: /\bset-cookie["']?\s*[:=]\s*["']?[\w!#$%&*+.^`|~-]{1,128}=([^\s;"']{3,4096})/gi,
    hints: ["kie"],
    anyCase: true,
    accepts: (value) => !isPlaceholder(value) && !/^(?:deleted|true|false|expired)$/i.test(value),
  },
  {
    kind: "cookie",
    pattern:
      /(?:^|\s)--cookie[ =]["']?[\w!#$%&*+.^`|~-]{1,128}=([^\s"'][^"'\r\n]{1,4096}?)(?=["'\r\n]|\s-|\s\w+:\/\/|$)/g,
    hints: ["kie"],
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: "cookie",
    pattern: /\bcurl\b[^\n]{0,400}?\s-b\s?["']?[\w!#$%&*+.^`|~-]{1,128}=([^\s;"']{3,4096})/g,
    hints: ["rl "],
    accepts: (value) => !isPlaceholder(value),
  },
  // ~/.pgpass: host:port:database:user:password
  {
    kind: "pgpass",
    pattern: /:(?:\*|543\d|6432|6543|26257):[^\s:]{1,128}:[^\s:]{1,128}:([^\s"']{3,512})/g,
    hints: [":*:", "543", "643", "654", "262"],
    accepts: isPgpassLine,
  },
  // Fields of XML, HTML and property lists.
  // Options whose meaning depends on the program.
  { kind: "password", pattern: /\bpass:([^\s"',;]{4,256})/g, hints: ["ss:"], accepts: isOwnValue },
  // Fields with short names, which are other things as well.
  {
    kind: "password",
    pattern: /(?<![\w-])(?:pass|pw|passcode|psk)["']?\s*[:=]\s*/gi,
    read: valueBehind,
    hints: ["pas", "pw:", "pw=", "pw ", 'pw"', "pw'", "psk"],
    anyCase: true,
    accepts: (value) => {
      const bare = withoutQuotes(value);
      if (bare.length < 4 || isPlaceholder(bare) || isNumber(bare)) return false;
      return isText(value) ? !/\s.*\s/.test(bare) : isOwnValue(bare);
    },
  },
  // `myPass = …`: a name that says little, so the value has to look like a password.
  {
    kind: "password",
    pattern: /[\w.-](?<!by|com|sur|tres|over|under)pass["']?\s*[:=]\s*/gi,
    read: valueBehind,
    hints: ["pas"],
    anyCase: true,
    accepts: (value) => (isText(value) ? isMadeText(withoutQuotes(value)) : isOwnValue(value)),
  },
  // A variable, a constant, a setting in capitals: what `echo "$NAME"` would be asked about.
  {
    kind: "password",
    pattern: /(?<![\w$-])[A-Z][A-Z0-9_]{1,63}["']?\s*(?:=>|:=|[=:,])\s*/g,
    read: valueBehind,
    hints: ["KEY", "PAT", "PAS", "PW=", "PW:", "PW'", "AUT", "CRE", "BEA", "PWD", "DSN", "_SK"],
    accepts: (value, match) => {
      const name = /^\w+/.exec(match[0])?.[0] ?? "";
      const bare = withoutQuotes(value);
      if (
        bare.length < (isText(value) ? 4 : 6) ||
        !namesSecret(name) ||
        /URL|STRING|DSN|^PASS$|(?:FOREIGN|PRIMARY|PUBLIC|SORT|PARTITION|CACHE|INDEX|UNIQUE)_KEY$/.test(name) ||
        isPlaceholder(bare) ||
        isNumber(bare)
      )
        return false;
      if (isPath(bare) || (!isText(value) && (isFileName(bare) || isProgram(bare, match)))) return false;
      // PAT is a pattern as well.
      if (name.endsWith("PAT") && isCode(bare)) return false;
      const isPlain = isText(value) ? !/\s/.test(bare) : match[0].endsWith("=");
      return looksMade(bare) || (!/KEY|AUTH|SK$/.test(name) && isPlain);
    },
  },
  // What `git config --get-regexp` prints.
  {
    kind: "password",
    pattern: /^[\w-]+\.(?:\S{1,80}\.)?\w*(?:pass|password|token|secret)[ \t]+(\S{4,256})$/gim,
    hints: ["pas", "oke", "cre"],
    anyCase: true,
    accepts: notPlaceholder,
  },
  // Network gear: `username x secret 5 …`
  { kind: "password", pattern: /\b(?:password|secret)[ \t]+\d[ \t]+([^\s"']{4,256})/g, hints: ["ssw", "cre"] },
  // What people write to each other.
  {
    kind: "password",
    pattern:
      /\b(?:password|passwd|passphrase|passcode|passwort|pwd|pw|secret|token|api[ -]key)\b(?:[ \t]+(?:for|of|on|to|at)[ \t]+\S+(?:[ \t]+\S+){0,3}?)?(?:['’]s|[ \t]+(?:is|was|ist|=|:|-)):?(?:[ \t]+(?:now|still|currently|set to))?[ \t]+["'`“‘]?([^\s"'`“”‘’,;]{4,256})/gi,
    hints: ["ssw", "swd", "ssp", "ssc", "pwd", "cre", "oke", "i k", "i-k", "pw ", "pw'", "pw’"],
    anyCase: true,
    accepts: said,
  },
  {
    kind: "password",
    pattern: /\b(?:password|passphrase|pwd|pw)[ \t]+([^\s"'`,;]{6,256})/gi,
    hints: ["ssw", "swd", "ssp", "pwd", "pw ", "pw\t"],
    anyCase: true,
    accepts: afterBlank,
  },
  // A row of a table, and settings whose name and value have a blank between them.
  {
    kind: "password",
    pattern: /\b(?:password|passphrase|pwd|secret|token)[ \t]*[|│][ \t]*([^\s"'`,;|│]{6,256})/gi,
    hints: ["ssw", "ssp", "pwd", "cre", "oke"],
    anyCase: true,
    accepts: afterBlank,
  },
  {
    kind: "password",
    pattern: /\b(?:requirepass|masterauth|rootpw|bindpw)[ \t]+/g,
    read: wordBehind,
    hints: ["rep", "rau", "otp", "ndp"],
    accepts: notPlaceholder,
  },
  // FTP, POP3 and IRC: a line of its own.
  {
    kind: "password",
    pattern: /^[^\w\n]{0,8}PASS[ \t]+([^\s]{4,256})[ \t]*$/gm,
    hints: ["ASS"],
    accepts: (value) => !isPathOrFile(value) && !/test|spec|check/i.test(value) && !isPlaceholder(value),
  },
];
