import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { median, milliseconds, report } from "./report.ts";

const bundle = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.js");
const rounds = 15;
const inOneTurn = 20;
/** As many commands go first: a process that has just started is still being compiled. */
const warmUp = 200;
const count = 200;

/** pexpect's own way to run commands in a shell that stays: Debian's python3-pexpect. */
const replwrap = `
import sys
from pexpect import replwrap
shell = replwrap.bash()
print("ready", flush=True)
for line in sys.stdin:
    shell.run_command(line.rstrip("\\n"))
    print("done", flush=True)
`;

/** Commands for scripts: one more in a shell that stays, and one in an empty home, beside what others take for the same. */
export async function run(): Promise<void> {
  await oneMoreCommand();
  oneCommandInAnEmptyHome();
}

async function oneMoreCommand(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "cotty-bench-"));
  const subjects = new Map([["cotty", await startLines(process.execPath, [bundle, "exec", "--jsonl"], home)]]);
  if (hasPexpect()) subjects.set("replwrap", await startLines("/usr/bin/python3", ["-c", replwrap], home, "ready"));
  const times = new Map<string, number[]>();
  for (let turn = 0; turn < (warmUp + count) / inOneTurn; turn++) {
    for (const [name, subject] of subjects) {
      const own = times.get(name) ?? [];
      times.set(name, own);
      for (let i = 0; i < inOneTurn; i++) {
        const started = performance.now();
        await subject.ask(name === "cotty" ? '{"command":"true"}' : "true");
        own.push(performance.now() - started);
      }
    }
  }
  for (const subject of subjects.values()) await subject.close();
  rmSync(home, { recursive: true, force: true });
  const medianOf = (name: string) => median((times.get(name) ?? []).slice(warmUp));
  report(
    "exec --jsonl: one more command",
    milliseconds(medianOf("cotty")),
    subjects.has("replwrap")
      ? `pexpect's replwrap: ${milliseconds(medianOf("replwrap"))} = ${(medianOf("replwrap") / medianOf("cotty")).toFixed(1)}x`
      : "pexpect's replwrap: not here (python3-pexpect)",
    "≤ 2.5 ms",
  );
}

/** A program that answers each line with a line. */
async function startLines(program: string, args: string[], home: string, greeting?: string) {
  const child: ChildProcess = spawn(program, args, {
    cwd: home,
    env: { ...process.env, HOME: home, COTTY_STATE_DIR: join(home, "state") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error(`${program} has no pipes`);
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  if (greeting !== undefined) await answers.next();
  const closed = new Promise((resolve) => child.once("close", resolve));
  return {
    async ask(line: string): Promise<void> {
      stdin.write(`${line}\n`);
      await answers.next();
    },
    async close(): Promise<void> {
      stdin.end();
      await closed;
    },
  };
}

function oneCommandInAnEmptyHome(): void {
  const own: number[] = [];
  const node: number[] = [];
  for (let round = 0; round < rounds; round++) {
    own.push(inEmptyHome(process.execPath, [bundle, "exec", "--", "true"]));
    node.push(inEmptyHome(process.execPath, ["-e", "0"]));
  }
  report(
    "exec -- true in an empty home",
    milliseconds(median(own)),
    `node -e 0: ${milliseconds(median(node))}`,
    "≤ 300 ms",
  );
}

function inEmptyHome(program: string, args: string[]): number {
  const home = mkdtempSync(join(tmpdir(), "cotty-bench-"));
  const started = performance.now();
  spawnSync(program, args, {
    cwd: home,
    env: { ...process.env, HOME: home, COTTY_STATE_DIR: join(home, "state") },
    stdio: "ignore",
  });
  const took = performance.now() - started;
  rmSync(home, { recursive: true, force: true });
  return took;
}

function hasPexpect(): boolean {
  return spawnSync("/usr/bin/python3", ["-c", "import pexpect"], { stdio: "ignore" }).status === 0;
}
