import { isDeepStrictEqual } from "node:util";
import { parse, type TomlTable } from "smol-toml";
import { UserError } from "../base/index.ts";
import { findTomlPairs, type TomlPair } from "./toml-lines.ts";

/** What a setting is written as in a file. */
export type TomlValue = string | number | boolean | readonly string[];

type Path = readonly string[];

/**
 * The same text with one value set, or taken out where it is undefined. Everything else stays as it stands: comments,
 * blanks, the order. The result is parsed and compared, so a text that this cannot change is refused, never broken.
 */
export function editToml(toml: string, path: Path, value: TomlValue | undefined): string {
  const before = parseOrNull(toml);
  if (before === null) return toml;
  const edited = value === undefined ? without(toml, path) : withValue(toml, path, value);
  if (isDeepStrictEqual(plain(parseOrNull(edited)), plain(changed(before, path, value)))) return edited;
  throw new UserError(
    "config.not-editable",
    `${path.join(".")} cannot be changed without touching other lines, because of how the file is written.`,
    "Change it in the file itself.",
  );
}

/** Whether something is set at that very place. */
export function hasValue(toml: string, path: Path): boolean {
  return findTomlPairs(toml).some((pair) => pair.kind === "value" && isSame(pair.path, path));
}

function withValue(toml: string, path: Path, value: TomlValue): string {
  const pairs = findTomlPairs(toml);
  const there = pairs.find((pair) => pair.kind === "value" && startsWith(path, pair.path));
  if (there !== undefined) return replaceIn(toml, there, path, value);
  const end = toml.includes("\r\n") ? "\r\n" : "\n";
  const [parent, name] = [path.slice(0, -1), path.at(-1) ?? ""];
  const header = pairs.findLast((pair) => pair.kind === "table" && isSame(pair.path, parent));
  if (header !== undefined) {
    const last = pairs.findLast((pair) => pair.kind === "value" && isSame(pair.table, parent)) ?? header;
    return insertAfter(toml, last, `${keyText([name])} = ${valueText(value)}`, end);
  }
  // `agent.max_steps = 3` has made the table already: opening it again would be an error, so the new key joins it.
  const sibling = pairs.findLast(
    (pair) => pair.kind === "value" && pair.table.length < parent.length && startsWith(pair.path, parent),
  );
  if (sibling !== undefined) {
    const key = keyText(path.slice(sibling.table.length));
    return insertAfter(toml, sibling, `${key} = ${valueText(value)}`, end);
  }
  if (parent.length === 0) return insertAtTop(toml, pairs, `${keyText([name])} = ${valueText(value)}`, end);
  const gap = toml.trim() === "" ? "" : toml.endsWith("\n") ? end : end + end;
  return `${toml}${gap}[${keyText(parent)}]${end}${keyText([name])} = ${valueText(value)}${end}`;
}

/** The value alone, so that a comment behind it stays; inside an inline table, that table. */
function replaceIn(toml: string, pair: TomlPair, path: Path, value: TomlValue | undefined): string {
  const rest = path.slice(pair.path.length);
  const text = rest.length === 0 && value !== undefined ? valueText(value) : inlineWith(toml, pair, rest, value);
  return toml.slice(0, pair.valueStart) + text + toml.slice(pair.valueEnd);
}

function inlineWith(toml: string, pair: TomlPair, rest: Path, value: TomlValue | undefined): string {
  const written = parse(`x = ${toml.slice(pair.valueStart, pair.valueEnd)}`)["x"];
  return isTable(written) ? inlineTable(changed(written, rest, value)) : toml.slice(pair.valueStart, pair.valueEnd);
}

function without(toml: string, path: Path): string {
  const pair = findTomlPairs(toml).find((one) => one.kind === "value" && startsWith(path, one.path));
  if (pair === undefined) return toml;
  if (pair.path.length < path.length) return replaceIn(toml, pair, path, undefined);
  return toml.slice(0, lineStart(toml, pair.start)) + toml.slice(lineEnd(toml, pair.valueEnd));
}

function insertAfter(toml: string, pair: TomlPair, line: string, end: string): string {
  const at = lineEnd(toml, pair.valueEnd);
  const before = toml.slice(0, at);
  return `${before}${before.endsWith("\n") ? "" : end}${line}${end}${toml.slice(at)}`;
}

/** A key of no table has to stand above the first one, and so above the comment that belongs to that table. */
function insertAtTop(toml: string, pairs: readonly TomlPair[], line: string, end: string): string {
  const last = pairs.findLast((pair) => pair.kind === "value" && pair.table.length === 0);
  if (last !== undefined) return insertAfter(toml, last, line, end);
  return toml.trim() === "" ? `${toml}${line}${end}` : `${line}${end}${end}${toml}`;
}

function lineStart(toml: string, at: number): number {
  return toml.lastIndexOf("\n", at - 1) + 1;
}

/** Behind the line end that follows. */
function lineEnd(toml: string, at: number): number {
  const next = toml.indexOf("\n", at);
  return next === -1 ? toml.length : next + 1;
}

function keyText(path: Path): string {
  return path.map((part) => (/^[A-Za-z0-9_-]+$/.test(part) ? part : textValue(part))).join(".");
}

function valueText(value: TomlValue): string {
  if (typeof value === "string") return textValue(value);
  return typeof value === "object" ? `[${value.map(textValue).join(", ")}]` : String(value);
}

/** JSON's escapes are TOML's; TOML also wants the delete character escaped. */
function textValue(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

function inlineTable(table: Record<string, unknown>): string {
  const pairs = Object.entries(table).map(([name, value]) => {
    return `${keyText([name])} = ${isTable(value) ? inlineTable(value) : valueText(value as TomlValue)}`;
  });
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

/** The table that the text should stand for afterwards. */
function changed(table: TomlTable, path: Path, value: TomlValue | undefined): TomlTable {
  const [first = "", ...rest] = path;
  const { [first]: below, ...others } = table;
  if (rest.length > 0) {
    if (value === undefined && !isTable(below)) return table;
    return { ...table, [first]: changed(isTable(below) ? below : {}, rest, value) };
  }
  return value === undefined ? others : { ...table, [first]: typeof value === "object" ? [...value] : value };
}

function parseOrNull(toml: string): TomlTable | null {
  try {
    return parse(toml);
  } catch {
    return null;
  }
}

/** Without prototypes and without tables that hold nothing, which a text may or may not mention. */
function plain(value: unknown): unknown {
  if (!isTable(value)) return value;
  const entries = Object.entries(value).map(([name, below]) => [name, plain(below)] as const);
  const kept = entries.filter(([, below]) => !(isTable(below) && Object.keys(below).length === 0));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function startsWith(path: Path, beginning: Path): boolean {
  return beginning.length > 0 && beginning.every((part, i) => path[i] === part);
}

function isSame(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((part, i) => b[i] === part);
}
