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
    examples: async () => exampleTasks.map(({ task }) => task),
  };
}
