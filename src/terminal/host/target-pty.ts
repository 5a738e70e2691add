import { basename } from "node:path";
import { UserError } from "../../base/index.ts";
import { createLocalProbe, type ForegroundProbe } from "../foreground-probe.ts";
import { openLocalPty, type Pty } from "../pty.ts";
import type { OpenParams } from "./messages.ts";

export interface TargetPty {
  pty: Pty;
  /** The shell's name where it is known for certain. */
  shell: string;
  probe: ForegroundProbe | null;
}

/** Opens the PTY that a target asks for. A target that cannot be reached is an error; nothing falls back to this machine. */
export async function openTargetPty(params: OpenParams, signal: AbortSignal): Promise<TargetPty> {
  signal.throwIfAborted();
  if (params.target !== "local") {
    throw new UserError("terminal.target", `${params.target} cannot be opened yet.`, 'Use the target "local".');
  }
  const { env, cols, rows } = params;
  const shell = params.shell ?? env["SHELL"] ?? "/bin/sh";
  const pty = openLocalPty({ argv: [shell], cwd: params.cwd ?? env["HOME"] ?? "/", env, cols, rows });
  return { pty, shell: basename(shell), probe: createLocalProbe({ shellPid: pty.pid }) };
}
