import * as z from "zod";
import {
  type DialectMessage,
  fromGeminiHistory,
  GeminiAgentRequest,
  GeminiChatRequest,
  GeminiPart,
  toGeminiParts,
} from "../../protocol/index.ts";
import type { ServerContext } from "../context.ts";
import type { ModelQuestion, ServerDeps } from "../deps.ts";
import { HttpError } from "../http/http-error.ts";
import { redactStrings } from "../redact-strings.ts";
import { agentPrompt, agentTools, chatPrompt } from "./gemini-prompts.ts";

/** One question to a model in Gemini's own shapes: with tools, and as plain chat. */
export function addGeminiRoutes(context: ServerContext): void {
  const { endpoints, deps } = context;
  const ask = modelAsker(deps);

  endpoints.add({
    method: "post",
    path: "/api/gemini/agent",
    name: "geminiAgent",
    access: "operate",
    summary: "The next step of an agent whose terminal is the caller's: a function call or a text.",
    body: GeminiAgentRequest,
    answers: z.object({ parts: z.array(GeminiPart) }),
    handle: async ({ body: { model, history, project, location }, identity, signal }) => {
      if (history.length === 0) throw empty("history");
      context.accessOf(identity, "api").countPrompt();
      const { text, calls } = await ask(
        {
          model,
          purpose: "agent",
          by: `person:${identity.name}`,
          from: "/api/gemini/agent",
          system: agentPrompt,
          messages: fromGeminiHistory(history),
          tools: agentTools(deps.tools),
          ...(project !== undefined && { project }),
          ...(location !== undefined && { location }),
        },
        { signal },
      );
      return { parts: toGeminiParts(text, calls) };
    },
  });

  endpoints.add({
    method: "post",
    path: "/api/gemini/chat",
    name: "geminiChat",
    access: "operate",
    summary: "A reply without tools; commands stand between <cmd> and </cmd>.",
    body: GeminiChatRequest,
    answers: z.object({ reply: z.string() }),
    handle: async ({ body: { model, messages }, identity, signal }) => {
      if (messages.length === 0) throw empty("messages");
      context.accessOf(identity, "api").countPrompt();
      const asked = { by: `person:${identity.name}`, from: "/api/gemini/chat" } as const;
      const { text } = await ask({ ...chatQuestion(model, messages), ...asked }, { signal });
      return { reply: text };
    },
  });
}

function chatQuestion(model: string, messages: GeminiChatRequest["messages"]): Omit<ModelQuestion, "by" | "from"> {
  return {
    model,
    purpose: "chat",
    system: chatPrompt,
    messages: messages.map(
      ({ role, text }): DialectMessage => (role === "user" ? { role, text } : { role: "assistant", text, calls: [] }),
    ),
    tools: [],
  };
}

/** What is known to be secret reaches no model, also where a caller has put it into a message, as with terminal text. */
function modelAsker({ ask, redact }: Pick<ServerDeps, "ask" | "redact">): ServerDeps["ask"] {
  return (question, options) => ask({ ...question, messages: redactStrings(question.messages, redact) }, options);
}

function empty(field: string): HttpError {
  return new HttpError(
    400,
    "request.empty",
    `${field} is empty: there is nothing to answer.`,
    `Send at least one entry of the user in ${field}.`,
  );
}
