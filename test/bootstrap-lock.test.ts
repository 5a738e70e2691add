import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const module = new URL("../scripts/bootstrap-lock.mjs", import.meta.url).href;
// Says what happens on stdout, and holds the lock until its stdin ends.
const program = `
  import { takeLock } from ${JSON.stringify(module)};
  takeLock(process.argv[1], () => process.stdout.write("waiting;"));
  process.stdout.write("taken;");
  process.stdin.resume();
`;

let folder: string;
let lock: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-lock-"));
  lock = join(folder, "lock");
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true });
});

function start() {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, lock], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  let said = "";
  const saying = new Set<() => void>();
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    for (const look of saying) look();
  });
  const hasSaid = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => said === text && resolve();
      saying.add(look);
      look();
    });
  return { child, hasSaid };
}

it("lets the second set-up wait until the first has ended, and leaves nothing behind", async () => {
  const first = start();
  await first.hasSaid("taken;");
  const second = start();
  await second.hasSaid("waiting;");
  first.child.stdin.end();
  await second.hasSaid("waiting;taken;");
  second.child.stdin.end();
  await once(second.child, "exit");
  expect(existsSync(lock)).toBe(false);
});

it("takes over from a set-up that was killed", async () => {
  const first = start();
  await first.hasSaid("taken;");
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(existsSync(lock)).toBe(true);
  await start().hasSaid("taken;");
});

it("takes over a lock whose owner's number means nothing", async () => {
  writeFileSync(lock, "2147483646");
  await start().hasSaid("taken;");
});
