import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import { createTerminals, type Terminal, type Terminals } from "../src/terminal/index.ts";
import { hasSshd, startSshd, type ThrowawaySshd } from "../test/support/sshd.ts";
import { median, milliseconds, report } from "./report.ts";
import { createBenchFolder, never, soon } from "./terminal/setting.ts";

const exec = promisify(execFile);
let sessions = 0;

/** Terminals behind a real sshd on this machine, against the bare ssh client: the network costs nothing, we do. */
export async function run(): Promise<void> {
  if (!hasSshd) return report("ssh", "not measured", "sshd is not installed", "");
  const folder = createBenchFolder();
  const sshd = await startSshd();
  const terminals = createTerminals({ stateDir: folder, env: process.env, sshConfigFile: sshd.configFile });
  try {
    const terminal = await open(terminals, sshd);
    await measureOpening(terminals, sshd);
    await measureLooks(sshd, terminal);
    await terminal.close();
  } finally {
    await terminals[Symbol.asyncDispose]();
    await sshd[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  }
}

function open(terminals: Terminals, sshd: ThrowawaySshd): Promise<Terminal> {
  const owner = { session: `bench_ssh_${sessions++}`, epoch: 1 };
  return terminals.open({ target: `ssh:${sshd.name}`, owner, signal: never });
}

async function measureOpening(terminals: Terminals, sshd: ThrowawaySshd): Promise<void> {
  const login = await timesOf(10, () => exec("ssh", ["-F", sshd.configFile, sshd.name, "true"]));
  const next = await timesOf(10, async () => {
    const terminal = await open(terminals, sshd);
    await terminal.run("true", soon);
    await terminal.close();
  });
  report(
    "another terminal, ready, and one command",
    milliseconds(median(next)),
    `ssh host true: ${milliseconds(median(login))}`,
    `${(median(next) / median(login)).toFixed(2)}x`,
  );
}

async function measureLooks(sshd: ThrowawaySshd, terminal: Terminal): Promise<void> {
  const bare = await timesOf(20, () => exec("ssh", ["-F", sshd.configFile, sshd.name, "cat", "/etc/hostname"]));
  const beside = await timesOf(20, () => terminal.side(["cat", "/etc/hostname"], soon));
  report(
    "a look beside the terminal",
    milliseconds(median(beside)),
    `ssh host cat: ${milliseconds(median(bare))}`,
    `${(median(beside) / median(bare)).toFixed(2)}x`,
  );
  await terminal.run("sleep 60", { ...soon, timeoutMs: 300 });
  const waits = await timesOf(20, () => terminal.state());
  await terminal.interrupt();
  report("who waits for the keyboard, over ssh", milliseconds(median(waits)), "", "");
}

async function timesOf(count: number, once: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await once();
    times.push(performance.now() - started);
  }
  return times;
}
