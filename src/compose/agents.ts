import {
  type AgentInfo,
  type AgentPreview,
  type Agents,
  askNoModel,
  createAgents,
  createMemoryFiles,
  describeAgents,
  historyPolicy,
  previewAgent,
  type TurnInput,
  withoutSecrets,
} from "../agents/index.ts";
import { neverAborted, systemClock } from "../base/index.ts";
import { type Config, configDirectory, type LoadedConfig, secretValues } from "../config/index.ts";
import { offeredTools, surveyTarget } from "../engine/index.ts";
import { contextTokensOf, type Model } from "../models/index.ts";
import { loginShell } from "../terminal/index.ts";
import { defaultModel } from "./default-model.ts";
import { createSecrets } from "./secrets.ts";

export interface OpenAgentsOptions {
  openModel(id: string): Promise<Model>;
  /** Takes out of a prompt what must not reach a model. */
  redact(text: string): string;
  defaultModelId: string;
}

/** The agents there are, as the configuration says. */
export function openAgents(config: Config, { openModel, redact, defaultModelId }: OpenAgentsOptions): Agents {
  const { agent, chat, models, providers, routines } = config;
  return createAgents({
    builtin: {
      temperature: agent.temperature,
      maxOutputTokens: agent.maxOutputTokens,
      historyPolicy: historyPolicy(agent.historyPolicy, { turns: agent.historyTurns, messages: agent.historyMessages }),
      budget: { tokens: agent.budgetTokens, cost: agent.budgetCost, minutes: agent.budgetMinutes },
      selfKnowledge: agent.selfKnowledge,
      routines: Object.entries(routines).map(([name, { description, cmd }]) => ({ name, description, cmd })),
      contextTokens: (id) => contextTokensOf(id, { ollama: providers.ollama.contextTokens }),
    },
    chat: { temperature: chat.temperature, model: models.chat },
    openModel: (id) => openModel(id).then((model) => withoutSecrets(model, redact)),
    defaultModelId,
  });
}

/** The agents that `cotty agents` lists. */
export const listAgents = ({ config }: LoadedConfig): readonly AgentInfo[] =>
  describeAgents(openAgents(config, { openModel: askNoModel, redact: String, defaultModelId: "" }), {
    usual: config.agent.name,
  });

/** What `cotty agents show` prints: the first request an agent would send for a task in this folder. */
export async function openAgentPreview(
  loaded: LoadedConfig,
  name: string,
  { cwd, task }: { cwd: string; task: string },
): Promise<AgentPreview | null> {
  const { config } = loaded;
  const defaultModelId = (await defaultModel(config)).id;
  const { redact } = createSecrets(secretValues(loaded));
  return previewAgent(name, {
    openAgents: (openModel) => openAgents(config, { openModel, redact, defaultModelId }),
    tools: offeredTools(),
    makeTurn: async (agents): Promise<TurnInput> => ({
      history: [{ role: "user", text: task, startsTurn: true }],
      stepsUsed: 0,
      spent: { tokens: 0, cost: 0, activeMs: 0 },
      allowances: [],
      model: agents.modelFor(name, defaultModelId),
      mode: config.mode,
      thinking: config.agent.thinking,
      maxSteps: config.agent.maxSteps,
      ...(await surveyHere(loaded, cwd)),
      subgoals: [],
    }),
  });
}

function surveyHere(loaded: LoadedConfig, cwd: string) {
  const shell = loaded.config.terminal.shell ?? loginShell(process.env);
  return surveyTarget({
    target: "local",
    cwd,
    terminal: null,
    deps: {
      clock: systemClock,
      clean: createSecrets(secretValues(loaded)).clean,
      memory: createMemoryFiles({ userDir: configDirectory(process.env) }),
      terminalOptions: () => ({ shell }),
    },
    signal: neverAborted,
  });
}
