import { measureBrowserEcho } from "./browser-echo.ts";
import { measureCrowd } from "./crowd.ts";
import { measureEcho } from "./echo.ts";
import { measurePageLoad } from "./page-load.ts";
import { openBenchServer } from "./setting.ts";
import { measureReconnect, measureViewers } from "./viewers.ts";

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
