import { UserError } from "../../../base/index.ts";
import type { TerminalEnd } from "../../contract/values.ts";
import { stripAnsi } from "../../text/strip-ansi.ts";

const mostLines = 5;

/** Why there is no terminal although the target was reached: its shell was gone before it prompted. */
export function explainNoShell(seen: {
  shell: string;
  /** Of another host: its name, and the command that a person can try. Null: this machine. */
  host: { name: string; command: string } | null;
  said: string;
  exitCode: number | null;
  /** What is known beside the exit code. */
  end: TerminalEnd | null;
}): UserError {
  const { host, end, exitCode } = seen;
  const lines = stripAnsi(seen.said)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const words = lines.length === 0 ? "It said nothing." : `It said: ${lines.slice(-mostLines).join(" / ")}`;
  if (host === null) {
    return new UserError(
      "terminal.no-shell",
      `The shell "${seen.shell}" ended with exit code ${exitCode ?? "unknown"} before its first prompt. ${words}`,
      "Start it yourself to see why, or choose another shell.",
    );
  }
  const tryIt = `Try it yourself: ${host.command}`;
  if (end?.why === "link-lost") {
    return new UserError("ssh.link-lost", `ssh, step "shell": ${end.detail} ${words}`, tryIt);
  }
  return new UserError(
    "ssh.no-shell",
    `ssh, step "shell": ${host.name} accepted the login, but ended it with exit code ${exitCode ?? "unknown"} before a first prompt. ${words}`,
    `The account may be locked, or allowed one command only. ${tryIt}`,
  );
}
