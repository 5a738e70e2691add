import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { resolve } from "node:path";
import { describeError, UserError } from "../../base/index.ts";
import { findDaemon, loginShell, openStore, originProblem, shellWords } from "../../compose/index.ts";
import { loadConfig } from "../../config/index.ts";
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
    { name: "Named files", look: () => checkNamedFiles(context) },
    { name: "Daemon", look: () => checkDaemon(context) },
    { name: "Shell", look: () => checkShell(context) },
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
      context.say(
        `${sign} ${check.name.padEnd(14)} ${printable(message)}\n  ${printable(check.optional ?? described.nextStep)}\n`,
      );
    }
  }
}

/** A session of an hour stores less; what is below it can end at any step. */
const leastFreeBytes = 1024 * 1024;

function writableFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  accessSync(path, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize < leastFreeBytes) {
    throw new UserError(
      "doctor.disk-full",
      `${path} is on a disk that is full.`,
      "Free some space there, or delete old sessions: cotty sessions prune --help",
    );
  }
  return path;
}

async function checkStore(path: string): Promise<string> {
  await using store = await openStore(path);
  await store.checkDatabase();
  const sessions = await store.list({ includeClosed: true, limit: 1_000_000 });
  return `${sessions.length} session${sessions.length === 1 ? "" : "s"}`;
}

const unusableFile = new Set(["config.invalid-format", "config.unreadable", "config.not-found"]);

async function checkConfig(context: CliContext): Promise<string> {
  const loaded = await context.config();
  const { user, project } = loaded.files;
  const unusable = loaded.warnings.find(({ code }) => unusableFile.has(code));
  // Its message stands above with all others.
  if (unusable) throw new UserError(unusable.code, "A file of it cannot be used (above).", unusable.nextStep);
  const problems = loaded.warnings.length === 0 ? "" : `, ${loaded.warnings.length} to look at (above)`;
  return `${user ?? "no user file"}${project ? `, ${project}` : ""}${problems}`;
}

/** What the configuration names has to be there: otherwise the first who needs it finds out. */
async function checkNamedFiles(context: CliContext): Promise<string> {
  const { config } = await loadQuietly(context);
  const script = (model: string | null) => (model?.startsWith("scripted/") ? model.slice("scripted/".length) : null);
  const named = [
    { key: "runbooks.dir", path: config.runbooks.dir },
    { key: "model", path: script(config.model) },
    { key: "models.agent", path: script(config.models.agent) },
    { key: "models.chat", path: script(config.models.chat) },
  ].flatMap(({ key, path }) => (path === null ? [] : [{ key, path }]));
  const missing = named.find(({ path }) => !existsSync(resolve(context.cwd, path)));
  if (missing === undefined) return named.length === 0 ? "none" : named.map(({ path }) => path).join(", ");
  throw new UserError(
    "doctor.file-missing",
    `${missing.path}, which ${missing.key} names, is not there.`,
    `Name one that is there: cotty config set ${missing.key} VALUE. Or do without: cotty config unset ${missing.key}`,
  );
}

async function checkDaemon(context: CliContext): Promise<string> {
  const card = findDaemon(context.stateDir());
  if (card === null) return "not running";
  if (card.version !== version) {
    throw new UserError(
      "doctor.old-daemon",
      `The daemon that runs is version ${card.version}, and this program is ${version}.`,
      "To use this version: cotty daemon stop && cotty web. Terminals go on meanwhile.",
    );
  }
  const answer = await fetch(`${card.url}/api/v1/health`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (answer?.ok === true) return `version ${card.version} at ${card.url}`;
  throw new UserError(
    "doctor.daemon-silent",
    `The daemon (pid ${card.pid}) does not answer at ${card.url}.`,
    "Its log may say why: cotty daemon logs. To start it again: cotty daemon stop && cotty web",
  );
}

async function checkOrigins(): Promise<string> {
  const problem = await originProblem();
  if (problem === null) return "Programs that come out of an agent's terminal cannot approve, even when they detach";
  throw new Error(`A program that detaches itself from an agent's terminal could approve: ${problem}.`);
}

async function checkShell(context: CliContext): Promise<string> {
  const { config } = await loadQuietly(context);
  const configured = config.terminal.shell;
  const [program, ...flags] = shellWords(configured ?? loginShell(context.env)).argv;
  const result = spawnSync(program, [...flags, "-c", "exit 0"], { timeout: 5000 });
  if (!result.error) return program;
  throw new UserError(
    "doctor.shell",
    `${program} cannot be started: ${result.error.message}.`,
    configured === null
      ? "Set SHELL to a shell that is installed, or: cotty config set terminal.shell /bin/sh"
      : "Name one that is installed (cotty config set terminal.shell /bin/bash), or use the login shell: cotty config unset terminal.shell",
  );
}

/** The check of the configuration has shown its warnings. */
function loadQuietly(context: CliContext): ReturnType<CliContext["config"]> {
  return loadConfig({ env: context.env, cwd: context.cwd });
}

function sshVersion(): string {
  const result = spawnSync("ssh", ["-V"], { encoding: "utf8", timeout: 5000 });
  if (result.error) throw new Error("The ssh program is not installed here.");
  return result.stderr.trim();
}
