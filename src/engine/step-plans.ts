import type { ToolRequest } from "../agents/index.ts";
import type { ToolCallRef, ToolInput } from "../protocol/index.ts";
import type { CommandResult, Terminal } from "../terminal/index.ts";
import type { StepPlan } from "./step-runner.ts";
import type { TurnContext } from "./turn-context.ts";

export function commandPlan(
  request: ToolRequest,
  input: ToolInput<"run_command">,
  terminal: Terminal,
  context: TurnContext,
  kind: "command" | "check" = "command",
): StepPlan {
  const { limits } = context.deps;
  const timeoutMs = input.timeout_seconds === undefined ? limits.commandTimeoutMs : input.timeout_seconds * 1000;
  return {
    kind,
    command: input.command,
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    timeoutMs,
    async execute(command, { id, signal, cwd }) {
      const result = await terminal.run(command, {
        key: id,
        signal,
        timeoutMs,
        limits: limits.output,
        ...(cwd !== "" && { expectCwd: cwd }),
      });
      if (signal.aborted) await stopCommand(terminal, result);
      return finishedBody(result, signal.aborted, terminal, context);
    },
  };
}

/** A stop ends what the agent started: what still runs is interrupted, as Ctrl+C would. */
async function stopCommand(terminal: Terminal, result: CommandResult): Promise<void> {
  if (result.outcome === "running") await terminal.interrupt();
}

export function finishedBody(result: CommandResult, stopped: boolean, terminal: Terminal, context: TurnContext) {
  const wasCutShort = stopped && result.outcome === "running";
  return {
    outcome: wasCutShort ? ("interrupted" as const) : result.outcome,
    exitCode: result.exitCode,
    output: storable(context.deps.clean(result.output)),
    bytes: result.bytes,
    droppedBytes: result.droppedBytes,
    durationMs: Math.round(result.durationMs),
    confidence: result.confidence,
    range: result.range,
    where: { ...terminal.where, ...(result.cwd !== null && { cwd: result.cwd }) },
  };
}

export function keysPlan(
  request: ToolRequest,
  input: ToolInput<"send_keys">,
  terminal: Terminal,
  context: TurnContext,
): StepPlan {
  return {
    kind: "keys",
    command: input.keys,
    reasoning: input.reasoning,
    call: callOf(request),
    terminal,
    async execute(keys, { signal }) {
      const started = context.deps.clock.now();
      const screen = await terminal.sendKeys(keys, { signal });
      const output = storable(context.deps.clean(screen.text));
      return {
        outcome: "done",
        exitCode: null,
        output,
        bytes: output.length,
        droppedBytes: 0,
        durationMs: context.deps.clock.now() - started,
        where: terminal.where,
      };
    },
  };
}

/** An event has a largest size; limits raised by a person must not make a step impossible to record. */
const maxStoredCharacters = 60_000;

function storable(text: string): string {
  if (text.length <= maxStoredCharacters) return text;
  const half = maxStoredCharacters / 2;
  return `${text.slice(0, half)}\n… ${text.length - maxStoredCharacters} characters are only in the terminal's log …\n${text.slice(-half)}`;
}

function callOf(request: ToolRequest): ToolCallRef {
  return {
    id: request.callId,
    name: request.name,
    input: request.input,
    ...(request.providerData !== undefined && { providerData: request.providerData }),
  };
}
