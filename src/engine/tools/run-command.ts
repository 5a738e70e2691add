import * as z from "zod";
import type { ToolRequest } from "../../agents/index.ts";
import type { Foreground, ReportedError } from "../../protocol/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import { findingsOf } from "../judge/own-names.ts";
import { callOf } from "../record/stored-call.ts";
import { isLeaving } from "../step/leaving.ts";
import type { StepPlan } from "../step/run-step.ts";
import { finishedBody } from "../step/step-body.ts";
import type { TurnContext } from "../step/turn-context.ts";
import { stopCommand } from "../terminals/stop-command.ts";
import { watchForeground } from "../terminals/watch-foreground.ts";
import { reasoning, seconds } from "./fields.ts";
import { type StepUse, stepTool } from "./tool.ts";

export const runCommand = stepTool({
  name: "run_command",
  aliases: ["run_terminal_command", "run_cmd", "shell"],
  about: "a command in the shared terminal; `<command_signal>CTRL_C</command_signal>` as the command is the key",
  when: "a shell command",
  guide:
    'A command may return before it has finished; its result says so ("Still running"). Then use wait_for, look with read_screen, or stop it: send_keys "Ctrl+C", or run_command with <command_signal>CTRL_C</command_signal>.',
  input: z
    .strictObject({
      command: z.string().min(1).max(100_000).describe("The shell command, exactly as it will be typed."),
      reasoning,
      timeout_seconds: seconds
        .optional()
        .describe("After this long the command is reported as still running; it is not killed."),
    })
    .describe(
      "Run a command in the shared terminal and get its output and exit code. Prefer it for everything a shell can do.",
    ),
  meant: ({ input }) => signalKeys(input),
  plan: (use) => ({ plan: commandPlan(use) }),
});

type Command = Pick<
  StepUse<{ command: string; reasoning: string; timeout_seconds?: number | undefined }>,
  "request" | "input" | "terminal" | "context"
>;

export function commandPlan(
  { request, input, terminal, context }: Command,
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
    async execute(command, { id, signal, cwd, reader, onlyLooks, usualWords }) {
      using watch = watchForeground(terminal, {
        signal,
        onPassword: (foreground) => noteWaiting(id, foreground, context),
      });
      const result = await terminal.run(command, {
        key: id,
        signal: AbortSignal.any([signal, watch.signal]),
        timeoutMs,
        limits: limits.output,
        ...(cwd !== "" && { expectCwd: cwd }),
        ...(reader !== undefined && { expectReader: reader }),
        ...(onlyLooks && { onlyLooks }),
        ...(usualWords !== null && { usualWords: [...usualWords] }),
      });
      const isStopped = signal.aborted && !isLeaving(signal.reason) && result.outcome === "running";
      const left = isStopped ? await stopCommand(terminal) : {};
      const lost = result.outcome === "terminal-closed" ? await lostLink(terminal) : {};
      const own = result.outcome === "context-changed" && usualWords !== null ? await whatIsOwn(terminal) : "";
      return {
        ...lost,
        ...left,
        ...finishedBody(result, { stopped: signal.aborted, foreground: watch.found() }, terminal, context),
        ...(own !== "" && { output: own }),
      };
    },
  };
}

/** Why words of the line do not mean what they usually do. The step is proposed anew, and a person decides about it. */
async function whatIsOwn(terminal: Terminal): Promise<string> {
  const { ownNames = [] } = await terminal.state();
  return findingsOf(ownNames)
    .map(({ say }) => say)
    .join(" ");
}

/** A shell that ended and a connection that broke look alike from here; what ran there may still run after the second. */
async function lostLink(terminal: Terminal): Promise<{ error?: ReportedError }> {
  const end = (await terminal.state().catch(() => null))?.end;
  if (end?.why !== "link-lost") return {};
  const nextStep = "The next command connects again. Look first how far this one came: it may still run there.";
  return { error: { code: "ssh.link-lost", message: end.detail, nextStep } };
}

async function noteWaiting(stepId: string, foreground: Foreground | null, context: TurnContext): Promise<void> {
  const { waiting, prompt } = foreground ?? { waiting: "working", prompt: "" };
  await context.record("engine", (state) =>
    state.current?.steps.get(stepId)?.status.name === "running"
      ? [{ type: "step.waiting", stepId, waiting, text: context.deps.clean(prompt) }]
      : [],
  );
}

/** `<command_signal>CTRL_C</command_signal>` in place of a command, or as a field of its own: the keys it stands for. */
function signalKeys(input: unknown): Pick<ToolRequest, "name" | "input"> | null {
  if (typeof input !== "object" || input === null) return null;
  const { command, command_signal: field, reasoning } = input as Record<string, unknown>;
  const text =
    typeof command === "string" ? /^\s*<command_signal>\s*(\w+)\s*<\/command_signal>\s*$/.exec(command)?.[1] : field;
  if (text !== "CTRL_C") return null;
  const why = typeof reasoning === "string" ? reasoning : "Stop what is running.";
  return { name: "send_keys", input: { keys: "Ctrl+C", reasoning: why } };
}
