import { measureBrowserEcho } from "./server/browser-echo.ts";
import { measureCrowd } from "./server/crowd.ts";
import { measureEcho } from "./server/echo.ts";
import { measurePageLoad } from "./server/page-load.ts";
import { openBenchServer } from "./server/setting.ts";
import { measureReconnect, measureViewers } from "./server/viewers.ts";

const measurements = {
  browser: measureBrowserEcho,
  page: measurePageLoad,
  echo: measureEcho,
  reconnect: measureReconnect,
  viewers: measureViewers,
  crowd: measureCrowd,
};

/** The server's own parts against the bare thing: all of it, or the parts that are named. */
export async function run(parts: readonly string[]): Promise<void> {
  await using bench = await openBenchServer();
  for (const [name, measure] of Object.entries(measurements)) {
    if (parts.length === 0 || parts.includes(name)) await measure(bench);
  }
}
