import type { Found } from "./found.ts";
import { namesSecret } from "./names-secret.ts";
import { isNumber, isPath, isPlaceholder, looksMade } from "./value-signs.ts";
import { withoutQuotes } from "./written-value.ts";

/** A word of a command line, with its quotes, and where it stands. */
interface Word {
  text: string;
  from: number;
}

type Reading = (words: readonly Word[]) => Iterable<Word>;

/** What stands behind the first `length` characters of a word, without the quote that was opened there. */
const rest = ({ text, from }: Word, length: number): Word => ({ text: text.slice(length), from: from + length });

/**
 * The value of an option: glued to it, as the next word, or both. `flags` are letters that take no value, so that the
 * option may stand behind them: `-sSu`.
 */
const option =
  (names: string, form: "glued" | "next" | "both", flags = ""): Reading =>
  (words) =>
    words.flatMap((word, at) => {
      const head = headOf(word.text, names.split(" "), flags);
      const next = words[at + 1];
      if (head === null) return [];
      if (word.text.length > head) return form === "next" ? [] : [rest(word, head)];
      return form === "glued" || next === undefined || next.text.startsWith("-") ? [] : [next];
    });

/** How much of the word the option is; null where it is another word. */
function headOf(word: string, names: readonly string[], flags: string): number | null {
  const name = names.find((each) => word.startsWith(each));
  if (name !== undefined) return name.length;
  const letters = names.map((each) => each.slice(1)).filter((each) => each.length === 1);
  for (let at = 1; flags !== "" && word.startsWith("-") && at < word.length; at++) {
    if (letters.includes(word.charAt(at))) return at + 1;
    if (!flags.includes(word.charAt(at))) break;
  }
  return null;
}

