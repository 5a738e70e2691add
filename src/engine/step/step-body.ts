import type { Foreground, ReportedError } from "../../protocol/index.ts";
import type { CommandResult, Terminal } from "../../terminal/index.ts";
import { cleanOpenText, cleanOutput, cleanRead } from "../record/clean-output.ts";
import { storable } from "../record/shorten-for-event.ts";
import type { TurnContext } from "./turn-context.ts";

/** The end of a step that ran a command. */
export function finishedBody(
  result: CommandResult,
  ending: { stopped: boolean; foreground: Foreground | null },
  terminal: Terminal,
  context: Pick<TurnContext, "deps">,
) {
  const wasCutShort = ending.stopped && result.outcome === "running";
  const foreground = ending.foreground ?? ("foreground" in result ? result.foreground : null);
  return {
    ...("reason" in result && { error: notRun(result.reason) }),
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
function cleanForeground(foreground: Foreground, { deps }: Pick<TurnContext, "deps">): Foreground {
  const { waiting, prompt } = foreground;
  const isWaiting = waiting === "line-input" || waiting === "password" || waiting === "prompt";
  const isQuestion = isWaiting && questionEnd.test(prompt);
  return { ...foreground, prompt: isQuestion ? deps.clean(prompt) : cleanOpenText(prompt, deps) };
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
