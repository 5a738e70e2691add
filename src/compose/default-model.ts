import { join } from "node:path";
import { type Config, configDirectory } from "../config/index.ts";
import { type ChosenModel, chooseModel, type ModelOptions } from "../models/index.ts";
import { createSshAccess } from "../terminal/index.ts";

/** The model that is configured for the agent in use, else the best one there is a key or a server for. */
export async function defaultModel(config: Config): Promise<ChosenModel> {
  const forMode = config.agent.name === "chat" ? config.models.chat : config.models.agent;
  const configured = forMode ?? config.model;
  if (configured !== null) return { id: configured, reason: "it is configured" };
  return await chooseModel(config.providers, { signal: AbortSignal.timeout(2000) });
}

/** The user's own ssh, for models on other hosts; nothing happens before it is used. */
export const sshAccess = createSshAccess({ env: process.env });

export function modelOptions(config: Config, cwd: string): ModelOptions {
  return { cwd, userRunbooksDir: runbooksDir(config), ssh: sshAccess };
}

export function runbooksDir(config: Config): string {
  return config.runbooks.dir ?? join(configDirectory(process.env), "runbooks");
}
