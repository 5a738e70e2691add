import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import { describeError } from "../../base/index.ts";
import { loginShell, openStore, originProblem } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { printable } from "../printable.ts";
import { version } from "../version.ts";

interface Check {
  name: string;
  /** Throws when something has to be done; answers with what was found. */
  look(): Promise<string> | string;
  /** Cotty works without it. */
  optional?: string;
}

export async function doctor(context: CliContext): Promise<void> {
  const checks: Check[] = [
    { name: "Cotty", look: () => `${version} on Node ${process.version}, ${process.platform} ${process.arch}` },
    { name: "State folder", look: () => writableFolder(context.stateDir()) },
    { name: "Store", look: () => checkStore(context.stateDir()) },
    { name: "Configuration", look: () => checkConfig(context) },
    { name: "Shell", look: () => programVersion(loginShell(context.env)) },
    {
      name: "Agents",
      look: () => checkOrigins(),
      optional:
        "There, rely on the questions before commands run: docs/policy.md says what else such a program can do.",
    },
    {
      name: "ssh",
      look: () => sshVersion(),
      optional: "To work on other hosts, install OpenSSH's client (Debian: apt-get install openssh-client).",
    },
  ];
  for (const check of checks) {
    try {
      context.out(`${context.paint("green", "✓")} ${check.name.padEnd(14)} ${printable(await check.look())}\n`);
    } catch (error) {
      const described = describeError(error);
      const isFatal = check.optional === undefined;
      if (isFatal) context.exitCode = exitCodes.failed;
      const sign = isFatal ? context.paint("red", "✗") : context.paint("yellow", "–");
      const message = error instanceof Error ? error.message : described.message;
      context.out(
        `${sign} ${check.name.padEnd(14)} ${printable(message)}\n  ${printable(check.optional ?? described.nextStep)}\n`,
      );
    }
  }
}

function writableFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  accessSync(path, constants.R_OK | constants.W_OK);
  return path;
}

async function checkStore(path: string): Promise<string> {
  await using store = await openStore(path);
  await store.checkDatabase();
  const sessions = await store.list({ includeClosed: true, limit: 1_000_000 });
  return `${sessions.length} session${sessions.length === 1 ? "" : "s"}`;
}

async function checkConfig(context: CliContext): Promise<string> {
  const loaded = await context.config();
  const { user, project } = loaded.files;
  const problems = loaded.warnings.length === 0 ? "" : `, ${loaded.warnings.length} to look at (above)`;
  return `${user ?? "no user file"}${project ? `, ${project}` : ""}${problems}`;
}

async function checkOrigins(): Promise<string> {
  const problem = await originProblem();
  if (problem === null) return "Programs that come out of an agent's terminal cannot approve, even when they detach";
  throw new Error(`A program that detaches itself from an agent's terminal could approve: ${problem}.`);
}

function programVersion(program: string): string {
  const result = spawnSync(program, ["-c", "exit 0"], { timeout: 5000 });
  if (result.error) throw result.error;
  return program;
}

function sshVersion(): string {
  const result = spawnSync("ssh", ["-V"], { encoding: "utf8", timeout: 5000 });
  if (result.error) throw new Error("The ssh program is not installed here.");
  return result.stderr.trim();
}
