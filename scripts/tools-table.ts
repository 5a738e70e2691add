import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tools } from "../src/engine/tools/index.ts";

const page = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "agent.md");
const begin = "<!-- Written by npm run schemas from src/engine/tools. -->\n";
const end = "<!-- End of what is written. -->\n";

/** docs/agent.md with the table of the tools as they are. */
export function agentPage(): string {
  const text = readFileSync(page, "utf8");
  const [before, rest] = splitAt(text, begin);
  const [, after] = splitAt(rest, end);
  return `${before}${begin}${toolsTable()}${end}${after}`;
}

function toolsTable(): string {
  const rows = tools.map(({ name, aliases = [], about }) => {
    const others = aliases.map((alias) => `\`${alias}\``).join(", ");
    return `| \`${name}\` | ${about} | ${others} |\n`;
  });
  return `| tool | what it does | also called |\n|---|---|---|\n${rows.join("")}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`docs/agent.md has lost its line "${mark.trim()}".`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
