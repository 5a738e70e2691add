import { findKey } from "./config-keys.ts";
import type { LoadedConfig } from "./load-config.ts";
import { describeOrigin } from "./origin.ts";
import { quoted } from "./warning.ts";

/** One line of `cotty config`. */
export interface ConfigRow {
  readonly key: string;
  /** As it would be written in a file; a secret only says that it is set. */
  readonly value: string;
  readonly origin: string;
}

export function describeConfig(loaded: LoadedConfig): ConfigRow[] {
  return [...loaded.origins].map(([path, origin]) => ({
    key: path,
    value: describeValue(path, valueAt(loaded, path)),
    origin: describeOrigin(origin),
  }));
}

/** What a page of settings also says of a value. */
export interface SettingRow extends ConfigRow {
  /** The variable or flag that sets it: it holds while this process runs, and no file can change it. */
  readonly fixedBy: string | null;
  readonly isDefault: boolean;
}

export function describeSettings(loaded: LoadedConfig): SettingRow[] {
  return describeConfig(loaded).map((row) => {
    const origin = loaded.origins.get(row.key);
    const fixedBy = origin?.layer === "environment" ? origin.variable : origin?.layer === "flag" ? "a flag" : null;
    return { ...row, fixedBy, isDefault: origin?.layer === "default" };
  });
}

/** The exact texts that must never leave the machine in a prompt, an event or a recording. */
export function secretValues(loaded: LoadedConfig): string[] {
  const found = [...loaded.origins.keys()].flatMap((path) => {
    const value = valueAt(loaded, path);
    if (typeof value !== "string") return [];
    return findKey(path)?.key.key.secret ? [value] : passwordsIn(value);
  });
  // A key that is kept is secret also while a variable takes its place.
  return [...new Set([...found, ...loaded.storedKeys.values()])];
}

function valueAt(loaded: LoadedConfig, path: string): unknown {
  const found = findKey(path);
  const property = found?.key.property.map((part) => (part === "NAME" ? (found.name ?? part) : part)) ?? [];
  return property.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], loaded.config);
}

function describeValue(path: string, value: unknown): string {
  if (value === null) return "(not set)";
  if (findKey(path)?.key.key.secret) return "••••••••";
  if (Array.isArray(value)) return JSON.stringify(value);
  if (typeof value !== "string") return String(value);
  return quoted(passwordsIn(value).reduce((text, password) => text.replaceAll(password, "••••••••"), value));
}

/** The password of an address such as https://user:password@host, as written and as decoded. */
function passwordsIn(value: string): string[] {
  const password = /^https?:\/\/[^/@:\s]*:([^/@\s]+)@/.exec(value)?.[1];
  if (password === undefined) return [];
  try {
    return [...new Set([password, decodeURIComponent(password)])];
  } catch {
    return [password];
  }
}
