import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fc, test } from "@fast-check/vitest";
import { afterAll, describe, expect, it } from "vitest";
import { openRawLogReader, type RawLogReader } from "./raw-log-reader.ts";
import { createRawLog } from "./raw-log-writer.ts";
import { rawLogExtent } from "./segments.ts";

const root = mkdtempSync(join(tmpdir(), "cotty-raw-log-"));
let folders = 0;
const freshFolder = () => join(root, `log-${folders++}`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Every offset has its own byte, so a chunk can be checked knowing nothing but where it should be. */
function bytesAt(offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = byteAt(offset + i);
  return bytes;
}
const byteAt = (offset: number) => (offset * 31 + (offset >>> 8) * 7 + (offset >>> 16)) & 255;

/** Reads what there is and answers with the gaps; fails on any byte that is wrong, lost or doubled. */
async function readAll(reader: RawLogReader): Promise<{ missed: number; read: number }> {
  let missed = 0;
  let read = 0;
  let expected = reader.position;
  for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
    expected += chunk.missedBytes;
    expect(chunk.offset).toBe(expected);
    expect(Buffer.compare(chunk.bytes, bytesAt(chunk.offset, chunk.bytes.length))).toBe(0);
    expected += chunk.bytes.length;
    missed += chunk.missedBytes;
    read += chunk.bytes.length;
  }
  expect(reader.position).toBe(expected);
  return { missed, read };
}

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("append" as const), bytes: fc.integer({ min: 1, max: 40_000 }) }),
    fc.record({ do: fc.constant("flush" as const) }),
    fc.record({ do: fc.constant("attach" as const), at: fc.double({ min: 0, max: 1.2, noNaN: true }) }),
    fc.record({ do: fc.constant("read" as const), reader: fc.nat(5) }),
  ),
  { maxLength: 60 },
);

