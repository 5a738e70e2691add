import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IPty, spawn } from "node-pty";
import { createTerminals, type Terminal, type Terminals, type TerminalsOptions } from "../../src/terminal/index.ts";

export const never = new AbortController().signal;
export const soon = { signal: never, timeoutMs: 120_000 };

export function createBenchFolder(): string {
  return mkdtempSync(join(tmpdir(), "cotty-bench-"));
}

/** The same small environment for every side, so that nobody's rc files are measured. */
export function benchEnvironment(folder: string): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: folder, LANG: "C.UTF-8", TERM: "xterm-256color" };
}

let sessions = 0;
export function openShell(
  terminals: Terminals,
  folder: string,
  { shell = "/bin/bash", target = "local" } = {},
): Promise<Terminal> {
  const owner = { session: `bench_${sessions++}`, epoch: 1 };
  return terminals.open({ target, owner, shell, cwd: folder, signal: never });
}

export function benchTerminals(folder: string, options: Pick<TerminalsOptions, "sshConfigFile"> = {}): Terminals {
  return createTerminals({ stateDir: folder, env: benchEnvironment(folder), ...options });
}

/** node-pty and nothing else: what the kernel and the library cost. */
export function barePty(folder: string, argv: [string, ...string[]]): IPty {
  const [file, ...args] = argv;
  return spawn(file, args, { cols: 80, rows: 24, cwd: folder, env: benchEnvironment(folder), encoding: null });
}

export function onBytes(pty: IPty, listener: (bytes: Buffer) => void): void {
  pty.onData((data) => listener(data as unknown as Buffer));
}

export function hostPid(folder: string): number {
  const [name = ""] = readdirSync(join(folder, "hosts")).filter((file) => file.endsWith(".json"));
  return (JSON.parse(readFileSync(join(folder, "hosts", name), "utf8")) as { pid: number }).pid;
}

export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return Number(kilobytes) * 1024;
}

export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
