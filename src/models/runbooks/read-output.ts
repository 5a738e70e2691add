import type { Step, Try, Value } from "./compile.ts";
import { groupsOf } from "./compile.ts";
import { isTrue, type Scalar, type Scope, toNumber } from "./expression.ts";
import type { Unit } from "./runbook.ts";

type Row = Record<string, Scalar>;

export interface Reading {
  rows: Row[];
  /** `name` or `name.column` → value, without the step's own id. */
  values: Map<string, Scalar>;
  /** Whether the output said anything that the step knows how to read. */
  isUnderstood: boolean;
}

/** Reads one command's output as the step's data says: rows, facts, then values computed from them. */
export function readOutput(step: Step, one: Try, output: string, outer: Scope): Reading {
  const lines = readableLines(output);
  const rows = readRows(one, lines);
  const values = readFacts(one, lines.join("\n"));
  const isUnderstood = rows.length > 0 || values.size > 0 || (one.rows === null && one.facts.length === 0);
  const scope: Scope = (name) => {
    const own = name.startsWith(`${step.id}.`) ? name.slice(step.id.length + 1) : null;
    return own !== null && values.has(own) ? (values.get(own) ?? null) : outer(name);
  };
  for (const value of step.values) addValue(values, value, rows, scope);
  return { rows, values, isUnderstood };
}

/**
 * What a pattern is tried on. Output is written by others, and a pattern may need time that grows with the square of a
 * line's length, so a line that no tool prints in earnest is cut and empty lines are dropped.
 */
function readableLines(output: string): string[] {
  return output
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.slice(0, longestLine));
}

const longestLine = 1000;

function readRows(one: Try, lines: string[]): Row[] {
  if (one.rows === null) return [];
  const rows: Row[] = [];
  for (const line of lines) {
    const groups = one.rows.exec(line)?.groups;
    if (groups === undefined) continue;
    const row: Row = { ...one.set };
    for (const name of groupsOf(one.rows)) row[name] = convert(groups[name], one.units[name]);
    rows.push(row);
  }
  return rows;
}

function readFacts(one: Try, output: string): Map<string, Scalar> {
  const values = new Map<string, Scalar>();
  for (const pattern of one.facts) {
    const groups = pattern.exec(output)?.groups;
    if (groups === undefined) continue;
    for (const [name, text] of Object.entries(groups)) {
      if (text !== undefined) values.set(name, convert(text, one.units[name]));
    }
  }
  return values;
}

function addValue(values: Map<string, Scalar>, value: Value, rows: Row[], scope: Scope): void {
  const rowScope =
    (row: Row): Scope =>
    (name) =>
      Object.hasOwn(row, name) ? (row[name] ?? null) : scope(name);
  const { where } = value;
  const kept = where === null ? rows : rows.filter((row) => isTrue(where.evaluate(rowScope(row))));
  const numbers = () => kept.map((row) => toNumber(row[value.field] ?? null)).filter((number) => number !== null);
  switch (value.compute) {
    case "count":
      values.set(value.name, distinct(kept, value.unique).length);
      return;
    case "sum":
      values.set(
        value.name,
        numbers().reduce((sum, number) => sum + number, 0),
      );
      return;
    case "max":
      values.set(
        value.name,
        extreme(numbers(), (a, b) => a > b),
      );
      return;
    case "min":
      values.set(
        value.name,
        extreme(numbers(), (a, b) => a < b),
      );
      return;
    case "first": {
      const row = sorted(kept, value)[0];
      values.set(value.name, row === undefined ? null : true);
      for (const [column, cell] of Object.entries(row ?? {})) values.set(`${value.name}.${column}`, cell);
      return;
    }
    case "list": {
      const texts = sorted(distinct(kept, value.unique), value)
        .slice(0, value.limit)
        .map((row) => value.text?.render(rowScope(row)) ?? null)
        .filter((text) => text !== null);
      values.set(value.name, texts.length === 0 ? null : texts.join(value.join));
      return;
    }
    case "expression":
      values.set(value.name, value.expression?.evaluate(scope) ?? null);
      return;
  }
}

/** One row for each value of the column, with `count` saying how many there were. */
function distinct(rows: Row[], column: string | null): Row[] {
  if (column === null) return rows;
  const counts = Map.groupBy(rows, (row) => row[column] ?? null);
  return [...counts.values()].map((same) => ({ ...same[0], count: same.length }));
}

function sorted(rows: Row[], value: Value): Row[] {
  const { sort } = value;
  if (sort === null) return rows;
  const sign = sort.descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [a[sort.field] ?? null, b[sort.field] ?? null];
    const [m, n] = [toNumber(x), toNumber(y)];
    if (m !== null && n !== null) return sign * (m - n);
    return sign * String(x ?? "").localeCompare(String(y ?? ""));
  });
}

function extreme(numbers: number[], isBetter: (a: number, b: number) => boolean): number | null {
  let best: number | null = null;
  for (const number of numbers) if (best === null || isBetter(number, best)) best = number;
  return best;
}

function convert(text: string | undefined, unit: Unit | undefined): Scalar {
  if (text === undefined) return null;
  switch (unit) {
    case undefined:
      return text.trim();
    case "KiB":
      // busybox shortens large numbers of KiB: 574m.
      return /[mgt]$/i.test(text.trim()) ? readSize(text) : scale(text, 1024);
    case "blocks":
      return scale(text, 512);
    case "percent":
      return toNumber(text.replace("%", "").replace(",", ".").trim());
    case "days":
      return scale(text, 86_400);
    case "size":
      return readSize(text);
    case "etime":
      return readElapsed(text);
    case "uptime":
      return readUptime(text);
    case "date": {
      const time = Date.parse(text.trim());
      return Number.isNaN(time) ? null : time / 1000;
    }
  }
}

function scale(text: string, factor: number): number | null {
  const number = toNumber(text.trim().replace(",", "."));
  return number === null ? null : number * factor;
}

/** 1.5G, 512MiB, 3,2M, 12kB: powers of 1024 unless the unit is written as kB, MB, GB. */
function readSize(text: string): number | null {
  const match = /^([\d.,]+)\s*([kmgtp]?)(i?b?)$/i.exec(text.trim());
  if (match === null) return null;
  const number = toNumber((match[1] ?? "").replace(",", "."));
  const power = " kmgtp".indexOf((match[2] ?? "").toLowerCase() || " ");
  return number === null ? null : number * (match[3] === "B" && power > 0 ? 1000 : 1024) ** power;
}

/** What uptime says: "3 days,  2:01", "1:06", "32 min", "12 days, 4 hrs". */
function readUptime(text: string): number | null {
  const match = /^(?:(\d+) days?(?:,\s*|$))?(?:(\d+):(\d+)|(\d+) hrs?|(\d+) mins?|(\d+) secs?)?$/.exec(text.trim());
  if (match === null || text.trim() === "") return null;
  const [days, hours, minutes, onlyHours, onlyMinutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const [h, m] = [(hours ?? 0) + (onlyHours ?? 0), (minutes ?? 0) + (onlyMinutes ?? 0)];
  return (days ?? 0) * 86_400 + h * 3600 + m * 60 + (seconds ?? 0);
}

/** ps's [[days-]hours:]minutes:seconds. */
function readElapsed(text: string): number | null {
  const match = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)(?:\.\d+)?$/.exec(text.trim());
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return (days ?? 0) * 86_400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}