describe("a raw log", () => {
  test.prop([steps, fc.constantFrom(10_000, 100_000, 256 * 1024 * 1024)], { numRuns: 150 })(
    "loses and doubles no byte for readers that attach anywhere, at any moment, and counts what the cap removed",
    async (plan, capBytes) => {
      const directory = freshFolder();
      await using log = createRawLog({ directory, capBytes });
      const readers: { reader: RawLogReader; from: number; missed: number; read: number }[] = [];
      const readOne = async (entry: (typeof readers)[number]) => {
        const { missed, read } = await readAll(entry.reader);
        entry.missed += missed;
        entry.read += read;
      };
      for (const step of plan) {
        if (step.do === "append") expect(log.append(bytesAt(log.end, step.bytes))).toBe(log.end - step.bytes);
        else if (step.do === "flush") await log.flush();
        else if (step.do === "attach") {
          const from = Math.floor(log.end * step.at);
          readers.push({ reader: openRawLogReader({ directory, from }), from, missed: 0, read: 0 });
        } else {
          const entry = readers[step.reader];
          if (entry !== undefined) await readOne(entry);
        }
      }
      await log.flush();
      for (const entry of readers) {
        await readOne(entry);
        await entry.reader[Symbol.asyncDispose]();
        expect(entry.missed + entry.read).toBe(Math.max(0, log.end - entry.from));
        if (capBytes > 10_000_000) expect(entry.missed).toBe(0);
      }
      rmSync(directory, { recursive: true, force: true });
    },
  );

  it("loses and doubles no byte between two processes while one writes and the other reads", async () => {
    const directory = freshFolder();
    const total = 8 * 1024 * 1024;
    const writer = spawn(process.execPath, [
      fileURLToPath(new URL("../testing/raw-log-writer-process.ts", import.meta.url)),
      directory,
      String(total),
      String(2 * 1024 * 1024),
    ]);
    const ended = once(writer, "exit");
    const readers = [0, 1_000_000, 7_000_000].map((from) => openRawLogReader({ directory, from }));
    const sums = readers.map(() => ({ missed: 0, read: 0 }));
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    for (let lastRound = false; !lastRound; ) {
      lastRound = isOver;
      for (const [index, reader] of readers.entries()) {
        const { missed, read } = await readAll(reader);
        const sum = sums[index];
        if (sum !== undefined) {
          sum.missed += missed;
          sum.read += read;
        }
      }
    }
    expect(await ended).toEqual([0, null]);
    expect(sums.map(({ missed, read }) => missed + read)).toEqual([total, total - 1_000_000, total - 7_000_000]);
    for (const reader of readers) await reader[Symbol.asyncDispose]();
  });

  it("keeps its files to its owner: folder 0700, files 0600", async () => {
    const directory = freshFolder();
    const log = createRawLog({ directory });
    log.append(Buffer.from("hello"));
    await log[Symbol.asyncDispose]();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(readdirSync(directory).map((name) => [name, statSync(join(directory, name)).mode & 0o777])).toEqual([
      ["000000000000000.log", 0o600],
      ["000000000000000.time", 0o600],
    ]);
  });

  it("stays within its cap, the timeline included, and reports how much is gone", async () => {
    const directory = freshFolder();
    const capBytes = 100_000;
    let now = 0;
    const log = createRawLog({ directory, capBytes, clock: { now: () => (now += 20) } });
    for (let i = 0; i < 3000; i++) {
      log.append(bytesAt(log.end, 100));
      if (i % 3 === 0) await log.flush();
    }
    await log[Symbol.asyncDispose]();
    const onDisk = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    expect(onDisk).toBeLessThanOrEqual(capBytes);
    expect(onDisk).toBeGreaterThan(capBytes / 2);
    const extent = rawLogExtent(directory);
    expect(extent.end).toBe(300_000);
    await using reader = openRawLogReader({ directory, from: 0 });
    expect(await readAll(reader)).toEqual({ missed: extent.start, read: 300_000 - extent.start });
  });

  it("asks for a pause when the disk cannot follow, and for more when it has caught up", async () => {
    const asked: boolean[] = [];
    const log = createRawLog({ directory: freshFolder(), onPressure: (isHigh) => asked.push(isHigh) });
    for (let i = 0; i < 40; i++) log.append(bytesAt(log.end, 64 * 1024));
    expect(asked).toEqual([true]);
    await log.flush();
    expect(asked).toEqual([true, false]);
    await log[Symbol.asyncDispose]();
  });

  it("keeps the order of thousands of tiny pieces that wait for one write", async () => {
    const directory = freshFolder();
    const log = createRawLog({ directory });
    for (let i = 0; i < 5000; i++) log.append(bytesAt(log.end, 7));
    await log[Symbol.asyncDispose]();
    await using reader = openRawLogReader({ directory, from: 0 });
    expect(await readAll(reader)).toEqual({ missed: 0, read: 35_000 });
  });

  it("goes on after a disk error with a gap that readers are told about", async () => {
    const directory = freshFolder();
    const lost: number[] = [];
    const log = createRawLog({ directory, capBytes: 800, onLost: (_error, bytes) => lost.push(bytes) });
    log.append(bytesAt(0, 200));
    await log.flush();
    // The next segment cannot be made while a folder stands where its file should be.
    mkdirSync(join(directory, "000000000000200.log"));
    log.append(bytesAt(200, 50));
    await log.flush();
    rmdirSync(join(directory, "000000000000200.log"));
    log.append(bytesAt(250, 50));
    await log[Symbol.asyncDispose]();
    expect(lost).toEqual([50]);
    await using reader = openRawLogReader({ directory, from: 0 });
    expect(await readAll(reader)).toEqual({ missed: 50, read: 250 });
  });

  it("refuses to write over a log that is there already", async () => {
    const directory = freshFolder();
    const log = createRawLog({ directory });
    log.append(Buffer.from("first"));
    await log[Symbol.asyncDispose]();
    expect(() => createRawLog({ directory })).toThrow("There is a raw log");
  });
});
