import type { Key, Named } from "./key.ts";
import { schema } from "./schema.ts";

/** A key with everything that follows from its place in the schema. */
export interface ConfigKey {
  /** As written in a file: `agent.max_steps`. Below a free name: `hosts.NAME.policy`. */
  readonly path: string;
  /** As found in a Config: ["agent", "maxSteps"]. */
  readonly property: readonly string[];
  readonly environment: string;
  readonly key: Key<unknown>;
}

/** A section whose entries have names that people choose. */
export interface NamedSection {
  readonly path: string;
  readonly property: string;
  readonly description: string;
  readonly projectMayAdd: boolean;
  /** By name in a file. Their paths hold NAME where the entry's name stands. */
  readonly fields: ReadonlyMap<string, ConfigKey>;
}

type Node = Key<unknown> | Named<Record<string, Key<unknown>>> | { readonly [name: string]: Node };

const keys: ConfigKey[] = [];
const sections: NamedSection[] = [];
collect(schema as unknown as Node, []);

/** Every key with a fixed place, in the order of the schema. */
export const configKeys: readonly ConfigKey[] = keys;
export const namedSections: ReadonlyMap<string, NamedSection> = new Map(sections.map((one) => [one.path, one]));

export const keyByPath: ReadonlyMap<string, ConfigKey> = new Map(keys.map((one) => [one.path, one]));
export const keyByAlias: ReadonlyMap<string, ConfigKey> = new Map(
  keys.flatMap((one) => one.key.aliases.map((alias) => [alias, one] as const)),
);

/** `hosts.NAME.policy` with the name put in. Names may hold dots; a section's fields never do. */
export function entryPath(field: ConfigKey, name: string): string {
  const [section, , last] = field.path.split(".");
  return `${section}.${name}.${last}`;
}

/** Finds the key that a written path stands for, and the entry's name below a free name. */
export function findKey(path: string): { key: ConfigKey; name: string | null } | null {
  const fixed = keyByPath.get(path);
  if (fixed !== undefined) return { key: fixed, name: null };
  const [, first = "", name = "", last = ""] = /^([^.]+)\.(.+)\.([^.]+)$/.exec(path) ?? [];
  const field = namedSections.get(first)?.fields.get(last);
  return field === undefined ? null : { key: field, name };
}

/** The part of an environment name that stands for a free name: `db-1` is DB_1. */
export function environmentForm(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_");
}

function collect(node: Node, property: string[]): void {
  const path = property.map(snakeCase).join(".");
  if (isKey(node)) {
    keys.push(configKey(path, property, node));
  } else if (isNamed(node)) {
    sections.push(namedSection(path, property, node));
  } else {
    for (const [name, child] of Object.entries(node)) collect(child, [...property, name]);
  }
}

function namedSection(path: string, property: string[], node: Named<Record<string, Key<unknown>>>): NamedSection {
  const fields = Object.entries(node.fields).map(([name, key]) => {
    const field = configKey(`${path}.NAME.${snakeCase(name)}`, [...property, "NAME", name], key);
    return [snakeCase(name), field] as const;
  });
  const { description, projectMayAdd } = node;
  return { path, property: property.join("."), description, projectMayAdd, fields: new Map(fields) };
}

function configKey(path: string, property: readonly string[], key: Key<unknown>): ConfigKey {
  return { path, property, environment: `COTTY_${environmentForm(path)}`, key };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

// No key or section can be mistaken for these marks: a section's members are objects, never the words themselves.
function isKey(node: Node): node is Key<unknown> {
  return (node as { is?: unknown }).is === "key";
}

function isNamed(node: Node): node is Named<Record<string, Key<unknown>>> {
  return (node as { is?: unknown }).is === "named";
}
