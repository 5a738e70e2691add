import { type AssessedCommand, type Assessment, printedHistory } from "../../policy/index.ts";
import { guesses } from "./tested-patterns.ts";

const nameOf = ({ argv }: Pick<AssessedCommand, "argv">) => argv[0]?.split("/").at(-1) ?? "";

const words = (text: string): string[] => text.trim().split(/\s+/);
/** Short options in one word, the last of them with its value; long ones by their names. */
const options = (short: string, withValue: string, long = ""): RegExp =>
  new RegExp(
    `^(?:-[${short}]*(?:[${withValue || short}].*)?|--${long === "" ? "" : `(?:${words(long).join("|")})?`}(?:=.*)?)$`,
    "s",
  );
const any = /^/;
const none = /^(?!)/;

const grep = options(
  "rRnHhiwxvclLsqEFPGIaUbTZzy0-9",
  "efABCmdD",
  `recursive dereference-recursive line-number with-filename no-filename ignore-case no-ignore-case word-regexp line-regexp
  invert-match count files-with-matches files-without-match no-messages quiet silent extended-regexp fixed-strings perl-regexp
  basic-regexp regexp file after-context before-context context max-count include exclude exclude-dir exclude-from color
  colour text binary-files line-buffered initial-tab null group-separator no-group-separator directories devices byte-offset`,
);
const rg = options(
  "nNHIisSwxvclFuUPaLqpb0.",
  "efABCmgtTjd",
  `line-number no-line-number with-filename no-filename ignore-case smart-case case-sensitive word-regexp line-regexp
  invert-match count count-matches files files-with-matches files-without-match fixed-strings regexp file after-context
  before-context context max-count glob iglob glob-case-insensitive type type-not type-list threads max-depth maxdepth hidden
  no-hidden no-ignore no-ignore-vcs no-ignore-parent no-ignore-global no-ignore-dot unrestricted multiline pcre2 text follow
  no-follow quiet pretty color heading no-heading column no-column stats sort sortr vimgrep null no-config no-messages
  one-file-system max-filesize trim context-separator byte-offset`,
);
const gitGrep = options(
  "nHhiwvclLqEFPGIapWzr0-9",
  "efABCm",
  `line-number ignore-case word-regexp invert-match count files-with-matches name-only files-without-match extended-regexp
  basic-regexp fixed-strings perl-regexp and or not all-match after-context before-context context max-count function-context
  show-function heading break color no-color full-name cached untracked no-index recurse-submodules max-depth recursive text
  threads quiet no-exclude-standard exclude-standard`,
);
const git = options(
  "pubwRMCstizemlwrac0-9",
  "UnSGLMCB",
  `patch no-patch unified stat numstat shortstat dirstat summary name-only name-status oneline cached staged ignore-all-space
  ignore-space-change ignore-space-at-eol ignore-blank-lines color no-color find-renames find-copies pickaxe-all pickaxe-regex
  all graph decorate no-decorate since after until before author committer grep format pretty max-count skip follow reverse
  first-parent no-merges merges date abbrev abbrev-commit no-abbrev-commit relative no-relative no-ext-diff no-textconv
  no-prefix no-renames diff-filter function-context inter-hunk-context minimal patience histogram diff-algorithm exit-code
  merge-base branches tags remotes full-index include-untracked only-untracked cc topo-order date-order no-pager text`,
);

/**
 * With these options they print whole lines of what they read, or nothing of it. Any other option, and any other program,
 * may print pieces of lines, or other letters for them.
 */
const keepsLines = new Map<string, RegExp>([
  ...words("grep egrep fgrep ggrep rgrep zgrep").map((name) => [name, grep] as const),
  ["rg", rg],
  ...words("ag ack ugrep").map((name) => [name, options("rRnHhiwvclLsQ", "")] as const),
  [
    "cat",
    options("AbeEnsTtuv", "", "number number-nonblank squeeze-blank show-all show-ends show-tabs show-nonprinting"),
  ],
  ["tac", none],
  ["head", options("qvz0-9", "n", "lines quiet silent verbose zero-terminated")],
  ["tail", options("qvfFz0-9", "ns", "lines follow quiet silent verbose retry pid sleep-interval zero-terminated")],
  ["xargs", options("0rtpx0-9", "nLIP", "null no-run-if-empty max-args max-lines max-procs replace verbose")],
  ["gxargs", options("0rtpx0-9", "nLIP", "null no-run-if-empty max-args max-lines max-procs replace verbose")],
  ["echo", options("n", "")],
  ...words(`nl sort uniq wc tee find gfind bfs fd fdfind ls dir vdir tree du df stat file test [ cd pushd popd pwd dirs which
    type command hash true false : sleep date time timeout nice ionice stdbuf sh bash dash zsh`).map(
    (name) => [name, any] as const,
  ),
]);
const greps = /^(?:[efgrz]*grep|rg|ag|ack|ugrep)$/;
/** They print pieces of the words that they are given: of a text that stands in the line there is nothing to hide. */
const namePieces = /^(?:basename|dirname|readlink|realpath)$/;
/** Commands whose output is names, or that let lines of such a list through. */
const lists = /^(?:find|gfind|bfs|fd|fdfind|ls|dir|cd|pushd|true|false)$/;
const passes = /^(?:head|tail|sort|uniq|wc)$/;
const namesFiles = /^(?:-[a-zA-Z]*[lL][a-zA-Z]*|--files(?:-with(?:out)?-match(?:es)?)?|--name-only|ls-files|ls-tree)$/;
/**
 * A value that the shell cuts, turns, counts or compares with a pattern (`${x#*=}`, `${x:0:3}`, `${#x}`), and words that
 * it cuts at other signs than blanks.
 */
