import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { anthropicWire } from "../test/support/fake-anthropic.ts";
import { fakeKey, startFakeModelServer } from "../test/support/fake-model-server.ts";
import { bareRequest } from "./agent.ts";
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
  await firstCharacters();
}

/** From the prompt in the log of a fresh process to its first streamed character there, without what the model took. */
async function firstCharacters(): Promise<void> {
  await using server = await startFakeModelServer(anthropicWire());
  const own: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < 9; i++) {
    server.reply({ text: ["Hello"] }, { text: ["Hello"] });
    bare.push(await bareRequest(server.url));
    own.push(await firstCharacter(server.url));
  }
  report(
    "fresh process: prompt → first character",
    milliseconds(median(own) - median(bare)),
    `ours ${milliseconds(median(own))}, bare HTTP ${milliseconds(median(bare))}`,
    "< 50 ms",
  );
}

async function firstCharacter(url: string): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "cotty-bench-"));
  const child = spawn(process.execPath, [bundle, "run", "--json", "--mode", "plan", "x"], {
    cwd: home,
    env: {
      ...process.env,
      COTTY_STATE_DIR: home,
      XDG_CONFIG_HOME: home,
      COTTY_MODEL: "anthropic/claude-sonnet-4-5",
      ANTHROPIC_API_KEY: fakeKey,
      COTTY_PROVIDERS_ANTHROPIC_BASE_URL: `${url}/v1`,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(child, "close");
  const at = new Map<string, number>();
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { type: string; at: number };
    if (!at.has(event.type)) at.set(event.type, event.at);
  }
  await closed;
  rmSync(home, { recursive: true, force: true });
  return (at.get("text.streamed") ?? Number.NaN) - (at.get("prompt.received") ?? Number.NaN);
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
