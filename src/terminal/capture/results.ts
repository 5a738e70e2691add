import { assertNever } from "../../base/index.ts";
import { type Confidence, shellNames } from "../../protocol/index.ts";
import type { CommandEnding, CommandResult } from "../contract/command-result.ts";
import { shells } from "../shells/shells.ts";
import type { FinishedCommand, TrackedCommand } from "./tracked-command.ts";

/** What is known of a command at the moment its caller gets an answer. */
export function commandResult(
  command: TrackedCommand,
  ending: CommandEnding,
  {
    to: end,
    hasBegun,
    ...known
  }: { cwd: string | null; to: number; durationMs: number; confidence: Confidence; hasBegun: boolean },
): CommandResult {
  // What was only typed and never ran has printed nothing; the echo of the line is not its output.
  const to = ending.outcome === "incomplete-input" && !hasBegun ? command.from : end;
  // More may have been printed than the command itself did: a prompt, by the time it was known for one.
  const excess = Math.max(0, command.collector.length() - (to - command.from));
  const { output, droppedBytes } = command.collector.result(excess);
  return {
    ...ending,
    ...known,
    // Where the shell never said that output begins (a syntax error), the line end of the typed line comes first.
    output: hasBegun ? output : output.replace(/^[\r\n]+/, ""),
    bytes: to - command.from,
    droppedBytes,
    range: { from: command.from, to },
  };
}

/** Enter was not pressed. */
export const notShown =
  "This shell prints no marks, and the screen did not show its prompt with exactly this command behind it, so Cotty did not press Enter.";
const kept = "The shell kept the line instead of running it. Cotty cleared the line.";
const undelivered =
  "The command did not reach the shell whole, so the shell ran nothing. It may not be able to start programs: a limit (ulimit) may forbid it, or base64 is missing. Lift the limit, or open a new terminal.";
const changed =
  "A key or hook of this shell put another text on the line when Cotty pressed Enter, so a different command ran.";

/** The last line of what was printed says that a carried command lacks its end. */
function wantsMore(output: string): boolean {
  const [last = ""] = /[^\n]*\n$/.exec(output) ?? [];
  return shellNames.some((name) => shells[name].wantsMore?.test(last));
}

export function endingOf({ command, how, exitCode }: FinishedCommand): CommandEnding {
  switch (how) {
    case "ended":
      return { outcome: "exited", exitCode };
    case "abandoned":
      return wantsMore(command.collector.result().output)
        ? { outcome: "incomplete-input", exitCode: null }
        : { outcome: "exited", exitCode };
    case "incomplete":
      return { outcome: "incomplete-input", exitCode: null };
    case "kept":
      return { outcome: "interrupted", exitCode: null, reason: kept };
    case "changed":
      return { outcome: "interrupted", exitCode: null, reason: changed };
    case "undelivered":
      return { outcome: "interrupted", exitCode: null, reason: undelivered };
    default:
      return assertNever(how);
  }
}