export const cutsValue = /\$\{[^}]*[:#%/^,@~]|\bCOLUMNS=\d|\bIFS=(?![\s;]|$)|=~|\bBASH_REMATCH\b/;

/**
 * Whether a line can print less than whole lines of what it reads, or other letters for them. A secret that is cut off
 * from its name is still known by its value; a piece of it, the whole turned round, or what a guess tells, is not.
 */
export function cutsLines(line: Pick<Assessment, "commands" | "comparisons" | "visible">, text: string): boolean {
  const { commands } = line;
  return (
    cutsValue.test(text) ||
    commands.some((command, at) => cuts(command) || splitsText(command, commands.slice(0, at))) ||
    guesses(line)
  );
}

/** Whether one command can, with the options that it has. */
export function cuts(command: AssessedCommand): boolean {
  const name = nameOf(command);
  const given = command.argv.slice(1).map((word) => word ?? "");
  if (namePieces.test(name)) return command.via.length > 0 || command.argv.includes(null);
  const known = name === "git" ? gitOptions(command, given) : keepsLines.get(name);
  const end = given.indexOf("--");
  const dashed = (end === -1 ? given : given.slice(0, end)).filter((word) => /^[-+]./.test(word));
  return known === undefined || !dashed.every((word) => known.test(word) || /^\+\d+$/.test(word));
}

function gitOptions(command: AssessedCommand, given: readonly string[]): RegExp {
  if (given.includes("grep")) return gitGrep;
  return printedHistory(command) === null ? any : git;
}

/** xargs cuts what it is given at blanks and quotes: names of files are none the less whole, other text is not. */
function splitsText(command: AssessedCommand, before: readonly AssessedCommand[]): boolean {
  const isList = ({ argv, via }: AssessedCommand) => {
    const name = nameOf({ argv });
    return (
      lists.test(name) || argv.some((word) => namesFiles.test(word ?? "")) || (passes.test(name) && via.length === 0)
    );
  };
  return /^g?xargs$/.test(nameOf(command)) && !before.every(isList);
}

/**
 * Patterns that every name has to fit which a line's one search finds, as far as nothing else in the line reads files;
 * none where that cannot be told.
 */
export function requiredNames({ commands }: Pick<Assessment, "commands">): string[] {
  const [search, ...others] = commands.filter(mayGoDeep);
  if (search === undefined || others.length > 0) return [];
  const isFed = ({ argv, via }: AssessedCommand) =>
    via.length > 0 || argv.slice(1).every((word) => word !== null && /^(?:-.*|\d+)$/s.test(word));
  if (!commands.every((each) => each === search || nameOf(each) === "xargs" || isFed(each))) return [];
  // A word that only the run decides may be any pattern, or a test that widens what is found.
  const argv = search.argv.filter((word) => word !== null);
  if (argv.length < search.argv.length) return [];
  if (greps.test(nameOf(search))) {
    const end = argv.indexOf("--");
    const included = argv
      .slice(0, end === -1 ? argv.length : end)
      .flatMap((word) => /^--include=(.+)$/s.exec(word)?.[1] ?? []);
    // Behind an --exclude it only takes back what that leaves out: a file of any other name is read.
    const isAlone = !argv.some((word) => /^--e(?:x|$)/.test(word));
    return included.length === 1 && isAlone ? included : [];
  }
  // Only what stands before an action narrows it.
  const action = argv.findIndex((word) => /^-(?:exec|ok|print|fprint|ls|fls)/.test(word));
  const tests = action === -1 ? argv : argv.slice(0, action);
  if (!/find$/.test(nameOf(search)) || argv.some((word) => /^(?:-o|-or|,|!|-not)$/.test(word))) return [];
  return tests.flatMap((word, at) => (word === "-name" ? (tests[at + 1] ?? []) : []));
}

/** Whether a command may go through everything below a folder. */
export function mayGoDeep(command: AssessedCommand): boolean {
  const name = nameOf(command);
  if (/^(?:[efgz]*grep|diff)$/.test(name)) {
    return command.argv.some((word) => word === null || /^-[a-zA-Z0-9]*[rRd]|^--(?:rec|der|dir)/.test(word));
  }
  return /^(?:g?find|bfs|fd|fdfind|rgrep|rg|ag|ack|ugrep|git)$/.test(name);
}
