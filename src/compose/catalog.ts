import { knownAgents } from "../agents/index.ts";
import { describeSettings } from "../config/index.ts";
import { exampleTasks } from "../models/index.ts";
import type { ServerDeps } from "../server/index.ts";
import { openHosts } from "./hosts.ts";
import { openModelReport } from "./model-reports.ts";
import type { DaemonOptions } from "./open-daemon.ts";
import type { Runtime } from "./runtime.ts";

/** What can be chosen from, as the configuration and this machine say. */
export function createCatalog(runtime: Runtime, { loaded, program }: DaemonOptions): ServerDeps["catalog"] {
  const { config } = loaded;
  const hosts = openHosts(loaded, process.env);
  return {
    settings: async () => ({ ...runtime.defaultSettings }),
    hosts: () => hosts.list(),
    checkHost: (name, options) => hosts.check(name, options),
    hostKey: (name, options) => hosts.unknownKey(name, options),
    acceptHostKey: (name, fingerprint, options) => hosts.acceptKey(name, fingerprint, options),
    models: (options) => openModelReport(loaded, options),
    agents: knownAgents,
    routines: () => Object.entries(config.routines).map(([name, routine]) => ({ name, ...routine })),
    projects: () => Object.entries(config.projects).map(([name, project]) => ({ name, ...project })),
    configuration: () => ({
      file: loaded.files.user,
      program,
      rows: describeSettings(loaded),
      warnings: loaded.warnings.map(({ message, nextStep }) => `${message} ${nextStep}`),
    }),
    examples: async () => exampleTasks.map(({ task }) => task),
  };
}
