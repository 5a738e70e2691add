import * as z from "zod";
import type { Event, UnknownEvent } from "../envelope.ts";
import { isKnownEvent } from "../envelope.ts";
import { Mode } from "../policy.ts";
import type { Request } from "../requests.ts";

/** The messages of an agent service: JSON, one each, between a page and an agent (S4.22–S4.37). */
export const AgentSettings = z.strictObject({
  model: z.string().min(1).optional(),
  permissionMode: Mode.optional(),
  extendedThinking: z.boolean().optional(),
  /** True: nothing but danger is asked about. `permissionMode` says more, and wins. */
  autoApprove: z.boolean().optional(),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

const id = z.string().min(1).max(200);

export const AgentClientMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("prompt"), prompt: z.string().max(2_000_000), settings: AgentSettings.optional() }),
  z.strictObject({ type: z.literal("approve"), toolId: id }),
  z.strictObject({ type: z.literal("reject"), toolId: id }),
  z.strictObject({ type: z.literal("abort") }),
  z.strictObject({ type: z.literal("settings"), settings: AgentSettings }),
]);
export type AgentClientMessage = z.infer<typeof AgentClientMessage>;

export interface AgentTool {
  id: string;
  name: string;
  input: unknown;
  status: "pending" | "running" | "complete";
}

export interface StoredMessage {
  id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  role: "user" | "assistant" | "system";
  content: string;
  tool?: AgentTool & { result?: string; error?: string };
}

export type AgentMessage = { agent: string } & (
  | { type: "init"; sessionId: string }
  | { type: "history"; history: StoredMessage[] }
  | { type: "text" | "thinking"; content: string; streaming?: boolean }
  | { type: "tool_use"; tool: AgentTool }
  | { type: "tool_result"; toolId: string; result?: string; error?: string }
  | { type: "error"; error: string }
  | { type: "done"; usage?: { inputTokens: number; outputTokens: number; cost: number } }
);

/** What one event of a session says in these words: nothing, one message, or a few. */
export interface AgentTranslator {
  translate(event: Event | UnknownEvent): AgentMessage[];
}

/** Keeps what later messages need of earlier events: the tools under way, and what a turn used. */
export function createAgentTranslator(agent: string): AgentTranslator {
  const tools = new Map<string, AgentTool>();
  let usage = noUsage;

  function tool(stepId: string, status: AgentTool["status"]): AgentMessage[] {
    const known = tools.get(stepId);
    if (!known) return [];
    const changed = { ...known, status };
    tools.set(stepId, changed);
    return [{ agent, type: "tool_use", tool: changed }];
  }

  function propose(stepId: string, name: string, input: unknown): AgentMessage[] {
    const proposed: AgentTool = { id: stepId, name, input, status: "pending" };
    tools.set(stepId, proposed);
    return [{ agent, type: "tool_use", tool: proposed }];
  }

  function result(stepId: string, outcome: { result: string } | { error: string }): AgentMessage[] {
    return [...tool(stepId, "complete"), { agent, type: "tool_result", toolId: stepId, ...outcome }];
  }

  function translateKnown(event: Event): AgentMessage[] {
    switch (event.type) {
      case "turn.started":
        tools.clear();
        usage = noUsage;
        return [];
      case "text.streamed":
        return [{ agent, type: "text", content: event.text, streaming: true }];
      case "thinking.streamed":
        return [{ agent, type: "thinking", content: event.text, streaming: true }];
      case "step.proposed":
        return propose(event.stepId, toolName(event.kind), { command: event.command, reasoning: event.reasoning });
      case "step.edited": {
        const known = tools.get(event.stepId);
        if (!known) return [];
        return propose(event.stepId, known.name, { ...(known.input as object), command: event.command });
      }
      case "step.started":
        return tool(event.stepId, "running");
      case "step.finished":
        return result(event.stepId, event.error ? { error: event.error.message } : { result: resultText(event) });
      case "step.rejected":
        return result(event.stepId, { error: event.reason ?? "Rejected." });
      case "question.asked":
        return propose(event.stepId, "ask_user", { question: event.question, choices: event.choices ?? [] });
      case "question.answered":
        return result(event.stepId, { result: event.text });
      case "usage.reported":
        usage = {
          inputTokens: usage.inputTokens + event.inputTokens,
          outputTokens: usage.outputTokens + event.outputTokens,
          cost: usage.cost + (event.cost ?? 0),
        };
        return [];
      case "turn.finished":
        return [...closing(event), { agent, type: "done", usage }];
      case "error.reported":
        return [{ agent, type: "error", error: event.message }];
      default:
        return [];
    }
  }

  function closing({ outcome, summary, error }: Extract<Event, { type: "turn.finished" }>): AgentMessage[] {
    if (error) return [{ agent, type: "error", error: `${error.message} ${error.nextStep}` }];
    if (outcome === "failed" || outcome === "limit") return [{ agent, type: "error", error: summary }];
    // A text answer has been streamed already.
    return outcome === "complete" && summary !== "" ? [{ agent, type: "text", content: summary }] : [];
  }

  return { translate: (event) => (isKnownEvent(event) ? translateKnown(event) : []) };
}

