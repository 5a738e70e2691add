import type { PtyExit } from "../system/pty.ts";
import { explainFailure, type SshFailure } from "./explain-failure.ts";
import type { SshHost } from "./resolve-ssh-host.ts";
import { hasLoggedIn, type SshLogin } from "./ssh-login.ts";
import { findMaster } from "./ssh-master.ts";
import type { SshSetup } from "./ssh-setup.ts";

/** How a terminal over ssh ended. A dropped link is no exit: the shell may still run at the other end. */
export type SshEnd =
  | { why: "login-failed"; failure: SshFailure }
  | { why: "shell-exited"; exitCode: number }
  | { why: "link-lost"; detail: string }
  | { why: "closed" };

/** What the end of its client says of a terminal. */
export async function judgeEnd(
  exit: PtyExit,
  known: { host: SshHost; setup: SshSetup; login: SshLogin; master: number | null; wasClosed: boolean },
): Promise<SshEnd> {
  const { host, setup, login, master } = known;
  const text = login.said();
  const isIn = login.isLoggedIn() || hasLoggedIn(text);
  if (known.wasClosed) return { why: "closed" };
  if (!isIn) {
    return { why: "login-failed", failure: explainFailure({ host, setup, text: `${text}\n${login.shown()}` }) };
  }
  if (exit.exitCode === null) return { why: "closed" };
  // 255 is the client's own failure, and may be the shell's exit code too: then the connection is still there.
  if (exit.exitCode !== 255 || (master !== null && (await isStillUp(master, host, setup)))) {
    return { why: "shell-exited", exitCode: exit.exitCode };
  }
  return { why: "link-lost", detail: describeLoss(host, text) };
}

async function isStillUp(master: number, host: SshHost, setup: SshSetup): Promise<boolean> {
  return (await findMaster(host, setup, AbortSignal.timeout(10_000)).catch(() => null)) === master;
}

function describeLoss(host: SshHost, log: string): string {
  const said = /^.*(?:not responding|Broken pipe|Connection (?:reset|closed|timed out)).*$/m.exec(log)?.[0].trim();
  return `The connection to ${host.destination} was lost${said === undefined ? "" : `: ${said.replace(/\.$/, "")}`}.`;
}
