import type { Config } from "../config/index.ts";
import { createModel, type ModelMessage, type ToolCall } from "../models/index.ts";
import type { ServerDeps } from "../server/index.ts";
import { defaultModel, runbooksDir } from "./default-model.ts";
import type { DaemonOptions } from "./open-daemon.ts";

/** One question to a model and its answer: plain chat, and what the seeds' endpoints do. */
export function createModelAsker({ loaded, cwd }: DaemonOptions): ServerDeps["ask"] {
  const { config } = loaded;
  return async (question, { signal, onText }) => {
    const { vertex } = config.providers;
    const providers = {
      ...config.providers,
      vertex: {
        ...vertex,
        project: question.project ?? vertex.project,
        location: question.location ?? vertex.location,
      },
    };
    const id = await modelId(config, question);
    const model = await createModel(id, providers, { cwd, userRunbooksDir: runbooksDir(config) });
    const request = {
      system: question.system,
      messages: question.messages as ModelMessage[],
      tools: question.tools,
      temperature: question.purpose === "agent" ? config.agent.temperature : config.chat.temperature,
      maxOutputTokens: config.agent.maxOutputTokens,
      thinking: false,
    };
    let text = "";
    const calls: ToolCall[] = [];
    for await (const event of model.stream(request, { signal })) {
      if (event.type === "text") {
        text += event.text;
        onText?.(event.text);
      }
      if (event.type === "call") calls.push(event.call);
    }
    return { text, calls };
  };
}

/** `provider/model` as it is; a bare name is Gemini's where there is a key for it, else what is configured is asked. */
async function modelId(config: Config, question: Parameters<ServerDeps["ask"]>[0]): Promise<string> {
  if (question.model.includes("/")) return question.model;
  if (question.project !== undefined) return `vertex/${question.model}`;
  if (config.providers.google.apiKey !== null) return `google/${question.model}`;
  if (config.providers.vertex.project !== null) return `vertex/${question.model}`;
  const configured = question.purpose === "chat" ? config.models.chat : config.models.agent;
  return configured ?? (await defaultModel(config)).id;
}
