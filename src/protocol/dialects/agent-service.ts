import * as z from "zod";
import type { Event, UnknownEvent } from "../envelope.ts";
import { isKnownEvent } from "../envelope.ts";
import { chatAgent } from "../events.ts";
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

/** The step that a tool's name was given to, and what an approval of it is bound to: what was shown under that name. */
export interface ShownStep {
  stepId: string;
  digest: string;
}

/** What one event of a session says in these words: nothing, one message, or a few. */
export interface AgentTranslator {
  translate(event: Event | UnknownEvent): AgentMessage[];
  /** Null where no step was shown under that name. */
  shownAs(toolId: string): ShownStep | null;
}

/** Keeps what later messages need of earlier events: the tools under way, and what a turn used. */
export function createAgentTranslator(agent: string): AgentTranslator {
  const tools = createShownTools(agent);
  const isBeside = besideAgent(agent);
  let usage = noUsage;

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
        return tools.proposeStep(event);
      case "step.edited":
        return tools.proposeAgain(event);
      case "step.started":
        return tools.change(event.stepId, "running");
      case "step.finished":
        return tools.end(event.stepId, event.error ? { error: event.error.message } : { result: resultText(event) });
      case "step.rejected":
        return tools.end(event.stepId, { error: event.reason ?? "Rejected." });
      case "question.asked":
        return tools.propose(event.stepId, "ask_user", { question: event.question, choices: event.choices ?? [] });
      case "question.answered":
        return tools.end(event.stepId, { result: event.text });
      case "usage.reported":
        usage = {
          inputTokens: usage.inputTokens + event.inputTokens,
          outputTokens: usage.outputTokens + event.outputTokens,
          cost: usage.cost + (event.cost ?? 0),
        };
        return [];
      case "turn.finished":
        return [...closing(agent, event), { agent, type: "done", usage }];
      case "error.reported":
        return [{ agent, type: "error", error: event.message }];
      default:
        return [];
    }
  }

  return {
    translate: (event) => (isKnownEvent(event) && !isBeside(event) ? translateKnown(event) : []),
    shownAs: tools.shownAs,
  };
}

/** The tools of a turn as a page knows them, each under the name that it was shown with. */
function createShownTools(agent: string) {
  const tools = new Map<string, AgentTool>();
  const shown = new Map<string, ShownStep>();

  function change(stepId: string, status: AgentTool["status"]): AgentMessage[] {
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

  function end(stepId: string, outcome: { result: string } | { error: string }): AgentMessage[] {
    const toolId = tools.get(stepId)?.id ?? stepId;
    return [...change(stepId, "complete"), { agent, type: "tool_result", toolId, ...outcome }];
  }

  return {
    change,
    propose,
    end,
    proposeStep(event: Event<"step.proposed">): AgentMessage[] {
      shown.set(event.stepId, { stepId: event.stepId, digest: event.digest });
      return propose(event.stepId, toolName(event.kind), {
        ...decidedAbout(event),
        reasoning: event.reasoning,
        target: event.target,
        cwd: event.cwd,
        ...(event.diff !== undefined && { diff: event.diff }),
      });
    },
    /** Under a new name once it was changed: an approval of what was shown before is for nothing else. */
    proposeAgain(event: Event<"step.edited">): AgentMessage[] {
      const known = tools.get(event.stepId);
      if (!known) return [];
      const before = end(event.stepId, { error: "Somebody changed this step. It waits under a new id." });
      const [, base = event.stepId, version = "1"] = /^(.*?)(?:~(\d+))?$/s.exec(known.id) ?? [];
      const { diff: _, ...input } = known.input as Record<string, unknown>;
      const changed = { ...known, id: `${base}~${Number(version) + 1}`, input: { ...input, ...decidedAbout(event) } };
      tools.set(event.stepId, { ...changed, status: "pending" });
      shown.set(changed.id, { stepId: event.stepId, digest: event.digest });
      return [...before, ...change(event.stepId, "pending")];
    },
    shownAs: (toolId: string) => shown.get(toolId) ?? null,
    clear() {
      tools.clear();
      shown.clear();
    },
  };
}

function closing(agent: string, { outcome, summary, error }: Event<"turn.finished">): AgentMessage[] {
  if (error) return [{ agent, type: "error", error: `${error.message} ${error.nextStep}` }];
  if (outcome === "failed" || outcome === "limit") return [{ agent, type: "error", error: summary }];
  // A text answer has been streamed already.
  return outcome === "complete" && summary !== "" ? [{ agent, type: "text", content: summary }] : [];
}

/** Plain chat beside the agent is no message of the agent's, unless it is the agent. */
function besideAgent(agent: string): (event: Event) => boolean {
  const turns = new Set<string>();
  return (event) => {
    if (agent === chatAgent) return false;
    if (event.type === "turn.started" && event.agent === chatAgent && event.turn !== undefined) turns.add(event.turn);
    return event.turn !== undefined && turns.has(event.turn);
  };
}

/** What a person decides about. */
function decidedAbout({
  command,
  verdict,
  findings,
}: Pick<Event<"step.proposed">, "command" | "verdict" | "findings">) {
  return { command, verdict, findings: findings.map(({ say }) => say) };
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
    const isPrompt = isKnownEvent(event) && event.type === "prompt.received";
    if (isPrompt && (event.kind !== "chat" || agent === chatAgent)) add(event, "user", event.text);
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

/** What a message asks of the session. */
export function agentRequests(message: AgentClientMessage, shownAs: (toolId: string) => ShownStep | null): Request[] {
  switch (message.type) {
    case "prompt": {
      const before = message.settings === undefined ? [] : settingsRequest(message.settings);
      return [...before, { type: "prompt", text: message.prompt }];
    }
    case "approve": {
      // A step that does not wait is asked for all the same: the session says who was first, or that there is none.
      const step = shownAs(message.toolId) ?? { stepId: message.toolId, digest: "" };
      return [{ type: "approve", ...step, scope: "once" }];
    }
    case "reject":
      return [{ type: "reject", stepId: shownAs(message.toolId)?.stepId ?? message.toolId }];
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
