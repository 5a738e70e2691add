import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { UserError } from "../base/index.ts";
import { configKeys, entryPath, findKey, type NamedSection, namedSections } from "./config-keys.ts";
import { configDirectory, type Environment } from "./directories.ts";
import { environmentLayers } from "./environment-layer.ts";
import { fileLayer } from "./file-layer.ts";
import { findProjectFile } from "./find-project-file.ts";
import { addName, describeOrigin, emptyLayer, type Layer, type Origin } from "./origin.ts";
import { readConfigFile } from "./read-config-file.ts";
import { resolveKey } from "./resolve-key.ts";
import { type Config, modeInDoubt } from "./schema.ts";
import { storedKeysFile, storedKeysLayer } from "./stored-keys.ts";
import type { ConfigWarning } from "./warning.ts";

export interface LoadOptions {
  /** By path, as in a file: { "agent.max_steps": "5" }. Text is read as in the environment; undefined is not set. */
  flags?: Readonly<Record<string, unknown>>;
  env: Environment;
  cwd: string;
  home?: string;
  /** Reads these instead of looking for them; null reads none. */
  files?: { user?: string | null; project?: string | null; keys?: string | null };
}

export interface LoadedConfig {
  readonly config: Config;
  /** For every path, also those below free names: where its value came from. */
  readonly origins: ReadonlyMap<string, Origin>;
  readonly warnings: readonly ConfigWarning[];
  /** The files that were looked at, whether or not they are there. */
  readonly files: { readonly user: string | null; readonly project: string | null; readonly keys: string | null };
  /** Keys that Cotty keeps, by provider, also those that a stronger source hides. */
  readonly storedKeys: ReadonlyMap<string, string>;
  /** Why nothing in the person's own file is used; null where it could be read or is not there. */
  readonly unreadable: ConfigWarning | null;
  /** Takes over the keys of providers as they are stored now. They alone change while a configuration is in use. */
  refreshKeys(): Promise<void>;
  /** The same from the files as they are now. */
  reload(): Promise<LoadedConfig>;
}

/** More than this from one start tells nobody anything: the file is simply not ours. */
const maxWarnings = 50;

/**
 * One checked configuration from flags, environment, stored keys, project file, user file and defaults, the first that has a
 * valid value for a key giving it. Nothing wrong in a file or in the environment stops it; a wrong flag does, since
 * whoever typed it is waiting for exactly that.
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const home = options.home ?? homedir();
  const warnings: ConfigWarning[] = [];
  let dropped = 0;
  const warn = (warning: ConfigWarning) => void (warnings.length < maxWarnings ? warnings.push(warning) : dropped++);

  const files = await locateFiles(options, home);
  let unreadable: ConfigWarning | null = null;
  const userLayer = await loadFile("user", files.user, options.files?.user != null, warn, (failure) => {
    unreadable = failure;
  });
  const projectLayer = await loadFile("project", files.project, options.files?.project != null, warn);
  const flags = flagLayer(options.flags ?? {});
  const namesIn = (section: string) => entryNames(section, [flags, projectLayer, userLayer]);
  const stored = files.keys === null ? emptyLayer() : await storedKeysLayer(files.keys, warn);
  // A stored key was given to Cotty by itself, so it counts before one that stands in a file; a project may set none.
  const layers = [flags, ...environmentLayers(options.env, namesIn, warn), stored, projectLayer, userLayer];

  const origins = new Map<string, Origin>();
  const values: Record<string, unknown> = {};
  for (const key of configKeys) {
    const resolved = resolveKey(key, key.path, layers, warn);
    origins.set(key.path, resolved.origin);
    place(values, key.property, resolved.value);
  }
  for (const section of namedSections.values()) {
    values[section.property] = resolveEntries(section, layers, userLayer, origins, warn);
  }
  if (dropped > 0) {
    const message = `${dropped} more warnings about the configuration are not shown.`;
    warnings.push({ code: "config.more", message, nextStep: "Correct the ones above first." });
  }
  // The one cast: every property was just placed from the same schema that the type is derived from.
  const config = values as unknown as Config;
  const storedKeys = new Map(
    [...stored.settings].map(([path, { value }]) => [path.split(".")[1] ?? "", String(value)]),
  );
  const reload = () => loadConfig(options);
  const refreshKeys = async () => takeKeys({ values, origins, storedKeys }, await reload());
  return { config, origins, warnings, files, storedKeys, unreadable, refreshKeys, reload };
}

interface KeysInUse {
  values: Record<string, unknown>;
  origins: Map<string, Origin>;
  storedKeys: Map<string, string>;
}

function takeKeys(inUse: KeysInUse, { config, origins, storedKeys }: LoadedConfig): void {
  for (const { path, property } of configKeys) {
    const [section, provider, field] = property;
    if (section !== "providers" || field !== "apiKey") continue;
    place(inUse.values, property, config.providers[provider as "openai"].apiKey);
    inUse.origins.set(path, origins.get(path) ?? { layer: "default" });
  }
  inUse.storedKeys.clear();
  for (const [provider, key] of storedKeys) inUse.storedKeys.set(provider, key);
}

async function locateFiles(options: LoadOptions, home: string) {
  const { files = {}, env } = options;
  return {
    user: files.user === undefined ? join(configDirectory(env, home), "config.toml") : files.user,
    project: files.project === undefined ? await findProjectFile(resolve(options.cwd), home) : files.project,
    keys: files.keys === undefined ? storedKeysFile(env, home) : files.keys,
  };
}

async function loadFile(
  layer: "user" | "project",
  file: string | null,
  isExplicit: boolean,
  warn: (warning: ConfigWarning) => void,
  onFailure: (failure: ConfigWarning) => void = () => {},
): Promise<Layer> {
  if (file === null) return emptyLayer();
  const content = await readConfigFile(file);
  switch (content.status) {
    case "loaded":
      return fileLayer({ layer, file, ...content }, warn);
    case "failed":
      onFailure(content.warning);
      warn(layer === "user" ? withCarefulMode(content.warning) : content.warning);
      return layer === "user" ? carefulLayer(file) : emptyLayer();
    case "absent":
      if (isExplicit) {
        const message = `Failed to load configuration: Config error: Config file not found: ${file}`;
        warn({ code: "config.not-found", message, nextStep: "Check the path that was given." });
      }
      return emptyLayer();
  }
}

/** A file that cannot be read may have asked for a stricter mode; a typo elsewhere in it must not undo that. */
function carefulLayer(file: string): Layer {
  const layer = emptyLayer();
  layer.settings.set("mode", { value: modeInDoubt, origin: { layer: "user", file, line: 1 } });
  return layer;
}

