import { execFile } from "node:child_process";
import type { Model, ModelMessage, ModelRequest, ToolCall } from "../../model.ts";

export interface Told {
  /** Everything said as text. */
  text: string;
  commands: string[];
  /** What was found, or that nothing was; null when nothing was looked at. */
  summary: string | null;
  /** Whether it says of itself that this is no answer. */
  isUnanswered: boolean;
  messages: ModelMessage[];
}

/** What the agent would send back for a command. */
export type Shell = (command: string) => Framed | Promise<Framed>;

interface Framed {
  output: string;
  isError: boolean;
}

export function toolSpecs(...names: string[]): ModelRequest["tools"] {
  return names.map((name) => ({ name, description: name, inputSchema: { type: "object" } }));
}

export function requestOf(messages: ModelMessage[], changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: "",
    messages,
    tools: toolSpecs("run_command", "task_complete"),
    temperature: 0.3,
    maxOutputTokens: 4096,
    thinking: false,
    ...changes,
  };
}

/** One answer of the model to the conversation so far. */
export async function answerOf(model: Model, request: ModelRequest): Promise<{ text: string; calls: ToolCall[] }> {
  const { text, calls } = await hear(model, request);
  return { text, calls };
}

async function hear(model: Model, request: ModelRequest) {
  let text = "";
  let isUnanswered = false;
  const calls: ToolCall[] = [];
  for await (const event of model.stream(request, { signal: new AbortController().signal })) {
    if (event.type === "text") text += event.text;
    if (event.type === "call") calls.push(event.call);
    if (event.type === "finished") isUnanswered = event.reason === "unanswered";
  }
  return { text, calls, isUnanswered };
}

/** Plays the agent: carries out each command with `shell` until the model is done. */
export async function converse(
  model: Model,
  prompt: string,
  shell: Shell = realShell,
  changes: Partial<ModelRequest> = {},
): Promise<Told> {
  const messages: ModelMessage[] = [{ role: "user", text: prompt }];
  const told: Told = { text: "", commands: [], summary: null, isUnanswered: false, messages };
  for (let step = 0; step < 20; step++) {
    const { text, calls, isUnanswered } = await hear(model, requestOf(told.messages, changes));
    told.isUnanswered = isUnanswered;
    if (isUnanswered && told.commands.length > 0) return { ...told, summary: text };
    told.text += text;
    told.messages.push({ role: "assistant", text, calls });
    const [call] = calls;
    if (call === undefined) return told;
    const input = call.input as { command?: string; summary?: string };
    if (call.name === "task_complete") return { ...told, summary: input.summary ?? "" };
    told.commands.push(input.command ?? call.name);
    told.messages.push({
      role: "tool",
      callId: call.id,
      name: call.name,
      ...(await shell(input.command ?? call.name)),
    });
  }
  throw new Error(`"${prompt}" did not come to an end in 20 steps`);
}

/** Runs the command for real, as a terminal would show it: both streams in one text. */
export const realShell: Shell = (command) =>
  new Promise((resolve) => {
    execFile("sh", ["-c", `exec 2>&1\n${command}`], { timeout: 60_000 }, (error, stdout) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : 124;
      resolve(framed(command, stdout, exitCode));
    });
  });

/** Recorded outputs by the beginning of their command; what is not recorded is a tool that is not there. */
export function recordedShell(
  outputs: Record<string, string | { exitCode: number; output: string }>,
): (command: string) => Framed {
  return (command) => {
    const key = Object.keys(outputs)
      .filter((start) => command.startsWith(start))
      .reduce<string | undefined>((best, start) => (start.length > (best?.length ?? 0) ? start : best), undefined);
    const recorded = key === undefined ? undefined : outputs[key];
    if (recorded === undefined) return framed(command, `sh: 1: ${command.split(" ")[0]}: not found`, 127);
    return typeof recorded === "string"
      ? framed(command, recorded, 0)
      : framed(command, recorded.output, recorded.exitCode);
  };
}

/** The frame that agents put around a command's output. */
function framed(command: string, output: string, exitCode: number): Framed {
  const body = output === "" ? "(no output)" : output;
  return { output: `Command: ${command}\nExit code: ${exitCode}\nOutput:\n${body}`, isError: exitCode !== 0 };
}
