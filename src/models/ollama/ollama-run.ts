import { UserError } from "../../base/index.ts";
import type { Model, ModelMessage, ModelRequest } from "../model.ts";

/** Runs a program on the host, with text on its standard input. Rejects when the signal is aborted. */
export type RunOnHost = (
  argv: string[],
  options: { stdin: string; signal: AbortSignal },
) => Promise<{ stdout: string; stderr: string; exitCode: number | null }>;

/**
 * The model behind `ollama run NAME` on a host, for hosts that allow commands and no forwarding. The whole
 * conversation goes in as text on standard input (never into a command line, where quoting could be broken out of),
 * and the answer comes when it is complete.
 */
export function createOllamaRunModel(name: string, options: { host: string; run: RunOnHost }): Model {
  const { host, run } = options;
  return {
    id: `ollama/${name}`,
    async *stream(request, { signal }) {
      const { stdout, stderr, exitCode } = await run(["ollama", "run", name], { stdin: toPrompt(request), signal });
      const { thinking, text } = readOutput(withoutEscapes(stdout));
      if (exitCode !== 0) throw runFailed(host, name, withoutEscapes(stderr), exitCode);
      if (text === "") {
        throw new UserError(
          "model.empty-answer",
          `API error: ${name} on ${host} gave an empty answer.`,
          `Try "ssh ${host} ollama run ${name}" in your own shell.`,
        );
      }
      if (thinking !== "") yield { type: "thinking", text: thinking };
      yield { type: "text", text };
      yield { type: "finished", reason: "stop" };
    },
  };
}

/** A model that thinks prints it first, between lines of Ollama's own. A command in there is no call. */
function readOutput(output: string): { thinking: string; text: string } {
  const found = /^\s*(?:Thinking\.\.\.|<think>)\n?([\s\S]*?)(?:\.\.\.done thinking\.|<\/think>)/.exec(output);
  return { thinking: found?.[1]?.trim() ?? "", text: output.slice(found?.[0].length ?? 0).trim() };
}

function toPrompt(request: ModelRequest): string {
  const spoken = request.messages.map((message) => `${speaker(message)}:\n${textOf(message)}`);
  return [request.system, ...spoken, "Assistant:\n"].filter((part) => part !== "").join("\n\n");
}

function speaker({ role }: ModelMessage): string {
  return { user: "User", assistant: "Assistant", tool: "Result" }[role];
}

function textOf(message: ModelMessage): string {
  return message.role === "tool" ? message.output : message.text;
}

/** Ollama draws a spinner even where nobody looks. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]|[\u2800-\u28ff]|\r/g, "");
}

function runFailed(host: string, name: string, stderr: string, exitCode: number | null): UserError {
  const said = stderr.replaceAll(/\s+/g, " ").trim().slice(-300);
  const reason = said === "" ? `exit code ${exitCode ?? "unknown"}` : said;
  const nextStep = /not found|no such file/i.test(said)
    ? /pull model|manifest|model/i.test(said)
      ? `Run "ollama pull ${name}" on ${host}.`
      : `Install Ollama on ${host}, or set providers.ollama.via to a host that has it.`
    : `Check Ollama on ${host}: "ssh ${host} ollama ps" should answer; its log says more.`;
  return new UserError(
    "model.ollama-failed",
    `API error: "ollama run ${name}" failed on ${host} (${reason}).`,
    nextStep,
  );
}
