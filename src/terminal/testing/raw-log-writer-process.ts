/** A process that writes a raw log of TOTAL bytes in uneven pieces, for tests that read it from another process. */
import { createRawLog } from "../raw-log/raw-log-writer.ts";

const [directory = "", total = "0", cap = "0"] = process.argv.slice(2);
const log = createRawLog({ directory, capBytes: Number(cap) });
const byteAt = (offset: number) => (offset * 31 + (offset >>> 8) * 7 + (offset >>> 16)) & 255;
for (let piece = 1; log.end < Number(total); piece++) {
  const length = Math.min(((piece * 7919) % 60_000) + 1, Number(total) - log.end);
  const start = log.end;
  log.append(Uint8Array.from({ length }, (_, i) => byteAt(start + i)));
  if (piece % 3 === 0) await log.flush();
}
await log[Symbol.asyncDispose]();
