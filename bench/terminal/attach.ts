import { join } from "node:path";
import { openRawLogReader } from "../../src/terminal/raw-log/raw-log-reader.ts";
import { createRawLog } from "../../src/terminal/raw-log/raw-log-writer.ts";
import { median, milliseconds, report } from "../report.ts";

/** From the wish to read at an offset until the first bytes are there. */
export async function measureAttach(folder: string): Promise<void> {
  const directory = join(folder, "terminals", "attach");
  const log = createRawLog({ directory });
  const line = Buffer.alloc(64 * 1024, "some output of a terminal\r\n");
  while (log.end < 100 * 1024 * 1024) {
    log.append(line);
    if (log.end % (1024 * 1024) === 0) await log.flush();
  }
  await log[Symbol.asyncDispose]();
  const times: number[] = [];
  for (let i = 0; i < 50; i++) {
    const started = performance.now();
    await using reader = openRawLogReader({ directory, from: Math.floor((log.end / 50) * i) });
    if ((await reader.next()) === null) throw new Error("Nothing was read.");
    times.push(performance.now() - started);
  }
  report(
    "attach to a 100 MB log at an offset",
    milliseconds(median(times)),
    `slowest ${milliseconds(Math.max(...times))}`,
    "< 50 ms",
  );
}
