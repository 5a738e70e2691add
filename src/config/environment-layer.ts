import { closestWord } from "../base/index.ts";
import { type ConfigKey, configKeys, entryPath, environmentForm, namedSections } from "./config-keys.ts";
import type { Environment } from "./directories.ts";
import { addName, emptyLayer, type Layer, type Setting } from "./origin.ts";
import type { ConfigWarning } from "./warning.ts";

/** Our names that are no settings: where state is kept, and what other rooms read for themselves. */
const otherNames = new Set(["COTTY_STATE_DIR", "COTTY_DEBUG"]);

/**
 * The settings in the environment. A key can be set by several variables, so each has a list, the strongest first;
 * the first that is valid counts. `knownNames` are the entry names other layers use: DB_1 is `db-1` if that exists.
 */
export function environmentLayers(
  env: Environment,
  knownNames: (section: string) => Iterable<string>,
  warn: (warning: ConfigWarning) => void,
): Layer[] {
  const used = new Set(otherNames);
  const layers: Layer[] = [];
  const add = (rank: number, path: string, setting: Setting) => {
    layers[rank] ??= emptyLayer();
    layers[rank].settings.set(path, setting);
    return layers[rank];
  };

  for (const key of configKeys) {
    const variables = [{ name: key.environment, convert: undefined }, ...key.key.variables];
    variables.forEach(({ name, convert }, rank) => {
      used.add(name);
      const written = env[name];
      if (isSet(written)) add(rank, key.path, settingOf(key, name, convert?.(written) ?? written));
    });
  }
  for (const [variable, written] of Object.entries(env)) {
    if (!isSet(written) || !variable.startsWith("COTTY_") || used.has(variable)) continue;
    const found = findEntryField(variable, knownNames);
    if (found !== null) {
      const { section, field, name } = found;
      addName(add(0, entryPath(field, name), settingOf(field, variable, written)), section, name);
    } else {
      warnIfMisspelt(variable, warn);
    }
  }
  return Array.from(layers, (layer) => layer ?? emptyLayer());
}

/** An empty variable is what `export NAME=` leaves behind to take a value back. */
function isSet(written: string | undefined): written is string {
  return written !== undefined && written !== "";
}

function settingOf(key: ConfigKey, variable: string, written: string): Setting {
  return { value: key.key.kind.fromText(written), origin: { layer: "environment", variable } };
}

/** COTTY_HOSTS_DB_1_POLICY: the section in front, the field at the end, the name between them. */
function findEntryField(variable: string, knownNames: (section: string) => Iterable<string>) {
  for (const section of namedSections.values()) {
    const start = `COTTY_${environmentForm(section.path)}_`;
    if (!variable.startsWith(start)) continue;
    for (const [fieldName, field] of section.fields) {
      const end = `_${environmentForm(fieldName)}`;
      const middle = variable.slice(start.length, -end.length);
      if (!variable.endsWith(end) || !/^[A-Z0-9][A-Z0-9_]{0,99}$/.test(middle)) continue;
      const known = [...knownNames(section.path)].find((name) => environmentForm(name) === middle);
      return { section: section.path, field, name: known ?? middle.toLowerCase() };
    }
  }
  return null;
}

/** Other programs and later versions may use names of their own, so only what looks like a typing mistake is told. */
function warnIfMisspelt(variable: string, warn: (warning: ConfigWarning) => void): void {
  if (variable.length > 200) return;
  const nextStep = meantEntry(variable) ?? meantKey(variable);
  if (nextStep === null) return;
  const message = `The environment variable ${variable} is not known to Cotty.`;
  warn({ code: "config.unknown-key", message, nextStep });
}

/** COTTY_HOSTS_DB_POLCY can only be meant for a host, and believing that it is protected would be dangerous. */
function meantEntry(variable: string): string | null {
  const section = [...namedSections.values()].find(({ path }) =>
    variable.startsWith(`COTTY_${environmentForm(path)}_`),
  );
  if (section === undefined) return null;
  const endings = [...section.fields.keys()].map((field) => `_${environmentForm(field)}`);
  return `After the name comes one of ${endings.join(", ")}.`;
}

function meantKey(variable: string): string | null {
  const bare = (name: string) => name.slice("COTTY_".length);
  const names = configKeys.map((key) => bare(key.environment));
  const meant = variable.length > 60 ? null : closestWord(bare(variable), names);
  return meant === null ? null : `Did you mean COTTY_${meant}?`;
}
