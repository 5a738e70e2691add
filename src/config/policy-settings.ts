import type { LoadedConfig } from "./load-config.ts";
import { describeOrigin } from "./origin.ts";

/** What a configuration says about policy. */
export function policySettings(loaded: LoadedConfig) {
  const { config, unreadable, files } = loaded;
  return { hosts: config.hosts, dangerousPatterns: configuredPatterns(loaded), unreadable, file: files.user };
}

/** Undefined where the list is the default one: its patterns mark a command, those of a person make it danger. */
function configuredPatterns(loaded: LoadedConfig): readonly string[] | undefined {
  const origin = loaded.origins.get("dangerous_patterns");
  return origin === undefined || describeOrigin(origin) === "default" ? undefined : loaded.config.dangerousPatterns;
}
