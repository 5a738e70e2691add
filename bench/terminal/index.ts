import { rmSync } from "node:fs";
import { measureAttach } from "./attach.ts";
import { measureCommands } from "./commands.ts";
import { measureCrowd } from "./crowd.ts";
import { measureEcho } from "./echo.ts";
import { measureFlood } from "./flood.ts";
import { createBenchFolder } from "./setting.ts";

const measurements = {
  commands: measureCommands,
  flood: measureFlood,
  echo: measureEcho,
  attach: measureAttach,
  crowd: measureCrowd,
};

/** Terminals in their host against the bare thing, in one run on one machine: all of it, or the parts that are named. */
export async function run(parts: readonly string[]): Promise<void> {
  const folder = createBenchFolder();
  try {
    for (const [name, measure] of Object.entries(measurements)) {
      if (parts.length === 0 || parts.includes(name)) await measure(folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
