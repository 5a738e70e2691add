import type { KnowledgeFile } from "../../agents/index.ts";

const maxBytes = 64 * 1024;
const separator = "--- cotty file ";

/**
 * Prints a project's own files, each behind a line with its name. Only regular files that really lie inside the folder:
 * a project must not be able to send a private file to a model by linking to it, nor the .env beside it.
 */
export function knowledgeScript(names: readonly string[]): string {
  return `root=$(pwd -P)
for name in ${names.map((name) => `'${name}'`).join(" ")}; do
  [ -f "$name" ] || continue
  real=$(readlink -f "$name" 2>/dev/null) || continue
  case $real in "\${root%/}"/*.md) ;; *) continue ;; esac
  printf '%s%s\\n' '${separator}' "$name"
  head -c ${maxBytes} "$name"
  echo
done
true
`;
}

export function parseKnowledge(printed: string, names: readonly string[]): KnowledgeFile[] {
  const found = new Map<string, string[]>();
  let lines: string[] | null = null;
  for (const line of printed.split("\n")) {
    const name = line.startsWith(separator) ? line.slice(separator.length) : "";
    // Each name is printed once: the same line again is something the file says.
    if (names.includes(name) && !found.has(name)) {
      lines = [];
      found.set(name, lines);
    } else lines?.push(line);
  }
  return [...found]
    .map(([path, text]) => ({ kind: "project" as const, path, text: text.join("\n").trimEnd() }))
    .filter(({ text }) => text !== "" && !text.includes("\0"));
}
