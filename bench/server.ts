import { measureCrowd } from "./server/crowd.ts";
import { measureEcho } from "./server/echo.ts";
import { openBenchServer } from "./server/setting.ts";
import { measureReconnect, measureViewers } from "./server/viewers.ts";

export async function run(): Promise<void> {
  await using bench = await openBenchServer();
  await measureEcho(bench);
  await measureReconnect(bench);
  await measureViewers(bench);
  await measureCrowd(bench);
}
