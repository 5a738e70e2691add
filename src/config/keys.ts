import { UserError } from "../base/index.ts";
import type { LoadedConfig } from "./load-config.ts";
import { describeOrigin } from "./origin.ts";
import type { Config } from "./schema.ts";
import { checkedKey, checkedProvider, keyProviders, removeKey, storeKey } from "./stored-keys.ts";

/** What is told of a provider's key. Never the key, nor a part of it. */
export interface KeyState {
  readonly provider: string;
  readonly label: string;
  /** Where the key in use comes from; null where there is none. */
  readonly origin: string | null;
  /** Whether Cotty keeps one, in use or not. */
  readonly isStored: boolean;
  /** Where keys are made. */
  readonly keyPage: string | null;
}

/** What is known of providers elsewhere. */
export interface KeyDeps<Check> {
  facts(provider: string): { label: string; keyPage: string | null };
  /** Throws where the provider refuses the key. */
  check(
    provider: string,
    key: string,
    providers: Config["providers"],
    options: { signal: AbortSignal },
  ): Promise<Check>;
  /** Told of a key before anything is done with it: from then on it is hidden wherever it turns up. */
  onKey(key: string): void;
}

/** The keys of providers on this machine: for the command line and for the page, which do the same with them. */
export interface Keys<Check> {
  list(): Promise<KeyState[]>;
  get(provider: string): Promise<KeyState>;
  /** Keeps a key that its provider does not refuse. */
  add(provider: string, key: string, options: { signal: AbortSignal }): Promise<{ state: KeyState; check: Check }>;
  remove(provider: string): Promise<{ state: KeyState; wasStored: boolean }>;
}

export function openKeys<Check>(started: LoadedConfig, deps: KeyDeps<Check>): Keys<Check> {
  function stateIn({ origins, storedKeys }: LoadedConfig, provider: string): KeyState {
    const origin = origins.get(`providers.${provider}.api_key`);
    const isSet = origin !== undefined && origin.layer !== "default";
    const { label, keyPage } = deps.facts(provider);
    return {
      provider,
      label,
      origin: isSet ? describeOrigin(origin) : null,
      isStored: storedKeys.has(provider),
      keyPage,
    };
  }

  /** Afterwards whoever uses this configuration uses the keys as they are now. */
  async function get(provider: string): Promise<KeyState> {
    await started.refreshKeys();
    return stateIn(started, checkedProvider(provider));
  }

  return {
    get,
    async list() {
      await started.refreshKeys();
      return keyProviders.map((provider) => stateIn(started, provider));
    },
    async add(provider, text, { signal }) {
      const [name, key] = [checkedProvider(provider), checkedKey(text)];
      deps.onKey(key);
      const check = await deps.check(name, key, started.config.providers, { signal });
      await storeKey(fileOf(started), name, key);
      return { state: await get(name), check };
    },
    async remove(provider) {
      const wasStored = await removeKey(fileOf(started), checkedProvider(provider));
      return { state: await get(provider), wasStored };
    },
  };
}

function fileOf({ files }: LoadedConfig): string {
  if (files.keys !== null) return files.keys;
  throw new UserError("config.no-keys", "No keys are kept here.", "Set them in the environment.");
}
