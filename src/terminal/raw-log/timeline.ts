import * as z from "zod";

/**
 * When things happened, one JSON line each, in a file beside each segment. `offset` is the first byte that had not been
 * written when it happened. Input is never among them: what was typed with echo shows in the output, and what was
 * typed without is nobody's business.
 */
export const TimelineEntry = z.discriminatedUnion("type", [
  /** The bytes from `offset` on came at `atMs` or later. */
  z.strictObject({ type: z.literal("bytes"), atMs: z.number(), offset: z.int().min(0) }),
  z.strictObject({
    type: z.literal("resized"),
    atMs: z.number(),
    offset: z.int().min(0),
    cols: z.int().min(1),
    rows: z.int().min(1),
  }),
  /** A command of the agent began. */
  z.strictObject({ type: z.literal("command"), atMs: z.number(), offset: z.int().min(0), command: z.string() }),
  /** Where its output ended; what follows is a prompt. Written when that is known, so it may come after later bytes. */
  z.strictObject({ type: z.literal("command-ended"), atMs: z.number(), offset: z.int().min(0) }),
  z.strictObject({
    type: z.literal("closed"),
    atMs: z.number(),
    offset: z.int().min(0),
    exitCode: z.int().nullable(),
  }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** The common entry is an array: it is written up to 60 times a second. */
export function timelineLine(entry: TimelineEntry): string {
  return `${JSON.stringify(entry.type === "bytes" ? [entry.atMs, entry.offset] : entry)}\n`;
}

/** Entries of a timeline file. A last line that is not finished yet is left out; any other damage is an error. */
export function parseTimeline(text: string): TimelineEntry[] {
  const lines = text.split("\n");
  lines.pop();
  return lines.map((line) => {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return TimelineEntry.parse({ type: "bytes", atMs: value[0], offset: value[1] });
    return TimelineEntry.parse(value);
  });
}
