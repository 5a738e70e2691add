import { readdirSync, readFileSync } from "node:fs";
import type { Verdict } from "../../src/protocol/index.ts";

export interface CorpusRow {
  verdict: Verdict;
  about: string;
  command: string;
  /** What its verdict should be: a known gap, which closes by moving the row. */
  wanted?: Verdict;
}

const folder = new URL("../corpus/policy/", import.meta.url);

/**
 * Reads the lists of commands: sections `## verdict: what it shows`, one command a line, JSON where a line needs
 * escapes; `## ask, wanted allow: …` for what is missed. `commands.txt` grew with the engine; the others were written by technique before their first run, and say
 * in their first line how that run went.
 */
export function readCorpus(): CorpusRow[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) => readList(readFileSync(new URL(name, folder), "utf8")));
}

function readList(text: string): CorpusRow[] {
  const rows: CorpusRow[] = [];
  let section: Omit<CorpusRow, "command"> | null = null;
  for (const line of text.split("\n")) {
    const [, verdict, wanted, about = ""] =
      /^## (allow|ask|danger|deny)(?:, wanted (allow|ask|danger))?: (.+)$/.exec(line) ?? [];
    if (verdict !== undefined)
      section = { verdict: verdict as Verdict, about, ...(wanted !== undefined && { wanted: wanted as Verdict }) };
    else if (section !== null && line !== "") rows.push({ ...section, command: decoded(line) });
  }
  return rows;
}

/** A quoted line is JSON, unless it is a command that happens to begin and end with a quote. */
function decoded(line: string): string {
  if (!/^".*"$/.test(line)) return line;
  try {
    return JSON.parse(line) as string;
  } catch {
    return line;
  }
}