function withCarefulMode(warning: ConfigWarning): ConfigWarning {
  return { ...warning, message: `${warning.message} Until it can be read, the mode is "${modeInDoubt}".` };
}

function flagLayer(flags: Readonly<Record<string, unknown>>): Layer {
  const layer = emptyLayer();
  for (const [path, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    const found = findKey(path);
    if (found === null) {
      throw new UserError(
        "config.unknown-key",
        `"${path}" is no setting.`,
        'See "cotty config" for the settings there are.',
      );
    }
    const read = typeof value === "string" ? found.key.key.kind.fromText(value) : value;
    layer.settings.set(path, { value: read, origin: { layer: "flag" } });
    if (found.name !== null) addName(layer, path.slice(0, path.indexOf(".")), found.name);
  }
  return layer;
}

function resolveEntries(
  section: NamedSection,
  layers: readonly Layer[],
  userLayer: Layer,
  origins: Map<string, Origin>,
  warn: (warning: ConfigWarning) => void,
): Record<string, unknown> {
  const entries: Record<string, unknown> = Object.create(null);
  const ofUser = new Set(entryNames(section.path, [userLayer]));
  for (const name of entryNames(section.path, layers)) {
    const entry: Record<string, unknown> = {};
    const found = new Map<string, Origin>();
    const missing: string[] = [];
    for (const field of section.fields.values()) {
      const path = entryPath(field, name);
      const projectMay = section.projectMayAdd && !ofUser.has(name);
      const resolved = resolveKey(field, path, layers, warn, projectMay);
      found.set(path, resolved.origin);
      place(entry, field.property.slice(2), resolved.value);
      if (resolved.value === undefined) missing.push(path);
    }
    if (missing.length > 0) {
      warn(missingFields(section, name, missing, [...found.values()]));
      continue;
    }
    entries[name] = entry;
    for (const [path, origin] of found) origins.set(path, origin);
  }
  return entries;
}

function missingFields(section: NamedSection, name: string, missing: string[], origins: Origin[]): ConfigWarning {
  const origin = origins.find((one) => one.layer !== "default");
  const where = origin === undefined ? "" : ` (${describeOrigin(origin)})`;
  const fields = missing.map((path) => path.split(".").at(-1)).join(", ");
  return {
    code: "config.missing-field",
    message: `Missing required field: ${missing.join(", ")}${where}. The entry is not used.`,
    nextStep: `Add ${fields} to [${section.path}.${name}].`,
  };
}

function entryNames(section: string, layers: readonly Layer[]): Set<string> {
  return new Set(layers.flatMap((layer) => [...(layer.names.get(section) ?? [])]));
}

function place(values: Record<string, unknown>, property: readonly string[], value: unknown): void {
  const [first = "", ...rest] = property;
  if (rest.length === 0) {
    values[first] = value;
    return;
  }
  values[first] ??= {};
  place(values[first] as Record<string, unknown>, rest, value);
}
