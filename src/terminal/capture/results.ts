import type { CommandOutcome } from "../../protocol/index.ts";
import type { CommandResult, Foreground } from "../terminal.ts";
import type { FinishedCommand, TrackedCommand } from "./tracked-command.ts";

/** What is known of a command at the moment its caller gets an answer. */
export function commandResult(
  command: TrackedCommand,
  known: {
    outcome: CommandOutcome;
    exitCode: number | null;
    cwd: string | null;
    to: number;
    durationMs: number;
    confidence: "marks" | "heuristic";
    reason?: string;
    foreground?: Foreground;
  },
): CommandResult {
  const { to: end, ...rest } = known;
  // What was only typed and never ran has printed nothing; the echo of the line is not its output.
  const to = known.outcome === "incomplete-input" && !command.hasBegun ? command.from : end;
  // More may have been printed than the command itself did: a prompt, by the time it was known for one.
  const excess = Math.max(0, command.collector.length() - (to - command.from));
  const { output, droppedBytes } = command.collector.result(excess);
  return {
    ...rest,
    // Where the shell never said that output begins (a syntax error), the line end of the typed line comes first.
    output: command.hasBegun ? output : output.replace(/^[\r\n]+/, ""),
    bytes: to - command.from,
    droppedBytes,
    range: { from: command.from, to },
  };
}

/** Nothing was run. */
export function emptyResult(known: {
  outcome: CommandOutcome;
  exitCode?: number | null;
  cwd: string | null;
  offset: number;
  durationMs: number;
  confidence: "marks" | "heuristic";
  reason?: string;
  foreground?: Foreground;
}): CommandResult {
  const { offset, ...rest } = known;
  return {
    exitCode: null,
    ...rest,
    output: "",
    bytes: 0,
    droppedBytes: 0,
    range: { from: offset, to: offset },
  };
}

/** Enter was not pressed. */
export const notShown =
  "This shell prints no marks, and the screen did not show its prompt with exactly this command behind it, so Cotty did not press Enter.";
const kept = "The shell kept the line instead of running it. Cotty cleared the line.";
const changed =
  "A key or hook of this shell put another text on the line when Cotty pressed Enter, so a different command ran.";

export function whyNotRun({ wasKept, wasChanged, command }: FinishedCommand): { reason?: string } {
  if (wasChanged) return { reason: changed };
  return wasKept && !command.isIncomplete ? { reason: kept } : {};
}

/** dash, ash and mksh evaluate a carried command, so instead of asking for more they say what was missing. */
const shWantsMore =
  /(unterminated quoted string|end of file unexpected|unexpected end of file|unexpected '?eof'?|no closing quote|here document '.*' unclosed|unexpected "\(eof\)"|unmatched '\S+')[^\n]*\n$/i;

export function finishedOutcome(finished: FinishedCommand): "exited" | "incomplete-input" | "interrupted" {
  if (finished.command.isIncomplete) return "incomplete-input";
  if (finished.wasKept || finished.wasChanged) return "interrupted";
  if (!finished.wasAbandoned) return "exited";
  return shWantsMore.test(finished.command.collector.result().output) ? "incomplete-input" : "exited";
}
