import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A raw log is a folder of segments. A segment's name is the absolute offset of its first byte, its size says where it
 * ends, and a difference between one's end and the next one's start is a gap. So the folder alone says everything, and
 * a reader in another process needs no index that could disagree with the bytes.
 */
const segmentName = /^(\d{15})\.log$/;

export function segmentPath(directory: string, start: number): string {
  return join(directory, `${String(start).padStart(15, "0")}.log`);
}

/** Beside each segment: when its bytes came, and what else happened (see timeline.ts). */
export function timelinePath(directory: string, start: number): string {
  return join(directory, `${String(start).padStart(15, "0")}.time`);
}

/** Start offsets, lowest first. Empty when the folder does not exist. */
export function listSegments(directory: string): number[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const starts = names.flatMap((name) => {
    const digits = segmentName.exec(name)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
  return starts.sort((a, b) => a - b);
}

export function removeSegment(directory: string, start: number): void {
  rmSync(segmentPath(directory, start), { force: true });
  rmSync(timelinePath(directory, start), { force: true });
}

/** First offset that is still there and the offset after the last byte. */
export function rawLogExtent(directory: string): { start: number; end: number } {
  const segments = listSegments(directory);
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  const size = statSync(segmentPath(directory, last), { throwIfNoEntry: false })?.size ?? 0;
  return { start: first, end: last + size };
}
