import { join } from "node:path";
import { systemClock } from "../base/index.ts";
import { type Config, configDirectory, configuredModel } from "../config/index.ts";
import { type ChosenModel, chooseModel, createModelAsker, type ModelOptions } from "../models/index.ts";
import type { ServerDeps } from "../server/index.ts";
import type { Store } from "../store/index.ts";
import { createSshAccess } from "../terminal/index.ts";

/** The model that is configured for the agent in use, else the best one there is a key or a server for. */
export function defaultModel(config: Config): Promise<ChosenModel> {
  const configured = configuredModel(config, config.agent.name);
  return chooseModel(config.providers, { configured, signal: AbortSignal.timeout(2000) });
}

/** The user's own ssh, for models on other hosts; nothing happens before it is used. */
export const sshAccess = createSshAccess({ env: process.env });

export function modelOptions(config: Config, cwd: string): ModelOptions {
  return { cwd, userRunbooksDir: runbooksDir(config), ssh: sshAccess };
}

export function runbooksDir(config: Config): string {
  return config.runbooks.dir ?? join(configDirectory(process.env), "runbooks");
}

interface AskerOptions {
  cwd: string;
  store: Pick<Store, "countUsage">;
}

/** One question to a model and its answer, and what it used: what the seeds' endpoints do. */
export function openModelAsker(config: Config, { cwd, store }: AskerOptions): ServerDeps["ask"] {
  const { agent, chat, models, providers } = config;
  return createModelAsker<Parameters<ServerDeps["ask"]>[0]>({
    providers,
    models: modelOptions(config, cwd),
    defaultModel: async (purpose) => models[purpose] ?? (await defaultModel(config)).id,
    temperature: { agent: agent.temperature, chat: chat.temperature },
    maxOutputTokens: agent.maxOutputTokens,
    count: ({ by, from }, used) => store.countUsage({ at: systemClock.now(), by, from, ...used }),
  });
}
