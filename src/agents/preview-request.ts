import { neverAborted } from "../base/index.ts";
import type { Model, ModelRequest } from "../models/index.ts";
import type { Agent, AgentTools, OfferedTool, TurnInput } from "./agent.ts";

export type RequestPreview = Pick<ModelRequest, "system" | "messages" | "tools" | "temperature" | "maxOutputTokens">;

/**
 * The first request an agent would send, exactly: the agent itself makes it, for a model that only writes it down.
 * `createAgent` gets that model to open.
 */
export async function previewRequest(
  createAgent: (openModel: (id: string) => Promise<Model>) => Agent,
  turn: TurnInput,
  offered: readonly OfferedTool[],
): Promise<RequestPreview | null> {
  let seen: RequestPreview | null = null;
  const agent = createAgent(async (id) => ({
    id,
    async *stream({ system, messages, tools, temperature, maxOutputTokens }) {
      seen = { system, messages: [...messages], tools, temperature, maxOutputTokens };
      yield { type: "finished", reason: "stop" };
    },
  }));
  for await (const _ of agent.run(turn, { offered, ...noTools }, { signal: neverAborted }));
  return seen;
}

const noTools: Omit<AgentTools, "offered"> = {
  call: async () => ({ output: "", isError: true }),
  takeSteering: () => [],
  gate: async () => {},
  pause: async () => "unattended",
};
