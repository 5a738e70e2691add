import type { TomlTable } from "smol-toml";
import { closestWord } from "../base/index.ts";
import {
  type ConfigKey,
  configKeys,
  entryPath,
  keyByAlias,
  keyByPath,
  type NamedSection,
  namedSections,
} from "./config-keys.ts";
import { addName, emptyLayer, type Layer } from "./origin.ts";
import type { TomlLines } from "./toml-lines.ts";
import { type ConfigWarning, kindOf, setItYourself, shown } from "./warning.ts";

/** A free name ends up in paths, messages and environment names, so it is kept to what is safe in all of them. */
const entryName = /^[A-Za-z0-9][A-Za-z0-9_.@:+-]{0,99}$/;

const everyPath = [...keyByPath.keys(), ...keyByAlias.keys()];
/** "agent", "providers", "providers.google" …: what may be a table although it is no key. */
const sectionPaths = new Set(everyPath.flatMap((path) => prefixes(path)));

/** The settings in one parsed file. What is not known is left out, with a warning that says where and what was meant. */
export function fileLayer(
  source: { layer: "project" | "user"; file: string; table: TomlTable; lines: TomlLines },
  warn: (warning: ConfigWarning) => void,
): Layer {
  const layer = emptyLayer();
  const placed = new Map<string, readonly string[]>();
  walk(source.table, []);
  return layer;

  function walk(table: TomlTable, above: readonly string[]): void {
    for (const [name, value] of Object.entries(table)) {
      const segments = [...above, name];
      const path = segments.join(".");
      const section = above.length === 0 ? namedSections.get(name) : undefined;
      const key = name.includes(".") ? undefined : (keyByPath.get(path) ?? keyByAlias.get(path));
      if (section !== undefined) readEntries(section, value);
      else if (isTable(value) && sectionPaths.has(path) && !name.includes(".")) walk(value, segments);
      else if (key !== undefined) take(key, key.path, value, segments);
      else if (sectionPaths.has(path)) warn(notASection(place(segments), segments, value));
      else warn(unknownKey(place(segments), segments, siblings(above)));
    }
  }

  function readEntries(section: NamedSection, value: unknown): void {
    if (!isTable(value)) {
      warn(notASection(place([section.path]), [section.path], value));
      return;
    }
    if (source.layer === "project" && !section.projectMayAdd) {
      const message = `${place([section.path])}: [${section.path}] is ignored: a project's own file may not set it.`;
      warn({ code: "config.project-may-not", message, nextStep: setItYourself });
      return;
    }
    for (const [name, entry] of Object.entries(value)) {
      const segments = [section.path, name];
      if (!entryName.test(name)) {
        const message = `${place(segments)}: ${shown(name)} cannot be a name in [${section.path}].`;
        const nextStep = "Use letters, digits and . _ - @ : + and begin with a letter or a digit.";
        warn({ code: "config.invalid-name", message, nextStep });
      } else if (!isTable(entry)) {
        warn(notASection(place(segments), segments, entry));
      } else {
        addName(layer, section.path, name);
        readFields(section, name, entry);
      }
    }
  }

  function readFields(section: NamedSection, name: string, entry: TomlTable): void {
    for (const [fieldName, value] of Object.entries(entry)) {
      const field = section.fields.get(fieldName);
      const segments = [section.path, name, fieldName];
      if (field === undefined) warn(unknownKey(place(segments), segments, [...section.fields.keys()]));
      else take(field, entryPath(field, name), value, segments);
    }
  }

  function take(key: ConfigKey, path: string, value: unknown, segments: readonly string[]): void {
    const before = placed.get(path);
    const isAlias = segments.join(".") !== path;
    if (before !== undefined) {
      const alias = isAlias ? segments : before;
      const message = `${place(alias)}: ${shown(alias.join("."))} is another name for ${key.path}, which is set as well.`;
      warn({ code: "config.set-twice", message, nextStep: `Keep only one of them; ${key.path} is the usual one.` });
      if (isAlias) return;
    }
    placed.set(path, segments);
    const line = source.lines.lineOf(segments);
    layer.settings.set(path, { value, origin: { layer: source.layer, file: source.file, line } });
  }

  function place(segments: readonly string[]): string {
    return `${source.file}:${source.lines.lineOf(segments)}`;
  }
}

function notASection(place: string, segments: readonly string[], value: unknown): ConfigWarning {
  const path = segments.join(".");
  const message = `${place}: ${shown(path)} is a section, not ${kindOf(value)}.`;
  const nextStep = `Write [${path}] on a line of its own and its keys below it.`;
  return { code: "config.wrong-type", message, nextStep };
}

function unknownKey(place: string, segments: readonly string[], near: readonly string[]): ConfigWarning {
  const meant = suggestion(segments.at(-1) ?? "", near);
  const message = `${place}: unknown key ${shown(segments.join("."))}.`;
  const nextStep = meant === null ? "Remove it; docs/configuration.md lists the keys." : `Did you mean ${meant}?`;
  return { code: "config.unknown-key", message, nextStep };
}

/** The same word somewhere else, then a similar word here, then a similar word anywhere. */
function suggestion(name: string, near: readonly string[]): string | null {
  // Comparing costs length times length; nobody means a key by a word this long.
  if (name.length > 60) return null;
  const elsewhere = configKeys.find((key) => key.path.split(".").at(-1) === name);
  if (elsewhere !== undefined) return elsewhere.path;
  const here = closestWord(name, near);
  if (here !== null) return here;
  const last = closestWord(
    name,
    configKeys.map((key) => key.path.split(".").at(-1) ?? ""),
  );
  return configKeys.find((key) => key.path.split(".").at(-1) === last)?.path ?? null;
}

function siblings(above: readonly string[]): string[] {
  const names = [...everyPath, ...(above.length === 0 ? namedSections.keys() : [])]
    .map((path) => path.split("."))
    .filter((parts) => above.every((part, i) => parts[i] === part))
    .map((parts) => parts[above.length] ?? "");
  return [...new Set(names)];
}

function prefixes(path: string): string[] {
  const parts = path.split(".");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("."));
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
