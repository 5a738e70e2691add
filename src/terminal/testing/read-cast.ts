import * as z from "zod";
import type { RecordingEvent } from "../recording/recording.ts";

const Header = z.looseObject({
  version: z.literal(3),
  term: z.looseObject({ cols: z.int().min(1), rows: z.int().min(1) }),
});
const Line = z.tuple([z.number().min(0), z.string(), z.string()]);

/** Reads an asciicast file as the players of others do, to compare it with the recording it was made of. */
export function readCast(text: string): { cols: number; rows: number; events: RecordingEvent[] } {
  const [header, ...lines] = text.trimEnd().split("\n");
  const { cols, rows } = Header.parse(JSON.parse(header ?? "")).term;
  const events: RecordingEvent[] = [];
  let atMs = 0;
  for (const line of lines) {
    const [seconds, code, data] = Line.parse(JSON.parse(line));
    atMs += seconds * 1000;
    events.push(toEvent(Math.round(atMs), code, data));
  }
  return { cols, rows, events };
}

function toEvent(atMs: number, code: string, data: string): RecordingEvent {
  if (code === "o") return { type: "output", atMs, offset: 0, text: data };
  if (code === "m") return { type: "command", atMs, command: data };
  if (code === "x") return { type: "closed", atMs, exitCode: Number(data) };
  const [cols, rows] = data.split("x").map(Number);
  return { type: "resized", atMs, cols: cols ?? 0, rows: rows ?? 0 };
}
