import { type LoadedConfig, openKeys } from "../config/index.ts";
import { checkKey, keyFacts } from "../models/index.ts";
import type { ServerDeps } from "../server/index.ts";
import { sshAccess } from "./default-model.ts";
import type { Runtime } from "./runtime.ts";

/** The keys of providers that are kept on this machine. */
export function openProviderKeys(loaded: LoadedConfig, onKey: (key: string) => void = () => {}) {
  return openKeys(loaded, {
    facts: keyFacts,
    check: (provider, key, providers, options) => checkKey(provider, key, providers, { ...options, ssh: sshAccess }),
    onKey,
  });
}

/** The same in the daemon: a key that comes in is hidden and used from then on, and nothing has to be started again. */
export function openDaemonKeys({ secrets, chooseModel }: Runtime, loaded: LoadedConfig): ServerDeps["keys"] {
  const keys = openProviderKeys(loaded, (key) => void secrets.add("key", key));
  const thenChoose = <T>(done: T): Promise<T> => chooseModel().then(() => done);
  return {
    get: keys.get,
    add: (provider, key, options) => keys.add(provider, key, options).then(thenChoose),
    remove: (provider) => keys.remove(provider).then(thenChoose),
  };
}
