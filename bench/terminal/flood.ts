import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { report } from "../report.ts";
import { barePty, benchTerminals, hostPid, megabytes, onBytes, openShell, residentBytes, soon } from "./setting.ts";

const totalBytes = 200 * 1024 * 1024;
const rounds = 3;

/** `cat` of 200 MB: capture, raw log and host against bare node-pty, turn by turn; and what it does to memory. */
export async function measureFlood(folder: string): Promise<void> {
  const file = join(folder, "big.txt");
  writeBigFile(file);
  await using terminals = benchTerminals(folder);
  await using terminal = await openShell(terminals, folder);
  await terminal.run("true", soon);
  const pid = hostPid(folder);
  const before = residentBytes(pid);
  let largest = before;
  const watch = setInterval(() => {
    largest = Math.max(largest, residentBytes(pid));
  }, 20);
  let ours = 0;
  let bare = 0;
  for (let round = 0; round < rounds; round++) {
    bare += await bareCat(folder, file);
    const started = performance.now();
    const { bytes, exitCode } = await terminal.run(`cat ${file}`, soon);
    ours += performance.now() - started;
    if (exitCode !== 0 || bytes < totalBytes) throw new Error(`Bytes were lost: ${bytes} of ${totalBytes}.`);
  }
  clearInterval(watch);
  report(
    "cat of 200 MB through host and log",
    rate(ours),
    `bare node-pty: ${rate(bare)}`,
    `ratio ${(bare / ours).toFixed(2)} (≥ 0.85)`,
  );
  report("memory growth of the host meanwhile", megabytes(largest - before), `before: ${megabytes(before)}`, "< 64 MB");
}

const rate = (ms: number) => `${((totalBytes * rounds) / 1e6 / (ms / 1000)).toFixed(1)} MB/s`;

function bareCat(folder: string, file: string): Promise<number> {
  const started = performance.now();
  const pty = barePty(folder, ["cat", file]);
  let bytes = 0;
  return new Promise((resolve) => {
    onBytes(pty, (data) => {
      bytes += data.length;
      if (bytes >= totalBytes) {
        resolve(performance.now() - started);
        pty.kill();
      }
    });
  });
}

function writeBigFile(path: string): void {
  const fd = openSync(path, "w");
  const lines = Array.from(
    { length: 10_000 },
    (_, i) => `${String(i).padStart(8)} the quick brown fox jumps over the lazy dog\n`,
  );
  const block = Buffer.from(lines.join(""));
  for (let written = 0; written < totalBytes; ) written += writeSync(fd, block);
  closeSync(fd);
}
