import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse, TomlError } from "smol-toml";
import { bundledRunbooks } from "./bundled.ts";
import { compileRunbook, type Runbook, RunbookFault } from "./compile.ts";
import { RunbookSource } from "./runbook.ts";

/** A file that was skipped, with what to mend: the field (or the line) and the reason. */
export interface RunbookProblem {
  file: string;
  field: string;
  reason: string;
}

export interface LoadedRunbook {
  runbook: Runbook;
  /** The file it comes from; null for one that Cotty brings along. */
  file: string | null;
}

export interface Loaded {
  runbooks: LoadedRunbook[];
  problems: RunbookProblem[];
}

/** No runbook is that large; a wrong file in the folder must not be read into memory. */
const largestFile = 256 * 1024;

/** Reads one runbook. The problem names the field; it never throws. */
export function readRunbook(text: string, file: string): Runbook | RunbookProblem {
  let data: unknown;
  try {
    data = parse(text);
  } catch (error) {
    const line = error instanceof TomlError ? `line ${error.line}` : "the file";
    const [reason = "is no TOML"] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { file, field: line, reason };
  }
  const source = RunbookSource.safeParse(data);
  if (!source.success) {
    const [issue] = source.error.issues;
    return { file, field: fieldName(issue?.path ?? []), reason: issue?.message ?? "is not valid" };
  }
  try {
    return compileRunbook(source.data);
  } catch (error) {
    if (error instanceof RunbookFault) return { file, field: error.field, reason: error.message };
    throw error;
  }
}

/** Those that Cotty brings along, in the order of their file names. */
export function loadBundled(): Loaded {
  return collect(Object.entries(bundledRunbooks).map(([file, text]) => ({ file, text, isBundled: true })));
}

/**
 * Those of a folder, `*.toml`. A folder that does not exist holds none. A file that cannot be used is reported and
 * skipped, so that one bad file costs nothing but itself.
 */
export function loadFolder(folder: string): Loaded {
  const problems: RunbookProblem[] = [];
  const texts: { file: string; text: string; isBundled: boolean }[] = [];
  for (const entry of entriesOf(folder, problems)) {
    const file = join(folder, entry.name);
    try {
      const { size } = statSync(file);
      if (size > largestFile) problems.push({ file, field: "the file", reason: `is larger than ${largestFile} bytes` });
      else texts.push({ file, text: readFileSync(file, "utf8"), isBundled: false });
    } catch (error) {
      problems.push({ file, field: "the file", reason: messageOf(error) });
    }
  }
  const loaded = collect(texts);
  return { runbooks: loaded.runbooks, problems: [...problems, ...loaded.problems] };
}

/** A person's runbook replaces the one of the same name that Cotty brings along. */
export function mergeRunbooks(bundled: Loaded, own: Loaded): Loaded {
  const names = new Set(own.runbooks.map(({ runbook }) => runbook.name));
  return {
    runbooks: [...bundled.runbooks.filter(({ runbook }) => !names.has(runbook.name)), ...own.runbooks],
    problems: [...bundled.problems, ...own.problems],
  };
}

function collect(texts: { file: string; text: string; isBundled: boolean }[]): Loaded {
  const runbooks: LoadedRunbook[] = [];
  const problems: RunbookProblem[] = [];
  for (const { file, text, isBundled } of texts) {
    const read = readRunbook(text, file);
    if (!("steps" in read)) problems.push(read);
    else if (runbooks.some(({ runbook }) => runbook.name === read.name)) {
      problems.push({ file, field: "name", reason: `"${read.name}" is the name of another file's runbook` });
    } else runbooks.push({ runbook: read, file: isBundled ? null : file });
  }
  return { runbooks, problems };
}

function entriesOf(folder: string, problems: RunbookProblem[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.name.endsWith(".toml") && !entry.isDirectory())
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isAbsent) problems.push({ file: folder, field: "the folder", reason: messageOf(error) });
    return [];
  }
}

function fieldName(path: PropertyKey[]): string {
  if (path.length === 0) return "the file";
  return path
    .map((part, i) => (typeof part === "number" ? `[${part}]` : `${i > 0 ? "." : ""}${String(part)}`))
    .join("");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
