import { describeConfig } from "../config/index.ts";
import { exampleTasks } from "../models/index.ts";
import type { ServerDeps } from "../server/index.ts";
import { openHosts } from "./hosts.ts";
import { openModelReport } from "./model-reports.ts";
import type { DaemonOptions } from "./open-daemon.ts";
import type { World } from "./world.ts";

const externalAgents = {
  claude: "Claude Code",
  codex: "Codex",
  opencode: "OpenCode",
  gemini: "Gemini CLI",
  goose: "Goose",
};

/** What can be chosen from, as the configuration and this machine say. */
export function createCatalog(world: World, { loaded }: DaemonOptions): ServerDeps["catalog"] {
  const { config } = loaded;
  const hosts = openHosts(loaded, process.env);
  return {
    settings: async () => world.defaultSettings,
    hosts: () => hosts.list(),
    checkHost: (name, options) => hosts.check(name, options),
    hostKey: (name, options) => hosts.unknownKey(name, options),
    acceptHostKey: (name, fingerprint, options) => hosts.acceptKey(name, fingerprint, options),
    models: (options) => openModelReport(loaded, options),
    agents: () => [
      { name: "cotty", label: "Cotty", installed: true, nextStep: "" },
      ...Object.entries(externalAgents).map(([name, label]) => ({
        name,
        label,
        installed: false,
        nextStep: `${label} cannot be used from here yet; use the built-in agent cotty.`,
      })),
    ],
    routines: () => Object.entries(config.routines).map(([name, routine]) => ({ name, ...routine })),
    projects: () => Object.entries(config.projects).map(([name, project]) => ({ name, ...project })),
    configuration: () => ({
      file: loaded.files.user,
      rows: describeConfig(loaded).map((row) => {
        const origin = loaded.origins.get(row.key);
        // A variable or a flag holds while this daemon runs: no file can change it.
        const fixedBy = origin?.layer === "environment" ? origin.variable : origin?.layer === "flag" ? "a flag" : null;
        return { ...row, fixedBy, isDefault: origin?.layer === "default" };
      }),
      warnings: loaded.warnings.map(({ message, nextStep }) => `${message} ${nextStep}`),
    }),
    examples: async () => exampleTasks.map(({ task }) => task),
  };
}
