export { type ConfigKey, configKeys, type NamedSection, namedSections } from "./config-keys.ts";
export { type ConfigRow, describeConfig, secretValues } from "./describe-config.ts";
export { configDirectory, type Environment, stateDirectory } from "./directories.ts";
export { findProjectFile } from "./find-project-file.ts";
export { type LoadedConfig, type LoadOptions, loadConfig } from "./load-config.ts";
export { describeOrigin, type Origin } from "./origin.ts";
export type { Config } from "./schema.ts";
export { checkStateFolder } from "./state-folder.ts";
export type { ConfigWarning } from "./warning.ts";
