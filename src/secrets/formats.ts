import { credentialFormats } from "./credential-formats.ts";
import { fieldFormats } from "./field-formats.ts";

import { loginFormats } from "./login-formats.ts";
import { loginLink, prefixedTokens } from "./prefixed-tokens.ts";
import { isAboutSecret, isCode, isFileName, isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";
import {
  argumentBehind,
  endsLine,
  isProgram,
  isText,
  openQuoted,
  valueBehind,
  withoutQuotes,
} from "./written-value.ts";

/**
 * A shape that secrets have. The first group is the secret itself; without a group it is the whole match, or what is
 * read behind it.
 */
export interface SecretFormat {
  kind: string;
  pattern: RegExp;
  /** Three letters that every match contains: most text has none of them and is never looked at closely. */
  hints: readonly string[];
  /** The hint may be written in any case. */
  anyCase?: true;
  /** How a token begins, where that is not all in front of the first letters that differ. */
  sign?: string;
  /** How many characters such a token has, where all of them have as many; a shorter one may go on elsewhere. */
  usualLength?: number;
  /** The secret as it is written behind the match, where an expression cannot say where it ends. */
  read?: (match: RegExpExecArray) => string;
  /** Says no to values that only look like it: `password = true`. */
  accepts?: (value: string, match: RegExpExecArray) => boolean;
}

/** What may follow the word and still name the secret itself. After anything else only a value that looks made counts. */
const sameThing =
  /^(?:[_.-]?(?:base|prod|production|dev|test|staging|live|old|new|main|master|root|admin|user|db|primary|backup|value|text|\d))*$/i;

const named = new RegExp(String.raw`(${keyWords()})([\w.-]{0,64})["']?\s*(?:=>|:=|=|:)`, "i");

/** Is it a secret that is assigned here, or a count of tokens, a setting about passwords, a line of a program? */
const assigned = (value: string, match: RegExpExecArray): boolean => {
  const bare = withoutQuotes(value);
  const isQuoted = isText(value);
  const [whole = "", word = "", rest = ""] = named.exec(match[0]) ?? [];
  if (bare.length < 4 || isPlaceholder(bare) || isAboutSecret.test(rest)) return false;
  // The folder that a shell is in.
  if (/^(?:OLD)?PWD$/.test(word + rest) && bare.startsWith("/")) return false;
  const isPassword = /pass|pwd?$/i.test(word);
  if (isNumber(bare) && !(isPassword && rest === "")) return false;
  if (!sameThing.test(rest)) {
    const isOther = isQuoted ? /\s/.test(bare) && isCode(bare) : isProgram(bare, match);
    return looksMade(bare) && !isOther && !/^[./~]/.test(bare);
  }
  // Between backquotes stands a command as well, or a text that is filled in.
  if (isQuoted && value.startsWith("`")) return looksMade(bare) && !/\s|\$\{/.test(bare);
  if (isQuoted) return !isNumber(bare);
  // `NAME=value` of an environment, as it is; with blanks, or after a colon, it may be prose or a program.
  const isTight = /^\S+[^:]=$/.test(whole) && !/\s$/.test(match[0]);
  if (isTight) return !/^(?:[a-z_$][\w$]*\.)+[a-z_$][\w$]*[,;):]+$/i.test(bare);
  if (isProgram(bare, match)) return false;
  const end = match.index + match[0].length + value.length;
  const isLast = endsLine.test(match.input.slice(end, end + 16));
  if (isLast && (isPassword || /secret/i.test(word))) return true;
  return looksMade(bare) || (isLast && bare.length >= 12 && /[a-z][A-Z]|[A-Z]{6}/.test(bare));
};

function keyWords(): string {
  return (
    "(?:passw(?:or)?d|passwort|kennwort|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|auth[_-]?key|account[_-]?key|encryption[_-]?key|signing[_-]?key|client[_-]?secret|credentials?|" +
    // `pass` alone is many things: behind the name of what asks for one it is a password.
    "(?:smtp|imap|pop3?|e?mail|db|database|pg|postgres|sql|mongo|redis|ftp|ssh|ldap|bind|root|admin|user|login|proxy|https?|auth|vpn|wifi|store|mqtt|sudo|become)[_.-]?(?:pass|pw)(?![a-z]))"
  );
}

/** Tokens that say by themselves what they are, whatever stands around them. */
export const tokenFormats: readonly SecretFormat[] = [
  {
    kind: "aws",
    pattern: /(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[0-9A-Z]{16}/g,
    hints: ["AKI", "ASI", "ABI", "ACC", "ARO", "AID"],
    usualLength: 20,
    // Also between other letters, where long words in capitals are not it: ASIAPACIFICDATACENTER
    accepts: (value) => /\d/.test(value),
  },
  { kind: "google", pattern: /AIza[\w-]{35}/g, hints: ["AIz"], usualLength: 39 },
  { kind: "google", pattern: /\bya29\.[\w-]{20,}/g, hints: ["ya2"] },
  { kind: "google", pattern: /GOCSPX-[\w-]{20,}/g, hints: ["GOC"] },
  {
    kind: "github",
    pattern: /gh[pousr]_[A-Za-z0-9]{20,}/g,
    hints: ["ghp", "gho", "ghu", "ghs", "ghr"],
    usualLength: 40,
  },
  { kind: "github", pattern: /github_pat_\w{22,}/g, hints: ["b_p"], usualLength: 93 },
  {
    kind: "gitlab",
    pattern: /gl(?:pat|dt|rt|ptt|cbt|soat|ft)-[\w-]{20,}/g,
    hints: ["glp", "gld", "glr", "glc", "gls", "glf"],
    usualLength: 26,
  },
  { kind: "slack", pattern: /xox[abeoprs]-[\w-]{10,}/g, hints: ["xox"] },
  { kind: "slack", pattern: /\bxapp-\d-[\w-]{20,}/g, hints: ["xap"] },
  { kind: "stripe", pattern: /[prs]k_(?:live|test)_\w{10,}|whsec_[\w/+=]{20,}/g, hints: ["k_l", "k_t", "whs"] },
  { kind: "anthropic", pattern: /sk-ant-[\w-]{20,}/g, hints: ["-an"] },
  {
    kind: "openai",
    pattern: /(?:\bsk-|sk-(?:proj|svcacct|admin|or-v1)-)[\w-]{20,}/g,
    hints: ["sk-"],
    // Names of key types begin like that, too: sk-ssh-ed25519@openssh.com
    accepts: (value) => /\d/.test(value) && !/^sk-(?:ssh|ecdsa)-/.test(value),
  },
  {
    kind: "jwt",
    // First whether its parts are there at all: else a long text of beginnings would be read once for each of them.
    pattern: /(?<![\w-])(?=[\w-]{11,}\.[\w-]{4,}\.)[\w-]*?(eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*){1,3})/g,
    hints: ["eyJ"],
    sign: "eyJ",
  },
  { kind: "npm", pattern: /npm_[A-Za-z0-9]{30,}/g, hints: ["npm"], usualLength: 40 },
  { kind: "pypi", pattern: /pypi-[\w-]{40,}/g, hints: ["pyp"] },
  { kind: "sendgrid", pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g, hints: ["SG."] },
  { kind: "mailgun", pattern: /\bkey-[0-9a-f]{32}\b/g, hints: ["ey-"], usualLength: 36 },
  {
    kind: "twilio",
    pattern: /\b(?:SK|AC)[0-9a-f]{32}\b/g,
    hints: [
      "SK0",
      "SK1",
      "SK2",
      "SK3",
      "SK4",
      "SK5",
      "SK6",
      "SK7",
      "SK8",
      "SK9",
      "SKa",
      "SKb",
      "SKc",
      "SKd",
      "SKe",
      "SKf",
      "AC0",
      "AC1",
      "AC2",
      "AC3",
      "AC4",
      "AC5",
      "AC6",
      "AC7",
      "AC8",
      "AC9",
      "ACa",
      "ACb",
      "ACc",
      "ACd",
      "ACe",
      "ACf",
    ],
  },
  { kind: "telegram", pattern: /\b\d{8,10}:AA[\w-]{30,}/g, hints: [":AA"], sign: String.raw`\d{8,10}:AA` },
  { kind: "huggingface", pattern: /hf_[A-Za-z0-9]{30,}/g, hints: ["hf_"], usualLength: 37 },
  { kind: "digitalocean", pattern: /do[opr]_v1_[0-9a-f]{40,}/g, hints: ["_v1"], usualLength: 71 },
  { kind: "shopify", pattern: /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{30,}/g, hints: ["shp"], usualLength: 38 },
  { kind: "square", pattern: /\bsq0(?:atp|csp|idp)-[\w-]{20,}/g, hints: ["sq0"] },
  { kind: "vault", pattern: /\bhv[sbr]\.[\w-]{20,}/g, hints: ["hvs", "hvb", "hvr"] },
  { kind: "age", pattern: /AGE-SECRET-KEY-1[0-9A-Z]{50,}/g, hints: ["AGE"], usualLength: 74 },
  ...prefixedTokens,
];

/** What comes before the letters that differ: the sign of a service. */
const signOf = ({ pattern, sign }: SecretFormat): string =>
  sign ?? pattern.source.replace(/^\\b/, "").split(/(?:\[[^\]]*\]|\\[wd])(?:\{|-)/, 1)[0] ?? "";

/** A word that begins as tokens do, with more behind it than the words of a language have. */
export const tokenBeginning = new RegExp(
  String.raw`(?:${tokenFormats.map(signOf).join("|")})(?=[\w-]*(?:\d|[A-Z])|["'\s]*$)`,
);

export const secretFormats: readonly SecretFormat[] = [
  ...tokenFormats,
  loginLink,
  {
    kind: "aws",
    pattern: /(?:aws)?_?secret_?(?:access)?_?key["']?\s*[=:]\s*["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
    hints: ["ret", "RET"],
    anyCase: true,
  },
  { kind: "slack", pattern: /hooks\.slack\.com\/(?:services|workflows)\/([\w/-]{20,})/g, hints: ["k.c"] },
  { kind: "discord", pattern: /discord(?:app)?\.com\/api\/webhooks\/([\w/-]{20,})/g, hints: ["hoo"] },
  { kind: "azure", pattern: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]{20,})/g, hints: ["tKe", "sKe"] },
  { kind: "azure", pattern: /[?&]sig=([A-Za-z0-9%+/=]{20,})/g, hints: ["sig"] },
  // A password inside an address: it ends at the last @ before the host.
  {
    kind: "url",
    pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:([^\s/]+)@[\w.[-]/gi,
    hints: ["://"],
    accepts: (value) => !isPlaceholder(value),
  },
  // A token in the place of the name, as Azure, Gitea and Bitbucket take it.
  {
    kind: "url",
    pattern: /\bhttps?:\/\/([\w.~%+-]{20,512})@[\w.[-]/gi,
    hints: ["://"],
    accepts: (value) => !isPlaceholder(value) && (value.match(/\d/g) ?? []).length >= 2 && /[a-z]/i.test(value),
  },
  {
    kind: "bearer",
    pattern: /\bBearer\s+([A-Za-z0-9._~+/=-]{8,})/gi,
    hints: ["ear", "EAR"],
    anyCase: true,
    accepts: (value) => !isPlaceholder(value) && (/[\d._-]/.test(value) || value.length >= 20),
  },
  {
    kind: "basic",
    pattern: /\bBasic\s+([A-Za-z0-9+/]{8,}={0,2})/g,
    hints: ["asi"],
    accepts: (value) => /[A-Z\d+/=]/.test(value.slice(1)),
  },
  // Password hashes as they stand in /etc/shadow, and anywhere else.
  {
    kind: "hash",
    pattern: /\$(?:1|2[abxy]?|5|6|7|y|gy|argon2(?:id?|d)|scrypt|apr1|md5|sha1)\$[^\s:'"<>]{8,}/g,
    hints: [
      "$1$",
      "$2a",
      "$2b",
      "$2x",
      "$2y",
      "$2$",
      "$5$",
      "$6$",
      "$7$",
      "$y$",
      "$gy",
      "$ar",
      "$sc",
      "$ap",
      "$md",
      "$sh",
    ],
  },
  { kind: "netrc", pattern: /\blogin\s+\S+\s+password\s+(\S+)/g, hints: ["ogi"] },
  {
    kind: "sql",
    pattern: /\bIDENTIFIED\s+BY\s+(?:PASSWORD\s+)?(?=['"])/gi,
    hints: ["ied", "IED"],
    anyCase: true,
    read: argumentBehind,
  },
  {
    kind: "password",
    pattern: new RegExp(
      // Not the word inside a tag.
      String.raw`(?<!‹)${keyWords()}[\w.-]{0,64}["']?\s*(?:=>|:=|=|:)\s*`,
      "gi",
    ),
    read: valueBehind,
    hints: ["ssw", "nnw", "swd", "ssp", "pwd", "cre", "oke", "key", "den", "pas", "pw=", "pw ", "pw:", 'pw"'],
    anyCase: true,
    accepts: assigned,
  },
  {
    kind: "password",
    pattern:
      /(?:^|\s)--?(?:[a-z\d]{1,32}[-_]){0,6}(?:password|passwd|passphrase|requirepass|auth-?token|token|secret|(?:api|secret|private|access|encryption|signing|account)[-_]?key|token-id|pass)[ =](?!-)/gi,
    read: argumentBehind,
    hints: ["ssw", "swd", "ssp", "oke", "cre", "key", "pas"],
    anyCase: true,
    accepts: (value, [option]) => {
      const bare = withoutQuotes(value);
      // A key is mostly named by its file.
      const isNamed = /key[ =]$/i.test(option) && !/api-?key[ =]$/i.test(option) && (isPath(bare) || isFileName(bare));
      return bare.length >= 4 && !isPlaceholder(bare) && !isNamed;
    },
  },
  ...credentialFormats,
  ...fieldFormats,
  ...loginFormats,
];

/** An unfinished `key = "value` at the end of what has arrived: the rest of the value is still to come. */
export const openValue = new RegExp(String.raw`${keyWords()}[\w.-]{0,64}["']?\s*(?:=>|:=|=|:)\s*${openQuoted}$`, "i");
