import * as z from "zod";
import { Confidence, Foreground, OffsetRange } from "../../protocol/index.ts";

/** What is known of every command, whatever became of it. */
const captured = {
  /** UTF-8, CRLF as LF, escape sequences kept; head and tail with the gap counted when over the limits. */
  output: z.string(),
  /** All bytes the command printed. */
  bytes: z.int(),
  droppedBytes: z.int(),
  cwd: z.string().nullable(),
  durationMs: z.number(),
  confidence: Confidence,
  /** The exact bytes, in the raw log. */
  range: OffsetRange,
};

/** Where there can be no exit code. It is written all the same: the JSON of `cotty exec` has the field in every line. */
const noExitCode = { exitCode: z.null() };

/** What a command printed and how it ended. Never an invented exit code: what is not known is null. */
export const CommandResult = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("exited"), exitCode: z.int().nullable(), ...captured }),
  /** It has not ended, because of the time-out or an abort. `foreground` holds the keyboard. */
  z.object({ outcome: z.literal("running"), foreground: Foreground, ...noExitCode, ...captured }),
  /** The shell asked for more of it; the line was given up. */
  z.object({ outcome: z.literal("incomplete-input"), ...noExitCode, ...captured }),
  /** Nothing was typed or run. `reason`, for a person, where it is not just that `foreground` has the keyboard. */
  z.object({
    outcome: z.literal("not-at-prompt"),
    foreground: Foreground,
    reason: z.exactOptional(z.string()),
    ...noExitCode,
    ...captured,
  }),
  /** The shell did not run it, or ran something else. `reason`: one sentence for a person. */
  z.object({ outcome: z.literal("interrupted"), reason: z.string(), ...noExitCode, ...captured }),
  /** The shell has ended, and this is its own exit code. */
  z.object({ outcome: z.literal("terminal-closed"), exitCode: z.int().nullable(), ...captured }),
  /** Nothing ran: folder, shell or PATH are not those that it was approved for. */
  z.object({ outcome: z.literal("context-changed"), ...noExitCode, ...captured }),
]);
export type CommandResult = z.infer<typeof CommandResult>;

type Captured = "output" | "bytes" | "droppedBytes" | "cwd" | "durationMs" | "confidence" | "range";
type EndingOf<R> = R extends CommandResult ? Omit<R, Captured> : never;
/** How a command ended, without what was captured of it. */
export type CommandEnding = EndingOf<CommandResult>;

/**
 * A result without any output: nothing ran, or nothing could be read any more. Bytes of the raw log in its range count
 * as left out.
 */
export function withoutOutput<E extends CommandEnding>(
  ending: E,
  known: Pick<CommandResult, "cwd" | "durationMs" | "confidence" | "range">,
) {
  const bytes = known.range.to - known.range.from;
  return { ...ending, ...known, output: "", bytes, droppedBytes: bytes };
}
