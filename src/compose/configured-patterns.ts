import { describeOrigin, type LoadedConfig } from "../config/index.ts";

/** Undefined where the list is the default one: its patterns mark a command, those of a person make it danger. */
export function configuredPatterns(loaded: LoadedConfig): readonly string[] | undefined {
  const origin = loaded.origins.get("dangerous_patterns");
  return origin === undefined || describeOrigin(origin) === "default" ? undefined : loaded.config.dangerousPatterns;
}
