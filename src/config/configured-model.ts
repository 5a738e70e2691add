import type { Config } from "./schema.ts";

/** The model that a person configured for this agent; null where nobody did. */
export function configuredModel({ models, model }: Config, agent: string): string | null {
  return (agent === "chat" ? models.chat : models.agent) ?? model;
}
