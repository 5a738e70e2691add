import type { AssessedCommand, Assessment } from "../../policy/index.ts";
import { cuts, cutsValue } from "./cut-lines.ts";
import { guesses } from "./tested-patterns.ts";

type Words = readonly string[];

const words = (text: string): string[] => text.trim().split(/\s+/);

/** They print a file from its first letter to its last, or nothing of it: what is in it keeps its name. */
const wholePrinters = new Set(
  words(`cat ls dir vdir tree stat file du df wc cd pushd popd pwd echo test [ true false : dirname realpath
    readlink which type command mkdir date sleep`),
);

/** They show what another command prints as far as it fits on the screen. So do pagers (`less -N`), which have no row here. */
const fitsScreen = /^(?:watch|viddy)(?:\s|$)/;

/** Whether a line prints whole files or nothing of them, so that no value stands without its name. */
export function printsWhole({ commands }: Pick<Assessment, "commands">, text: string): boolean {
  return !/[$`]/.test(text) && commands.every((command) => wholePrinters.has(nameOf(command)) && !cutsWhole(command));
}

const cutsWhole = (command: AssessedCommand) => nameOf(command) === "cat" && cuts(command);
const nameOf = ({ argv }: Pick<AssessedCommand, "argv">) => argv[0]?.split("/").at(-1) ?? "";

/** Spells or breaks what it reads: whole it is read as it was, but not where the next command takes lines of it. */
const spells = new Set(words("fold fmt od hexdump hd xxd hexyl base64 base32 basenc"));

/**
 * Whether a line may print a part of a word of what it reads, or other letters for it, or test it with guesses. Values of secrets are known by then,
 * and hidden as a whole, spelled out and encoded: `jq -r .a.b`, `awk '{print $2}'` and `sed -n 3,9p` cut none of them.
 * A program that is not told here may do anything with the letters of what it reads.
 */
export function cutsWords(line: Pick<Assessment, "commands" | "comparisons" | "visible">, text: string): boolean {
  const { commands } = line;
  return (
    cutsValue.test(text) ||
    guesses(line) ||
    commands.some((command, at) => {
      const name = nameOf(command);
      if (command.via.some((each) => fitsScreen.test(each))) return true;
      if (spells.has(name) && at < commands.length - 1) return true;
      const keeps = keepsWords.get(name) ?? (wholePrinters.has(name) ? always : never);
      const given = command.argv.slice(1);
      // A word that only the run decides may be anything; a name of a file is one that is looked up.
      return !keeps(
        given.map((word) => word ?? ""),
        command,
      );
    })
  );
}

const always = () => true;
const never = () => false;
const asLines = (_: Words, command: AssessedCommand) => !cuts(command);
const without = (pattern: RegExp) => (given: Words) => !given.some((word) => pattern.test(word));

const keepsWords = new Map<string, (given: Words, command: AssessedCommand) => boolean>([
  ...words("head tail tac grep egrep fgrep rgrep zgrep rg ag ack ugrep git xargs gxargs").map(
    (name) => [name, asLines] as const,
  ),
  // Lines as they are, names and numbers of them, or nothing.
  ...words(`fold fmt sort uniq nl comm shuf zcat bzcat xzcat lzcat zstdcat cksum sum md5sum sha1sum
    sha224sum sha256sum sha384sum sha512sum b2sum find fd fdfind exa eza lsd locate id whoami hostname uname uptime
    seq sleep local declare let set exit return break continue wait jobs env sudo time nice timeout nohup stdbuf
    [[ getfacl getfattr lsattr readelf size nm ldd lsof fuser pgrep journalctl dmesg docker podman nerdctl kubectl`).map(
    (name) => [name, always] as const,
  ),
  // A column or a screen of another width cuts it.
  ["ps", without(/^--?(?:cols|columns|width)|:\d/)],
  ["basename", (given) => given.length === 1 && !given[0]?.startsWith("-")],
  ["paste", pastesFields],
  ...words("base64 base32 basenc").map((name) => [name, without(/^-[^-]*[dD]|^--d/)] as const),
  ...words("sed gsed").map((name) => [name, takesLines] as const),
  ...words("awk gawk mawk nawk original-awk").map((name) => [name, takesFields] as const),
  ...words("jq gojq jaq yq").map((name) => [name, takesPaths] as const),
  ["cut", cutsFields],
  ["od", dumpsAll],
  ...words("hexdump hd").map((name) => [name, without(/^-[^-]*[snef]/)] as const),
  ["xxd", without(/^-(?:s|l|r)/)],
  ["column", without(/^-[^-]*[^-tx]|^--/)],
  ...words("join csvcut").map((name) => [name, without(/^-[^-]*[td]|^--(?:delim|tabs)/)] as const),
  ...words("diff colordiff zdiff").map((name) => [name, without(/^-[^-]*[yW]|^--(?:side|width|.*format)/)] as const),
  ...words("cmp zcmp").map((name) => [name, without(/^-[^-]*[lb]|^--(?:verb|print)/)] as const),
  ["xmllint", without(/substring|translate|concat|normalize/)],
  ["printf", ([format = ""]: Words) => /^(?:[^%\\]|%[-\d]*s|%%|\\[nt\\])*$/.test(format)],
  ["read", without(/^-[^-]*[nNdk]/)],
]);

/** Without -v a row like the one above is left out, and narrow rows often are. */
function dumpsAll(given: Words): boolean {
  const isNarrow =
    given.some((word) => /^-[^-]*w|^--w/.test(word)) && !given.some((word) => /^-[^-]*v|^--o/.test(word));
  return !isNarrow && without(/^-[^-]*[jNS]|^--(?:skip|read|str)|^\+?[0-9a-fx.]+b?$/)(given);
}

const isSeparate = /^(?:["' \t]|\\t)$/;

/** What it puts between lines is a sign, and no value that is printed letter by letter. */
function pastesFields(given: Words): boolean {
  return given.every((word, at) => {
    const sign = word === "-d" ? given[at + 1] : /^(?:-s?d|--delimiters=)(.*)$/s.exec(word)?.[1];
    return sign === undefined || /^(?:[^\w]|\\[tn0\\])$/.test(sign);
  });
}

/** `cut -d'"' -f4`: at signs that stand around a value and not in it. */
function cutsFields(given: Words): boolean {
  const text = given.join("\0");
  const delimiter = /(?:^|\0)(?:-d\0?|--delimiter[=\0])([^\0]*)/.exec(text);
  const rest = delimiter === null ? text : text.replace(delimiter[0], "");
  return !/(?:^|\0)-(?:[^-\0]*[bc]|-[bco])/.test(rest) && (delimiter === null || isSeparate.test(delimiter[1] ?? ""));
}

/** Whether a text is made of tokens alone, each of which is accepted in its place. It takes one pass. */
function isMadeOf(text: string, token: RegExp, accepts: (found: string, at: number) => boolean = () => true): boolean {
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const [found = ""] = token.exec(text) ?? [];
    if (found === "" || !accepts(found, at)) return false;
    at += found.length;
  }
  return true;
}

/** `3,9p`, `/from/,/to/p`, `$d`: whole lines. */
const lineToken = /\s+|\d+|\/(?:[^/\\\n]|\\.)*\/I?|[$,+~!;pdq={}]/y;

function takesLines(given: Words): boolean {
  const options = given.filter((word) => /^-./.test(word));
  if (!options.every((word) => /^(?:-[nErsuz]+|-n?e|--quiet|--silent|--regexp-extended|--expression=.*)$/s.test(word)))
    return false;
  const written = given.flatMap((word, at) => {
    if (/^-n?e$/.test(given[at - 1] ?? "")) return [word];
    return /^--expression=(.*)$/s.exec(word)?.[1] ?? [];
  });
  const [first = ""] = given.filter((word) => !/^-./.test(word));
  return (written.length > 0 ? written : [first]).every((script) => isMadeOf(script, lineToken));
}

/** `{print $2}`, `NR>3`, `/x/ {print $1, $NF; exit}`: whole fields, which blanks or quotes end. */
const fieldToken =
  /\s+|\/(?:[^/\\\n]|\\.)*\/|"[^"\\]*"|\$?\(?NF(?:-\d+)?\)?|\b(?:N|FN)R\b|\b(?:print|next|exit|BEGIN|END)\b|\$?\d+|&&|\|\||[=!<>]=|!~|[{};,!<>~$]/y;

function takesFields(given: Words): boolean {
  const text = given.join("\0");
  const separator = /^-F\0?([^\0]*)(?:\0|$)/.exec(text);
  const rest = separator === null ? text : text.slice(separator[0].length);
  const [program = "", ...operands] = rest.split("\0");
  const isPlain = !program.startsWith("-") && operands.every((word) => !/^-.|^[A-Z]+=/.test(word));
  return isPlain && (separator === null || isSeparate.test(separator[1] ?? "")) && isMadeOf(program, fieldToken);
}

/** `.a.b[0]`, `.[] | select(.x == "y") | {id, name}`: whole values. */
const pathToken = /\s+|\.\.?|"[^"\\]*"|[|,?:(){}[\]]|[=!]=|[<>]=?|\/\/|\d+|\$?[A-Za-z_]\w*/y;
/** None of them fails on a text: jq quotes the beginning of one that a function does not take. */
const pathWords = new Set(
  words(`select values length type has first last not empty and or null true false if then else elif end paths tojson
    tostring numbers strings arrays objects scalars recurse limit`),
);
const pathOption =
  /^-(?:[rcnesMSCjaPN]+|[oI]=?\w+|-(?:raw-output|compact-output|null-input|exit-status|slurp|sort-keys|tab|(?:color|monochrome|join|ascii)-output|no-colors|prettyPrint|unwrapScalar))$/;

function takesPaths(given: Words): boolean {
  const [first = "", second = ""] = given.filter((word) => !/^-./.test(word));
  const areKnown = given.every((word) => !/^-./.test(word) || pathOption.test(word));
  return areKnown && isPathProgram(/^(?:e|ea|eval|eval-all)$/.test(first) ? second : first);
}

function isPathProgram(program: string): boolean {
  const open: string[] = [];
  let before = "";
  // Whoever goes through what may be a text is told its beginning: only the whole document is none.
  if (/\[\s*\]/.test(program.trimStart().replace(/^\[?\s*\.\[\]/, ""))) return false;
  return isMadeOf(program, pathToken, (found, at) => {
    if (/^[([{]$/.test(found)) open.push(found);
    if (/^[)\]}]$/.test(found)) open.pop();
    // Outside an object it cuts: `[2:]` may be a slice of a text.
    if (found === ":" && open.at(-1) !== "{") return false;
    const isField = before.endsWith(".") || isKey(program, at, found);
    before = found;
    return !/^[a-z_]/i.test(found) || isField || pathWords.has(found);
  });
}

/** `{id, name: .x}`: a name alone in an object. */
const isKey = (program: string, at: number, name: string): boolean =>
  /[{,]\s{0,9}$/.test(program.slice(Math.max(0, at - 10), at)) && /^\s*[:,}]/.test(program.slice(at + name.length));