/** Of what a reading finds, that behind a sign: `name:value`. */
const behind = (sign: string, reading: Reading): Reading =>
  function* (words) {
    for (const word of reading(words)) {
      const at = word.text.indexOf(sign);
      const bare = withoutQuotes(word.text.slice(at + 1));
      const isBoth = at < 1 || /^["']$/.test(word.text.slice(0, at)) || bare === "" || bare.startsWith("//");
      if (!isBoth) yield withoutOpenQuote(rest(word, at + 1), word.text);
    }
  };

/** The quote that was opened in front of the sign ends behind the value. */
const withoutOpenQuote = (word: Word, whole: string): Word =>
  /^["']/.test(whole) && whole.at(-1) === whole.at(0) ? { ...word, text: word.text.slice(0, -1) } : word;

const all: Reading = (words) => words;
const arguments_ = (words: readonly Word[]): Word[] => words.filter(({ text }) => !text.startsWith("-"));

/** `htpasswd -b FILE NAME VALUE`, without the file where it only prints. */
const ofHtpasswd: Reading = (words) => {
  const flags = words.flatMap(({ text }) => (/^-[a-zA-Z]+$/.test(text) ? [text] : [])).join("");
  const value = arguments_(words)[flags.includes("n") ? 1 : 2];
  return flags.includes("b") && value !== undefined ? [value] : [];
};

/** `NAME VALUE`, where the name tells that. */
const named: Reading = (words) =>
  words.flatMap((word, at) => {
    const next = words[at + 1];
    const name = withoutQuotes(word.text).replaceAll(/\W+/g, "_");
    return next !== undefined && namesSecret(name) && !/signingkey/i.test(name) && isMade(next.text) ? [next] : [];
  });

const isMade = (text: string): boolean => looksMade(withoutQuotes(text)) || /[a-z][A-Z]\w*[a-z]/.test(text);

const wordsMade =
  (reading: Reading): Reading =>
  (words) =>
    [...reading(words)].filter(({ text }) => isMade(text));

/** Programs that are given a secret without a word that says so. The program, and where the secret stands. */
const programs: readonly [program: string, ...readings: Reading[]][] = [
  [String.raw`mysql\w*|mariadb[\w-]*|mycli|7z[ar]?`, option("-p", "glued")],
  ["rar|unrar", option("-hp -p", "glued")],
  [String.raw`sshpass|mongo\w*|cqlsh|rabbitmqadmin|evil-winrm|hydra|rdesktop`, option("-p", "both")],
  [
    String.raw`(?:docker|podman|nerdctl|buildah|skopeo|registry|crane|oras|az|oc|cf|helm|argocd|ibmcloud|rancher)\s+(?:\w+\s+)?login`,
    option("-p", "both"),
  ],
  [String.raw`twine\s+upload|useradd|usermod`, option("-p", "both")],
  ["zip|unzip|zipcloak", option("-P", "both", "rqjmovlny0123456789")],
  [String.raw`sqlcmd|bcp|ipmitool|mosquitto_\w+`, option("-P", "both")],
  ["redis-cli", option("-a", "both")],
  [String.raw`ldap\w+`, option("-w", "both", "xLvZnc")],
  [String.raw`snmp\w+`, option("-A -X", "both")],
  ["plink|pscp|psftp", option("-pw", "next")],
  ["keytool|jarsigner", option("-storepass -keypass -srcstorepass -deststorepass -new", "next")],
  ["openssl", (words) => option("-k -K", "next")(words.filter(({ text }) => !/^-[kK]./.test(text)))],
  [String.raw`[xw]l?freerdp\d?`, option("/p:", "glued")],
  [String.raw`gh\s+secret\s+set`, option("-b --body", "both")],
  ["smbclient|rpcclient", behind("%", option("-U", "both"))],
  ["curl", behind(":", option("-u -U", "both", "sSfLkvIiaGgjJlNnOpqRz#012346"))],
  ["https?|xh", behind(":", option("-a", "both"))],
  ["ab|siege|wrk", behind(":", option("-A -P", "both"))],
  ["lftp", behind(",", option("-u", "both"))],
  ["sqlplus|sqlldr|expdp|impdp|sqlcl|rman", (words) => oracleLogins(arguments_(words))],
  ["htpasswd", ofHtpasswd],
  [String.raw`(?:kubectl|oc)\s+create\s+secret`, behind("=", option("--from-literal= --from-literal", "both"))],
  [String.raw`vault\s+(?:kv\s+)?(?:put|patch|write)`, wordsMade(behind("=", all))],
  [String.raw`(?:aws|npm|yarn|pnpm|pip3?|poetry|composer|bundle|gcloud|conda|git)\s+config(?:ure)?`, named],
  [String.raw`(?:docker|podman|nerdctl)\s+(?:run|exec|build|create)`, named],
];

/** `name/value@database` */
function* oracleLogins(words: readonly Word[]): Generator<Word> {
  for (const word of words) {
    const [, name = "", value = ""] = /^(["']?[A-Za-z][\w$#]*\/)([^@\s"'/]+)/.exec(word.text) ?? [];
    if (value !== "") yield { text: value, from: word.from + name.length };
  }
}

const heads = new RegExp(
  String.raw`(?<![\w.-])(?:${programs.map(([program]) => `(${program})`).join("|")})(?=[ \t])`,
  "g",
);
const word = /[ \t]+((?:"(?:\\.|[^"\\\n]){0,512}"|'[^'\n]{0,512}'|\\[^\n]|[^\s"'\\;|&]){1,512})/y;
const mostWords = 80;

function wordsBehind(text: string, at: number): Word[] {
  const words: Word[] = [];
  word.lastIndex = at;
  for (let match = word.exec(text); match !== null && words.length < mostWords; match = word.exec(text)) {
    const [whole, own = ""] = match;
    words.push({ text: own, from: match.index + whole.length - own.length });
  }
  return words;
}

const isSecret = (text: string): boolean => {
  const bare = withoutQuotes(text);
  // A short number is a port.
  return bare.length >= 3 && !isPlaceholder(bare) && !(isNumber(bare) && bare.length < 6) && !isPath(bare);
};

/** Secrets among the arguments of a program, read as that program reads them. */
export function* findProgramSecrets(text: string): Generator<Found> {
  for (const match of text.matchAll(heads)) {
    const [, ...readings] = programs[match.slice(1).findIndex((each) => each !== undefined)] ?? [""];
    const words = wordsBehind(text, match.index + match[0].length);
    for (const reading of readings)
      for (const { text: value, from } of reading(words))
        if (isSecret(value)) yield { kind: "password", value, from, to: from + value.length };
  }
}

export const programHints = [
  ...["ysq", "iad", "ycl", "7z ", "7za", "7zr", "rar", "shp", "ngo", "cql", "tmq", "-wi", "hyd", "kto", "ogi", "ine"],
  ...["era", "erm", "zip", "lcm", "bcp", "pmi", "to_", "s-c", "lda", "snm", "lin", "psc", "psf", "too", "rsi", "nss"],
  ...["rdp", "cre", "mbc", "pcc", "url", "htt", "xh ", "ab ", "sie", "wrk", "lft", "lpl", "lld", "pdp", "lcl", "rma"],
  ...["swd", "aul", "onf", "ker", "odm", "rdc"],
];
