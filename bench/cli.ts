import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { median, milliseconds, report } from "./report.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundle = join(root, "dist", "main.js");
const rounds = 21;

/** How long a person waits before anything happens. Rounds alternate, so that load on the machine hits all alike. */
export async function run(): Promise<void> {
  const bare: number[] = [];
  const version: number[] = [];
  const script: number[] = [];
  for (let i = 0; i < rounds; i++) {
    bare.push(timed(process.execPath, ["-e", "0"]));
    version.push(timed(process.execPath, [bundle, "--version"]));
    script.push(timed(join(root, "bin", "cotty"), ["--version"]));
  }
  const floor = median(bare);
  const against = `node -e 0: ${milliseconds(floor)}`;
  report("cotty --version (bundle)", `${milliseconds(median(version))} = ${ratio(version, floor)}`, against, "≤ 1.6x");
  report(
    "cotty --version (bin/cotty of a checkout)",
    `${milliseconds(median(script))} = ${ratio(script, floor)}`,
    against,
    "",
  );
  const first = [];
  for (let i = 0; i < 7; i++) first.push(await firstEvent());
  report("cotty run: first event", milliseconds(median(first)), against, "");
}

function ratio(values: number[], floor: number): string {
  return `${(median(values) / floor).toFixed(2)}x`;
}

function timed(program: string, args: string[]): number {
  const started = performance.now();
  spawnSync(program, args, { stdio: "ignore" });
  return performance.now() - started;
}

async function firstEvent(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "cotty-bench-"));
  const started = performance.now();
  const model = `scripted/${join(root, "demo", "first-steps.json")}`;
  const child = spawn(process.execPath, [bundle, "run", "--json", "--mode", "plan", "--model", model, "x"], {
    env: { ...process.env, COTTY_STATE_DIR: home },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const seen = await new Promise<number>((resolve) =>
    child.stdout.once("data", () => resolve(performance.now() - started)),
  );
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  rmSync(home, { recursive: true, force: true });
  return seen;
}
