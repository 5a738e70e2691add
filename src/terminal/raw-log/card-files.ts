import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type * as z from "zod";

/** Null when there is none. */
export function readCard<T>(path: string, schema: z.ZodType<T>): T | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}

/** Renamed into place, so that a reader never finds half a file. */
export function writeWhole(path: string, value: unknown): void {
  const staging = `${path}.${process.pid}`;
  writeFileSync(staging, JSON.stringify(value), { mode: 0o600 });
  renameSync(staging, path);
}
