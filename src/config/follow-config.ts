import type { LoadedConfig } from "./load-config.ts";
import { readSettingsFile } from "./read-settings-file.ts";

/**
 * Answers with what `make` makes of the configuration as it is now: it is read again whenever the text of the person's
 * file has changed. `make` also gets what it made before.
 */
export function followConfig<T>(
  started: LoadedConfig,
  make: (loaded: LoadedConfig, before: T | null) => T,
): () => Promise<T> {
  let current = { text: "", made: make(started, null) };
  return async () => {
    const file = started.files.user;
    const text = file === null ? "" : JSON.stringify(await readSettingsFile(file));
    if (text === current.text) return current.made;
    const made = make(await started.reload(), current.made);
    current = { text, made };
    return made;
  };
}
