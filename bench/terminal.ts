import { rmSync } from "node:fs";
import { measureAttach } from "./terminal/attach.ts";
import { measureCommands } from "./terminal/commands.ts";
import { measureCrowd } from "./terminal/crowd.ts";
import { measureEcho } from "./terminal/echo.ts";
import { measureFlood } from "./terminal/flood.ts";
import { createBenchFolder } from "./terminal/setting.ts";

/** Terminals in their host against the bare thing, in one run on one machine. */
export async function run(): Promise<void> {
  const folder = createBenchFolder();
  try {
    await measureCommands(folder);
    await measureFlood(folder);
    await measureEcho(folder);
    await measureAttach(folder);
    await measureCrowd(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
