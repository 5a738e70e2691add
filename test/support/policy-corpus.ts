import { readdirSync, readFileSync } from "node:fs";
import type { Verdict } from "../../src/protocol/index.ts";

export interface CorpusRow {
  verdict: Verdict;
  about: string;
  command: string;
}

const folder = new URL("../corpus/policy/", import.meta.url);

/**
 * Reads the lists of commands: sections `## verdict: what it shows`, one command a line, JSON where a line needs
 * escapes. `commands.txt` grew with the engine; the others were written by technique before their first run, and say
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
  let section: { verdict: Verdict; about: string } | null = null;
  for (const line of text.split("\n")) {
    const header = /^## (allow|ask|danger|deny): (.+)$/.exec(line);
    if (header !== null) section = { verdict: header[1] as Verdict, about: header[2] ?? "" };
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
