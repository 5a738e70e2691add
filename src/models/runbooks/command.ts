import { inQuotes } from "../../base/index.ts";
import { isValid } from "./parameters.ts";
import type { ParameterType } from "./runbook.ts";

/** A command with places for parameters. What fills them is checked by type and quoted, without exception. */
export interface CommandTemplate {
  readonly source: string;
  readonly parameters: readonly string[];
  /** Null when a parameter it needs is not known. Throws when a value does not have its type. */
  fill(values: ReadonlyMap<string, string>): string | null;
}

const place = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

/** Throws an Error with the reason when a place is unknown, or stands where quoting cannot protect it. */
export function compileCommand(source: string, types: ReadonlyMap<string, ParameterType>): CommandTemplate {
  if (/[\r\n\0]/.test(source)) throw new Error("a command is one line");
  const parameters: string[] = [];
  for (const match of source.matchAll(place)) {
    const name = match[1] ?? "";
    if (!types.has(name)) throw new Error(`"${name}" is no parameter of this runbook`);
    if (isInsideQuotes(source.slice(0, match.index))) {
      throw new Error(`{{${name}}} stands inside quotes; leave them out, Cotty quotes it`);
    }
    parameters.push(name);
  }
  if (source.replaceAll(place, "").includes("{{")) throw new Error('"{{" begins no parameter');
  return {
    source,
    parameters,
    fill(values) {
      if (parameters.some((name) => !values.has(name))) return null;
      return source.replaceAll(place, (_, name: string) => {
        const value = values.get(name) ?? "";
        const type = types.get(name);
        if (type === undefined || !isValid(type, value)) throw new Error(`${JSON.stringify(value)} is no ${type}`);
        return quote(value);
      });
    },
  };
}

/** One word for any POSIX shell. A leading ~/ stays outside the quotes, so that it still means the home folder. */
export function quote(text: string): string {
  if (text === "~") return text;
  if (text.startsWith("~/")) return text === "~/" ? text : `~/${quote(text.slice(2))}`;
  if (/^[a-z0-9_./:@][a-z0-9_./:@%+=-]*$/i.test(text)) return text;
  return inQuotes(text);
}

/** A quoted value inside quotes would be unquoted again: the classic injection. */
function isInsideQuotes(before: string): boolean {
  let open: string | null = null;
  for (let i = 0; i < before.length; i++) {
    const character = before[i];
    if (character === "\\" && open !== "'") i++;
    else if (open === null && (character === "'" || character === '"')) open = character;
    else if (character === open) open = null;
  }
  return open !== null;
}
