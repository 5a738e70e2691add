import type { Model } from "../models/index.ts";
import type { Agent, OfferedTool, TurnInput } from "./agent.ts";
import type { Agents } from "./agent-set.ts";
import { askNoModel } from "./describe-agents.ts";
import { previewRequest, type RequestPreview } from "./preview-request.ts";

export interface AgentPreview {
  agent: Agent;
  request: RequestPreview;
}

/** The first request an agent would send for a turn, made by the agent itself; null when there is no such agent. */
export async function previewAgent(
  name: string,
  options: {
    openAgents(openModel: (id: string) => Promise<Model>): Agents;
    makeTurn(agents: Agents): Promise<TurnInput>;
    tools: readonly OfferedTool[];
  },
): Promise<AgentPreview | null> {
  const agents = options.openAgents(askNoModel);
  const agent = agents.find(name);
  if (agent === null) return null;
  const turn = await options.makeTurn(agents);
  const request = await previewRequest((open) => options.openAgents(open).find(name) ?? agent, turn, options.tools);
  return request && { agent, request };
}