const noUsage = { inputTokens: 0, outputTokens: 0, cost: 0 };

function toolName(kind: string): string {
  return { command: "run_command", keys: "send_keys", file: "edit_file", check: "run_command" }[kind] ?? kind;
}

function resultText(event: Extract<Event, { type: "step.finished" }>): string {
  const end = event.exitCode === null ? event.outcome : `exit code ${event.exitCode}`;
  return event.exitCode === 0 || event.outcome === "done" ? event.output : `${event.output}\n[${end}]`.trimStart();
}

/** A whole session as the messages a page shows after it connected again. */
export function agentHistory(agent: string, events: Iterable<Event | UnknownEvent>): StoredMessage[] {
  const translator = createAgentTranslator(agent);
  const history: StoredMessage[] = [];
  const add = (
    event: Event | UnknownEvent,
    role: StoredMessage["role"],
    content: string,
    more?: StoredMessage["tool"],
  ) =>
    history.push({
      id: `${event.session}-${event.seq}-${history.length}`,
      timestamp: event.at,
      role,
      content,
      ...(more && { tool: more }),
    });
  for (const event of events) {
    if (isKnownEvent(event) && event.type === "prompt.received") add(event, "user", event.text);
    for (const message of translator.translate(event)) {
      switch (message.type) {
        case "text": {
          const last = history.at(-1);
          if (last?.role === "assistant" && !last.tool && message.streaming) last.content += message.content;
          else add(event, "assistant", message.content);
          break;
        }
        case "tool_use": {
          const known = history.find(({ tool }) => tool?.id === message.tool.id);
          if (known) known.tool = { ...known.tool, ...message.tool };
          else add(event, "assistant", "", message.tool);
          break;
        }
        case "tool_result": {
          const { toolId, result, error } = message;
          const known = history.find(({ tool }) => tool?.id === toolId)?.tool;
          if (known)
            Object.assign(known, { ...(result !== undefined && { result }), ...(error !== undefined && { error }) });
          break;
        }
        case "error":
          add(event, "system", message.error);
          break;
        default:
      }
    }
  }
  return history;
}

/** What a message asks of the session. `findDigest` knows what a step that waits is bound to; null: none waits. */
export function agentRequests(message: AgentClientMessage, findDigest: (toolId: string) => string | null): Request[] {
  switch (message.type) {
    case "prompt": {
      const before = message.settings === undefined ? [] : settingsRequest(message.settings);
      return [...before, { type: "prompt", text: message.prompt }];
    }
    case "approve":
      // A step that does not wait is asked for all the same: the session says who was first, or that there is none.
      return [{ type: "approve", stepId: message.toolId, digest: findDigest(message.toolId) ?? "", scope: "once" }];
    case "reject":
      return [{ type: "reject", stepId: message.toolId }];
    case "abort":
      return [{ type: "stop" }];
    case "settings":
      return settingsRequest(message.settings);
  }
}

function settingsRequest({ model, permissionMode, extendedThinking, autoApprove }: AgentSettings): Request[] {
  const automatic = autoApprove === undefined ? undefined : autoApprove ? "bypassPermissions" : "default";
  const mode = permissionMode ?? automatic;
  const settings = {
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(extendedThinking !== undefined && { thinking: extendedThinking }),
  };
  return Object.keys(settings).length === 0 ? [] : [{ type: "settings", settings }];
}
