import type { Model, ModelRequest } from "../models/index.ts";
import type { Agent, AgentTools, TurnInput } from "./agent.ts";

export type RequestPreview = Pick<ModelRequest, "system" | "messages" | "tools" | "temperature" | "maxOutputTokens">;

/**
 * The first request an agent would send, exactly: the agent itself makes it, for a model that only writes it down.
 * `createAgent` gets that model to open.
 */
export async function previewRequest(
  createAgent: (openModel: (id: string) => Promise<Model>) => Agent,
  turn: TurnInput,
): Promise<RequestPreview | null> {
  let seen: RequestPreview | null = null;
  const agent = createAgent(async (id) => ({
    id,
    async *stream({ system, messages, tools, temperature, maxOutputTokens }) {
      seen = { system, messages: [...messages], tools, temperature, maxOutputTokens };
      yield { type: "finished", reason: "stop" };
    },
  }));
  for await (const _ of agent.run(turn, noTools, { signal: new AbortController().signal }));
  return seen;
}

const noTools: AgentTools = {
  call: async () => ({ output: "", isError: true }),
  takeSteering: () => [],
  gate: async () => {},
  pause: async () => "unattended",
};
