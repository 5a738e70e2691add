import {
  type Agent,
  type BuiltinAgentOptions,
  createBuiltinAgent,
  createChatAgent,
  createMemoryFiles,
  type HistoryPolicy,
  previewRequest,
  type RequestPreview,
  type TurnInput,
} from "../agents/index.ts";
import { systemClock } from "../base/index.ts";
import { type Config, configDirectory } from "../config/index.ts";
import { surveyTarget } from "../engine/index.ts";
import { type Model, priceOf } from "../models/index.ts";
import { loginShell } from "../terminal/index.ts";

/** The agents there are, by the name a session's settings give. */
export interface Agents {
  find(name: string): Agent | null;
  list(): readonly Agent[];
  /** The model an agent uses where a session's settings name this one. */
  modelFor(agent: string, model: string): string;
}

export interface AgentsOptions {
  config: Config;
  openModel(id: string): Promise<Model>;
  /** The model that sessions have unless somebody chose another. */
  defaultModelId: string;
}

export function createAgents(options: AgentsOptions): Agents {
  const all = agentMakers.map((make) => make(options));
  const { config, defaultModelId } = options;
  return {
    find: (name) => all.find((agent) => agent.name === name) ?? null,
    list: () => all,
    // A model that somebody chose for the session counts; the default one is the agent mode's.
    modelFor: (agent, model) =>
      agent === chatName && model === defaultModelId ? (config.models.chat ?? model) : model,
  };
}

const chatName = "chat";

type AgentMaker = (options: AgentsOptions) => Agent;

const agentMakers: readonly AgentMaker[] = [
  ({ config, openModel }) => createBuiltinAgent({ ...sharedOptions(config), openModel }),
  ({ config, openModel }) =>
    createChatAgent({ ...sharedOptions(config), temperature: config.chat.temperature, openModel }),
];

function sharedOptions(config: Config): Omit<BuiltinAgentOptions, "openModel"> {
  const { agent } = config;
  return {
    temperature: agent.temperature,
    maxOutputTokens: agent.maxOutputTokens,
    historyPolicy: historyPolicy(agent),
    budget: { tokens: agent.budgetTokens, cost: agent.budgetCost, minutes: agent.budgetMinutes },
    selfKnowledge: agent.selfKnowledge,
    routines: Object.entries(config.routines).map(([name, { description, cmd }]) => ({ name, description, cmd })),
    contextTokens: (id) => contextTokens(config, id),
  };
}

function historyPolicy({ historyPolicy, historyTurns, historyMessages }: Config["agent"]): HistoryPolicy {
  switch (historyPolicy) {
    case "full":
      return { name: "full" };
    case "messages":
      return { name: "messages", messages: historyMessages };
    default:
      return { name: historyPolicy as "turns" | "summary", turns: historyTurns };
  }
}

function contextTokens(config: Config, modelId: string): number | null {
  if (modelId.startsWith("ollama/")) return config.providers.ollama.contextTokens;
  return priceOf(modelId)?.context ?? null;
}

/** What `cotty agents show` prints: the first request, made by the agent itself, for a task in this folder. */
export async function previewAgent(
  name: string,
  options: Omit<AgentsOptions, "openModel"> & { cwd: string; task: string; clean(text: string): string },
): Promise<{ agent: Agent; request: RequestPreview } | null> {
  const { config, cwd, task } = options;
  const noModel = () => Promise.reject(new Error("No model is asked for a preview."));
  const agents = createAgents({ ...options, openModel: noModel });
  const agent = agents.find(name);
  if (!agent) return null;
  const survey = await surveyTarget({
    target: "local",
    cwd,
    terminal: null,
    deps: {
      clock: systemClock,
      clean: options.clean,
      memory: createMemoryFiles({ userDir: configDirectory(process.env) }),
      terminalOptions: () => ({ shell: config.terminal.shell ?? loginShell(process.env) }),
    },
    signal: new AbortController().signal,
  });
  const turn: TurnInput = {
    history: [{ role: "user", text: task, startsTurn: true }],
    stepsUsed: 0,
    spent: { tokens: 0, cost: 0, activeMs: 0 },
    allowances: [],
    model: agents.modelFor(name, options.defaultModelId),
    mode: config.mode,
    thinking: config.agent.thinking,
    maxSteps: config.agent.maxSteps,
    ...survey,
    subgoals: [],
  };
  const request = await previewRequest(
    (openModel) => createAgents({ ...options, openModel }).find(name) ?? agent,
    turn,
  );
  return request ? { agent, request } : null;
}
