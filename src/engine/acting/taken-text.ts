const jsonValue = `(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\]|\\{[^{}]*\\})`;

/** Patterns for a key with its value, in JSON, in YAML or in TOML. */
export const withKey = (keys: string): RegExp[] => [
  new RegExp(`"(?:${keys})"\\s*:\\s*${jsonValue}`, "gi"),
  new RegExp(`(?<![^\\n])[ \\t]*(?:-[ \\t]+)?(?:${keys})[ \\t]*[:=](?=\\s).*`, "gi"),
];

/** In these the names on the left choose the files that the commands on the right are given. */
const staged = /(?:^|\/)\.?(?:lint-?staged|nano-staged)[^/]*$/i;
const leftSide = /(["'])(?:(?!\1)[^\n])*\1\s*:|(?<![^\n])[ \t]*[^\s'":]+:(?=\s)/g;
/** In these some values do. */
const hookList = /(?:^|\/)(?:\.pre-commit-config\.ya?ml|\.?lefthook[^/]*)$/i;
const chosen = withKey("files|exclude|globs?|file_types|types|types_or|exclude_types");
/** Settings of editors for what is shown, tested or read, and the folders of a workspace. */
const editors = /(?:^|\/)(?:\.vscode\/settings\.json|[^/]*\.(?:code-workspace|sublime-project))$/i;
const shown = withKey(
  "cSpell\\.[\\w.]+|[\\w.-]+\\.exclude|[\\w.-]+\\.associations|python\\.testing\\.\\w+|python\\.analysis\\.\\w+|eslint\\.workingDirectories|search\\.\\w+|files\\.\\w+|explorer\\.[\\w.]+|git\\.\\w+|todo-tree[\\w.-]*|folders",
);

/** What of a text may take up the files that it names, without what only chooses or shows them. */
export function takenText(source: string, text: string): string {
  if (staged.test(source)) return text.replaceAll(leftSide, " ");
  const removed = hookList.test(source) ? chosen : editors.test(source) ? shown : [];
  return removed.reduce((rest, pattern) => rest.replaceAll(pattern, ""), text);
}

/**
 * In these only the way to a folder is said, for a person who goes there: nothing behind it runs in that folder. Every
 * repetition has an end, since a text may be made to take long.
 */
const onlyGoes = [
  /\bcd[ \t]{1,9}(?:--[ \t]{1,9})?(["']?)[^\s;&|"'()]{1,300}\1(?=(?:[ \t]{0,9}(?:&&|;)[ \t]{0,9}(?:ls|ll|la|pwd|clear|git status|git pull)\b[^;&|"'\s]{0,40}){0,5}\s{0,40}(?:["']|;?\s{0,40}\}|$))/g,
  /\bCDPATH=\S+/g,
  /\bhash\s+-d\s+\S+/g,
  // What an agent may open.
  /\b(?:Read|Edit|Write|Glob|Grep|NotebookEdit|MultiEdit)\([^()"]*\)/g,
];
/** The name of a table says what its settings are for: `[projects."/home/me/work"]`. */
const tableName = /(?<![^\n])[ \t]*\[\[?[A-Za-z_][^\]\n]*\]\]?[ \t]*(?=\n|$)/g;

/** Folders that git only trusts, or tends. */
const trusted = /(?<![^\n])[ \t]*(?:directory|repo|recentrepo)[ \t]*=.*/gi;

const fetched = /("(?:npx|bunx|pnpx|uvx)"\s*,\s*"args"\s*:\s*\[)([^\]]{0,2000})\]/g;

/** Servers that others publish are given folders to work on, not to run: `npx -y @x/mcp-server ~/project`. */
function withoutWork(args: string): string {
  const items = args.match(/"[^"]*"/g) ?? [];
  const name = items.findIndex((item) => /^"[\w@][^:]*(?:mcp|modelcontextprotocol)/.test(item));
  const isGiven = (at: number) =>
    name >= 0 && at > name && /^"(?:[^-]|--(?:repository|project|root|path|workspace)"$)/.test(items[at - 1] ?? "");
  return items.filter((item, at) => !(isGiven(at) && /^"[~$/](?:[^"]*\/)?[^"./]*\/?"$/.test(item))).join(",");
}

/** A text without names of folders that only say where a person goes, or what settings are for. */
export function withoutWays(source: string, text: string): string {
  const gone = onlyGoes.reduce((rest, pattern) => rest.replaceAll(pattern, " "), text);
  const left = gone.replaceAll(fetched, (_, start: string, args: string) => `${start}${withoutWork(args)}]`);
  if (/(?:^|\/)(?:git\/config|\.gitconfig[^/]*)$/.test(source))
    return left.replaceAll(tableName, "").replaceAll(trusted, "");
  return /\.toml$/i.test(source) ? left.replaceAll(tableName, "") : left;
}
