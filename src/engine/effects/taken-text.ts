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
