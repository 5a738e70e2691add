import { type LoadedConfig, secretValues } from "../config/index.ts";
import { createAgents, previewAgent } from "./agents.ts";
import { defaultModel } from "./default-model.ts";
import { createSecrets } from "./secrets.ts";

/** The agents that `cotty agents` lists. */
export function listAgents({ config }: LoadedConfig): readonly AgentInfo[] {
  const openModel = () => Promise.reject(new Error("Nothing is asked to list agents."));
  return createAgents({ config, openModel, defaultModelId: "" })
    .list()
    .map(({ name, about = "", usesTarget = true }) => ({
      name,
      about,
      usesTarget,
      isDefault: name === config.agent.name,
    }));
}

export interface AgentInfo {
  name: string;
  about: string;
  usesTarget: boolean;
  isDefault: boolean;
}

/** The first request an agent would send for a task in this folder; null when there is no such agent. */
export async function openAgentPreview(loaded: LoadedConfig, name: string, options: { cwd: string; task: string }) {
  const { config } = loaded;
  const { clean } = createSecrets(secretValues(loaded));
  return previewAgent(name, { config, defaultModelId: (await defaultModel(config)).id, clean, ...options });
}
