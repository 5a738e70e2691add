import type { Model } from "../models/index.ts";
import type { Agents } from "./agent-set.ts";

/** An agent in a list. */
export interface AgentInfo {
  name: string;
  about: string;
  usesTarget: boolean;
  isDefault: boolean;
}

export function describeAgents(agents: Pick<Agents, "list">, { usual }: { usual: string }): AgentInfo[] {
  return agents
    .list()
    .map(({ name, about = "", usesTarget = true }) => ({ name, about, usesTarget, isDefault: name === usual }));
}

/** For agents that are only looked at. */
export function askNoModel(): Promise<Model> {
  return Promise.reject(new Error("No model is asked to describe an agent."));
}
