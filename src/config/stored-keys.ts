import { stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { closestWord, UserError } from "../base/index.ts";
import { configKeys } from "./config-keys.ts";
import { configDirectory, type Environment } from "./directories.ts";
import { secretText } from "./kind.ts";
import { emptyLayer, type Layer } from "./origin.ts";
import { readSettingsFile } from "./read-settings-file.ts";
import { updateFile } from "./update-file.ts";
import type { ConfigWarning } from "./warning.ts";

/** The providers that take a key, as they are called in the configuration. */
export const keyProviders: readonly string[] = configKeys.flatMap(
  ({ path }) => /^providers\.(\w+)\.api_key$/.exec(path)?.[1] ?? [],
);

const keyPath = (provider: string) => `providers.${provider}.api_key`;

/** Keys that Cotty keeps for a person, beside their configuration: no editor, no screen share and no copy of it shows one. */
export function storedKeysFile(env: Environment, home?: string): string {
  return join(configDirectory(env, home), "keys.json");
}

const StoredKeys = z.record(z.string(), z.string());
type StoredKeys = Readonly<Record<string, string>>;

/** The keys as a layer of settings, and what is wrong with their file. */
export async function storedKeysLayer(file: string, warn: (warning: ConfigWarning) => void): Promise<Layer> {
  const layer = emptyLayer();
  try {
    const keys = await readKeys(file);
    for (const [provider, value] of Object.entries(keys))
      if (keyProviders.includes(provider))
        layer.settings.set(keyPath(provider), { value, origin: { layer: "stored", file } });
    if (Object.keys(keys).length > 0 && (await isOpenToOthers(file))) {
      const message = `${file} holds keys, and other accounts of this machine can read it.`;
      warn({ code: "config.open-to-others", message, nextStep: `Close it: chmod 600 ${file}` });
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warn({ code: "config.unreadable", message: error.message, nextStep: error.nextStep });
  }
  return layer;
}

/** Keeps a key, in place of the one there was. Only its owner can read the file. */
export async function storeKey(file: string, provider: string, key: string): Promise<void> {
  const [name, value] = [checkedProvider(provider), checkedKey(key)];
  await changeKeys(file, (keys) => ({ ...keys, [name]: value }));
}

/** Answers with whether there was one. */
export async function removeKey(file: string, provider: string): Promise<boolean> {
  const name = checkedProvider(provider);
  if (!Object.hasOwn(await readKeys(file), name)) return false;
  await changeKeys(file, ({ [name]: _, ...others }) => others);
  return true;
}

export function checkedProvider(provider: string): string {
  if (keyProviders.includes(provider)) return provider;
  const meant = closestWord(provider, keyProviders);
  throw new UserError(
    "usage.provider",
    `No provider "${provider}" takes a key.`,
    meant === null ? `Use one of: ${keyProviders.join(", ")}.` : `Did you mean ${meant}?`,
  );
}

/** A key is pasted: it is one word, and what is around it came along by accident. */
export function checkedKey(text: string): string {
  const parsed = secretText.type.safeParse(text);
  if (parsed.success && /^[\x21-\x7e]{1,4000}$/.test(parsed.data)) return parsed.data;
  throw new UserError(
    "usage.key",
    parsed.success ? "A key is one word without blanks, and this is not." : "The key is empty.",
    "Paste the key alone.",
  );
}

async function changeKeys(file: string, change: (keys: StoredKeys) => StoredKeys): Promise<void> {
  await updateFile(file, {
    mode: 0o600,
    change: async () => `${JSON.stringify(change(await readKeys(file)), null, 2)}\n`,
  });
}

async function readKeys(file: string): Promise<StoredKeys> {
  const found = await readSettingsFile(file);
  if (found.status === "absent") return {};
  const parsed = found.status === "read" ? StoredKeys.safeParse(parseOrNull(found.text)) : null;
  if (parsed?.success) return parsed.data;
  throw new UserError(
    "config.unreadable",
    `The stored keys in ${file} cannot be read${found.status === "failed" ? `: ${found.reason}` : ""}. None of them is used.`,
    `Move the file away, and add the keys again: mv ${file} ${file}.broken; cotty keys add PROVIDER`,
  );
}

async function isOpenToOthers(file: string): Promise<boolean> {
  return process.platform !== "win32" && ((await stat(file)).mode & 0o077) !== 0;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
