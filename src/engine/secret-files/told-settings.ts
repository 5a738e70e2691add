import type { AssessedCommand, Assessment } from "../../policy/index.ts";

type Words = readonly string[];

const says =
  (pattern: RegExp) =>
  (given: Words): boolean =>
    given.some((word) => pattern.test(word));
const always = () => true;

const plainKey = /^(?:user|author|committer|core|init|color|branch|pull|push|merge|rebase|diff|log|status)\./i;

/** A look at one setting that is never a secret shows none. */
const tellsOfGit = (given: Words): boolean =>
  given.includes("remote") || (given.includes("config") && !given.some((word) => plainKey.test(word)));

/** Without its words a process tells nothing. */
function tellsOfProcesses(given: Words): boolean {
  const columns = given.flatMap((word, at) =>
    /^-[a-zA-Z]*o$|^--format$/.test(word) ? [given[at + 1] ?? ""] : (/^(?:-o|--format=)(.+)/.exec(word)?.[1] ?? []),
  );
  return columns.length === 0 || columns.some((list) => /args|cmd|command/i.test(list));
}

/**
 * Programs that print settings, addresses of servers and the words of other commands. A secret among these is hidden by
 * its form or by the name beside it, so nothing of it is left to be recognised once letters were cut or turned round.
 */
const tellers = new Map<string, (given: Words) => boolean>([
  ["git", tellsOfGit],
  ["ps", tellsOfProcesses],
  ["pgrep", says(/^-[^-]*a|^--list-full/)],
  ["pstree", says(/^-[^-]*a|^--arg/)],
  ["w", always],
  ["systemctl", says(/^(?:cat|status)$/)],
  ["crontab", always],
  ["atq", always],
  // What programs wrote down of themselves.
  ["journalctl", always],
  ["dmesg", always],
  ...["docker", "podman", "nerdctl"].map((name) => [name, says(/^(?:logs|history|ps|events)$/)] as const),
  ["kubectl", says(/^(?:logs|events)$/)],
  ["nmcli", always],
  ["top", says(/c/)],
  ...["npm", "pnpm", "yarn", "gcloud", "pip", "aws", "helm", "rclone"].map(
    (name) => [name, says(/^(?:config|configure|get)$/)] as const,
  ),
]);

/** The words that a process was started with, as the kernel keeps them. */
const processWords = /\/proc\/.*\/cmdline$/s;

/** Whether a line prints settings or words of other commands that nobody could look through before. */
export function tellsSettings({ commands }: Pick<Assessment, "commands">): boolean {
  return commands.some((command) => {
    if ([...command.words, command.input ?? null].some((word) => word !== null && processWords.test(word.path)))
      return true;
    const tells = tellers.get(nameOf(command));
    return tells?.(command.argv.slice(1).map((word) => word ?? "")) === true;
  });
}

const nameOf = ({ argv }: Pick<AssessedCommand, "argv">): string => argv[0]?.split("/").at(-1) ?? "";

/** They part a line into words and print some of them: a value without its name. */
const partsLines = new Set(
  "fold fmt cut xargs gxargs jq gojq jaq yq read mapfile readarray column join paste".split(" "),
);
const awks = new Set("awk gawk mawk nawk original-awk".split(" "));
/** Columns of ps in front of the words of a process, and its program in `ps aux`. */
const isPlainColumn = (field: string): boolean => /^\$(?:[0-8]|11)$/.test(field);

/**
 * Whether a line may print a setting, or a word of another command, without the name beside it, by which alone it would be
 * known: `git config --get-regexp smtp | awk '{print $2}'`, `$(ps -o args= -p 1)`. An address of git's says by itself what it holds.
 */
export function partsSettings({ commands }: Pick<Assessment, "commands">, text: string): boolean {
  const tells = commands.filter((command) => {
    const name = nameOf(command);
    const given = command.argv.slice(1).map((word) => word ?? "");
    const isTeller = name === "git" ? given.includes("config") && tellsOfGit(given) : /^(?:ps|pgrep)$/.test(name);
    return isTeller && tellers.get(name)?.(given) === true;
  });
  if (tells.length === 0) return false;
  const isPart = (command: AssessedCommand): boolean => {
    const name = nameOf(command);
    if (!awks.has(name)) return partsLines.has(name);
    const fields = command.argv.slice(1).flatMap((word) => (word ?? "").match(/\$(?:\d+|[^\s\d])/g) ?? []);
    const ofProcesses = tells.every((each) => nameOf(each) !== "git");
    return !fields.every((field) => (ofProcesses ? isPlainColumn(field) : /^\$[01]$/.test(field)));
  };
  return /\$\(|`/.test(text) || commands.some(isPart);
}
