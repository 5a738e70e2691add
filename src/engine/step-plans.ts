import type { ToolRequest } from "../agents/index.ts";
import type { Foreground, ReportedError, ToolInput } from "../protocol/index.ts";
import type { CommandResult, Terminal } from "../terminal/index.ts";
import { callOf } from "./call-of.ts";
import { cleanOpenText, cleanOutput, cleanRead } from "./clean-output.ts";
import { isLeaving } from "./leaving.ts";
import { seenScreen } from "./seen-screen.ts";
import type { StepPlan } from "./step-runner.ts";
import { stopCommand } from "./stop-command.ts";
import { storable } from "./storable.ts";
import type { TurnContext } from "./turn-context.ts";
import { watchForeground } from "./watch-foreground.ts";

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
    async execute(command, { id, signal, cwd, reader }) {
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
      });
      const isStopped = signal.aborted && !isLeaving(signal.reason) && result.outcome === "running";
      const left = isStopped ? await stopCommand(terminal) : {};
      const lost = result.outcome === "terminal-closed" ? await lostLink(terminal) : {};
      return {
        ...lost,
        ...left,
        ...finishedBody(result, { stopped: signal.aborted, foreground: watch.found() }, terminal, context),
      };
    },
  };
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

export function finishedBody(
  result: CommandResult,
  ending: { stopped: boolean; foreground: Foreground | null },
  terminal: Terminal,
  context: TurnContext,
) {
  const wasCutShort = ending.stopped && result.outcome === "running";
  const foreground = ending.foreground ?? result.foreground;
  return {
    ...(result.reason !== undefined && { error: notRun(result.reason) }),
    outcome: wasCutShort ? ("interrupted" as const) : result.outcome,
    exitCode: result.exitCode,
    output: storable(cleanOutput(result, context.deps)),
    bytes: result.bytes,
    droppedBytes: result.droppedBytes,
    durationMs: Math.round(result.durationMs),
    confidence: result.confidence,
    range: result.range,
    where: { ...terminal.where, ...(result.cwd !== null && { cwd: result.cwd }) },
    ...(foreground && { foreground: cleanForeground(foreground, context) }),
  };
}

function notRun(message: string): ReportedError {
  const nextStep = "Look at the screen (read_screen); a person can run it by hand, or clear the line with Ctrl+C.";
  return { code: "terminal.not-run", message, nextStep };
}

/** A short word, or the sign with which questions and prompts end. A long word without it may be half of a secret. */
const questionEnd = /(?:^|\s)(?:\S{0,8}|\S*[?:>#$%)\]!.])\s*$/;

/** The last line is a question where the program waits for an answer; else it is output that may go on. */
function cleanForeground(foreground: Foreground, { deps }: TurnContext): Foreground {
  const { waiting, prompt } = foreground;
  const isWaiting = waiting === "line-input" || waiting === "password" || waiting === "prompt";
  const isQuestion = isWaiting && questionEnd.test(prompt);
  return { ...foreground, prompt: isQuestion ? deps.clean(prompt) : cleanOpenText(prompt, deps) };
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
      const text = await seenScreen(screen, terminal, { ...context.deps, signal });
      return doneBody(text, started, terminal, context);
    },
  };
}

/** The end of a step that is not a command. */
export function doneBody(text: string, started: number, terminal: Terminal, context: TurnContext) {
  return {
    outcome: "done" as const,
    exitCode: null,
    output: cleanRead(text, context.deps.clean),
    bytes: Buffer.byteLength(text),
    droppedBytes: 0,
    durationMs: Math.max(0, context.deps.clock.now() - started),
    where: terminal.where,
  };
}
