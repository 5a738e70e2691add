import * as z from "zod";
import { UserError } from "../../base/index.ts";
import type { RecordingEvent } from "./recording.ts";

const HeaderV2 = z.looseObject({ version: z.literal(2), width: z.int().min(1), height: z.int().min(1) });
const HeaderV3 = z.looseObject({
  version: z.literal(3),
  term: z.looseObject({ cols: z.int().min(1), rows: z.int().min(1) }),
});
const Line = z.tuple([z.number().min(0), z.string(), z.string()]);

/** Reads an asciicast file, v3 or v2, whoever made it. Kinds of events that are unknown here are left out. */
export function readCast(text: string): { cols: number; rows: number; events: RecordingEvent[] } {
  const [first = "", ...lines] = text.split("\n");
  const header = z.union([HeaderV2, HeaderV3]).safeParse(parseJson(first, 1));
  if (!header.success) {
    throw notACast(1, "its first line is not a header of version 2 or 3");
  }
  const isV3 = header.data.version === 3;
  const size =
    header.data.version === 3
      ? { cols: header.data.term.cols, rows: header.data.term.rows }
      : { cols: header.data.width, rows: header.data.height };
  const events: RecordingEvent[] = [];
  let atMs = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const parsed = Line.safeParse(parseJson(line, index + 2));
    if (!parsed.success) throw notACast(index + 2, "it is not [time, code, data]");
    const [time, code, data] = parsed.data;
    atMs = isV3 ? atMs + time * 1000 : time * 1000;
    const event = toEvent(Math.round(atMs), code, data);
    if (event !== null) events.push(event);
  }
  return { ...size, events };
}

function toEvent(atMs: number, code: string, data: string): RecordingEvent | null {
  const size = /^(\d{1,5})x(\d{1,5})$/.exec(data);
  if (code === "o") return { type: "output", atMs, offset: 0, text: data };
  if (code === "m") return { type: "command", atMs, command: data };
  if (code === "r" && size !== null) return { type: "resized", atMs, cols: Number(size[1]), rows: Number(size[2]) };
  if (code === "x" && /^\d{1,3}$/.test(data)) return { type: "closed", atMs, exitCode: Number(data) };
  return null;
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw notACast(number, "it is not JSON");
  }
}

function notACast(line: number, problem: string): UserError {
  return new UserError(
    "recording.not-a-cast",
    `This is not an asciicast recording: line ${line}: ${problem}.`,
    "Export one with: cotty export --format cast SESSION",
  );
}
