import { UserError } from "../base/index.ts";
import { type Model, parseModelId } from "../models/index.ts";
import type { Agent } from "./agent.ts";
import { type BuiltinAgentOptions, createBuiltinAgent, createChatAgent } from "./builtin-agent.ts";

/** The agents there are, by the name a session's settings give. */
export interface Agents {
  find(name: string): Agent | null;
  list(): readonly Agent[];
  /** The model an agent uses where a session's settings name this one. */
  modelFor(agent: string, model: string): string;
  /** Throws what is wrong with a model's or an agent's name. */
  check(settings: { model?: string | undefined; agent?: string | undefined }): void;
}

export interface AgentsOptions {
  /** What both modes of the built-in agent have. */
  builtin: Omit<BuiltinAgentOptions, "openModel">;
  chat: {
    temperature: number;
    /** The model of plain chat where somebody configured one. */
    model: string | null;
  };
  openModel(id: string): Promise<Model>;
  /** The model that sessions have unless somebody chose another. */
  defaultModelId: string;
}

const chatName = "chat";

export function createAgents({ builtin, chat, openModel, defaultModelId }: AgentsOptions): Agents {
  const all = [
    createBuiltinAgent({ ...builtin, openModel }),
    createChatAgent({ ...builtin, temperature: chat.temperature, openModel }),
  ];
  const find = (name: string) => all.find((agent) => agent.name === name) ?? null;
  return {
    find,
    list: () => all,
    // A model that somebody chose for the session counts; the default one is the agent mode's.
    modelFor: (agent, model) => (agent === chatName && model === defaultModelId ? (chat.model ?? model) : model),
    check({ model, agent }) {
      if (model !== undefined) parseModelId(model);
      if (agent !== undefined && find(agent) === null) {
        throw new UserError("usage.agent", `There is no agent "${agent}".`, "See which there are: cotty agents");
      }
    },
  };
}
