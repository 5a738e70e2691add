import { spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { lookPath } from "../system/look-path.ts";
import type { Termios } from "../system/system-calls.ts";
import { loadSystemCalls } from "../system/system-calls.ts";
import { parseStty } from "./tty-snapshot.ts";

/** Loaded when it is first needed. */
let calls: ReturnType<typeof loadSystemCalls> | null = null;

/** The line settings of a terminal of this machine. Null when it is gone or they cannot be read. */
export async function readStty(device: string): Promise<Termios | null> {
  let descriptor: number;
  try {
    // O_NOCTTY: looking at a terminal must never make it ours. On stdin, because -F and -f differ between systems.
    descriptor = openSync(device, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return null; // The terminal closed between two looks.
  }
  try {
    calls ??= loadSystemCalls();
    const systemCalls = await calls;
    if (systemCalls !== null) return systemCalls.lineSettings(descriptor);
    const child = spawn("stty", ["-a"], {
      stdio: [descriptor, "pipe", "ignore"],
      env: { PATH: lookPath(process.env["PATH"]), LC_ALL: "C" },
    });
    const chunks: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
    const isDone = await new Promise<boolean>((resolve) => {
      child.once("error", () => resolve(false));
      child.once("close", (code) => resolve(code === 0));
    });
    return isDone ? parseStty(Buffer.concat(chunks).toString("latin1")) : null;
  } finally {
    closeSync(descriptor);
  }
}
