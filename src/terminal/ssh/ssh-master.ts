import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { claimSshMaster } from "../system/own-children.ts";
import { runProgram } from "../system/side-channel.ts";
import type { SshHost } from "./resolve-ssh-host.ts";
import type { SshSetup } from "./ssh-setup.ts";
import { muxCommand } from "./ssh-side-channel.ts";

/** How long a shared connection waits for the next terminal after the last one has closed. */
export const keepSeconds = 60;

/** The process that holds the shared connection to a host; null when there is none. */
export async function findMaster(host: SshHost, setup: SshSetup, signal: AbortSignal): Promise<number | null> {
  const result = await control(host, setup, "check", signal);
  const pid = Number(/pid=(\d+)/.exec(new TextDecoder().decode(result.stderr))?.[1] ?? 0);
  if (result.exitCode !== 0 || pid === 0) return null;
  claimSshMaster(pid);
  return pid;
}

/**
 * Ends the shared connection and every terminal on it. In the product it ends by itself; tests cannot wait for that.
 * @internal
 */
export async function closeMaster(host: SshHost, setup: SshSetup, signal: AbortSignal): Promise<void> {
  await control(host, setup, "exit", signal);
}

function control(host: SshHost, setup: SshSetup, verb: "check" | "exit", signal: AbortSignal) {
  const argv = muxCommand(host, ["-O", verb, "--", host.hostName]);
  return runProgram(argv, { signal, timeoutMs: 10_000, env: setup.env });
}

/**
 * Later terminals on a shared connection see no handshake, so the first one leaves word of the key it verified. The
 * file belongs to one connection by its name and appears as a whole: other processes read and tidy at any moment.
 */
export function rememberHostKey(host: SshHost, master: number, hostKey: string): void {
  const path = keyFile(host, master);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${hostKey}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Null: nobody left word, or not yet. That is no knowledge of another key. */
export function recallHostKey(host: SshHost, master: number): string | null {
  try {
    return readFileSync(keyFile(host, master), "utf8").trim();
  } catch {
    return null; // The connection was not made by us to the end.
  }
}

function keyFile(host: SshHost, master: number): string {
  return `${host.controlPath}.${master}.key`;
}
