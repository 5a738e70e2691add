import type { DialectMessage } from "../protocol/index.ts";
import { createModel, type ModelOptions } from "./create-model.ts";
import type { ModelMessage, ToolCall, ToolSpec } from "./model.ts";
import { given, type Providers } from "./provider-settings.ts";

/** One question to a model that belongs to no session: what the seeds' endpoints do. */
export interface ModelQuestion {
  /** As the caller wrote it: `gemini-3-flash-preview`, or `provider/model`. */
  model: string;
  purpose: "agent" | "chat";
  system: string;
  messages: DialectMessage[];
  tools: readonly ToolSpec[];
  /** Overrides for Vertex AI. */
  project?: string;
  location?: string;
}

interface Used {
  model: string;
  inputTokens: number;
  outputTokens: number;
  cost: number | null;
}

export interface AskOptions<Q extends ModelQuestion> {
  providers: Providers;
  models: ModelOptions;
  /** What is asked where a name says nothing about its provider. */
  defaultModel(purpose: "agent" | "chat"): Promise<string>;
  temperature: { agent: number; chat: number };
  maxOutputTokens: number;
  /** Keeps what a question has used. */
  count(question: Q, used: Used): Promise<void>;
}

export function createModelAsker<Q extends ModelQuestion>(options: AskOptions<Q>) {
  return async (question: Q, { signal }: { signal: AbortSignal }): Promise<{ text: string; calls: ToolCall[] }> => {
    const { vertex } = options.providers;
    const providers = {
      ...options.providers,
      vertex: {
        ...vertex,
        project: question.project ?? vertex?.project,
        location: question.location ?? vertex?.location,
      },
    };
    const model = await createModel(await modelId(question, options), providers, options.models);
    const request = {
      system: question.system,
      messages: question.messages as ModelMessage[],
      tools: question.tools,
      temperature: options.temperature[question.purpose],
      maxOutputTokens: options.maxOutputTokens,
      thinking: false,
    };
    let text = "";
    const calls: ToolCall[] = [];
    for await (const event of model.stream(request, { signal })) {
      if (event.type === "text") text += event.text;
      if (event.type === "call") calls.push(event.call);
      if (event.type === "usage") {
        const { inputTokens, outputTokens, cost } = event;
        await options.count(question, { model: model.id, inputTokens, outputTokens, cost });
      }
    }
    return { text, calls };
  };
}

/** `provider/model` as it is; a bare name is Gemini's where there is a key for it, else what is configured is asked. */
async function modelId<Q extends ModelQuestion>(question: Q, options: AskOptions<Q>): Promise<string> {
  const { model, project, purpose } = question;
  const { google, vertex } = options.providers;
  if (model.includes("/")) return model;
  if (project !== undefined) return `vertex/${model}`;
  if (given(google?.apiKey) !== null) return `google/${model}`;
  if (given(vertex?.project) !== null) return `vertex/${model}`;
  return options.defaultModel(purpose);
}
