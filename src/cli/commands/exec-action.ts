import { resolve } from "node:path";
import { inQuotes, UserError } from "../../base/index.ts";
import {
  type Hosts,
  loginShell,
  openHosts,
  openRuntime,
  type Runtime,
  type SessionRunner,
  userName,
} from "../../compose/index.ts";
import { meetHost } from "../ask-host-key.ts";
import type { CliContext } from "../context.ts";
import { type ExecEnd, watchForEnd } from "../exec-end.ts";
import { runJsonLines } from "../exec-json-lines.ts";
import { errorForJson, type OneCommandOptions, runOne } from "../exec-one.ts";
import { runSplit } from "../exec-split.ts";
import { exitCodes } from "../exit-codes.ts";
import { version } from "../version.ts";

export interface ExecCommandOptions extends Omit<OneCommandOptions, "end"> {
  jsonl?: boolean;
  on?: string;
  shell?: string;
  split?: boolean;
  cwd?: string;
  env?: Record<string, string>;
}

export async function exec(context: CliContext, words: string[], options: ExecCommandOptions): Promise<void> {
  using end = watchForEnd(context);
  try {
    checkUsage(words, options);
    const hosts = openHosts(await context.config(), context.env);
    if (options.on !== undefined) {
      hosts.destinationOf(options.on);
      if (isAttended(options)) await meetHost(toPerson(context), hosts, options.on);
    }
    await using runtime = await openExecRuntime(context, options);
    const openSession = (command: string) => openExecSession(context, runtime, options, command);
    if (options.jsonl === true) {
      context.exitCode = await runJsonLines(process.stdin, context.out, { ...options, end, openSession });
      return;
    }
    const command = commandOf(words);
    const runner = await openSession(command);
    context.exitCode =
      options.split === true
        ? await execSplit(context, runner, command, { options, hosts, end })
        : await runOne(toPerson(context), runtime, runner, command, { ...options, end });
  } catch (error) {
    if (error instanceof UserError && error.code.startsWith("usage.")) throw error;
    // A failure of ours must not look like the command's own.
    const { printError } = await import("../context.ts");
    if (options.json === true) context.out(errorForJson(error));
    else printError(context, error);
    context.exitCode = exitCodes.broken;
  }
}

interface Split {
  options: ExecCommandOptions;
  hosts: Hosts;
  end: ExecEnd;
}

function checkUsage(words: string[], options: ExecCommandOptions): void {
  if (options.split === true && (options.jsonl === true || options.json === true)) {
    throw new UserError("usage.exec", "--split prints what the command prints, and no JSON.", "Leave one of them out.");
  }
  if (options.jsonl !== true) {
    if (words.length > 0) return;
    throw new UserError("usage.exec", "There is no command to run.", "Write it after --: cotty exec -- uname -a");
  }
  if (words.length > 0) {
    throw new UserError(
      "usage.exec",
      "Commands come from stdin with --jsonl, or after --, not both.",
      "Leave one of them out.",
    );
  }
  if (options.timeout !== undefined) {
    throw new UserError(
      "usage.exec",
      "--timeout is for one command; with --jsonl each line has its own.",
      'Write it into the line: {"command":"make","timeoutMs":60000}',
    );
  }
  if (options.input === false) {
    throw new UserError(
      "usage.exec",
      "--jsonl reads standard input, and -n leaves it alone.",
      "Leave one of them out.",
    );
  }
}

async function openExecRuntime(context: CliContext, options: ExecCommandOptions): Promise<Runtime> {
  const loaded = await context.config();
  return openRuntime({
    loaded,
    stateDir: context.stateDir(),
    cwd: context.cwd,
    version,
    isPersonal: true,
    isWithoutTerminal: options.split === true,
    ...(options.shell !== undefined && { shell: options.shell }),
    ...(options.env !== undefined && { env: options.env }),
  });
}

/** Is somebody here who can be asked for a password? With --jsonl the input belongs to a program. */
function isAttended(options: ExecCommandOptions): boolean {
  return process.stdin.isTTY === true && options.jsonl !== true;
}

/** Standard output is the command's own. */
function toPerson(context: CliContext): CliContext {
  return { ...context, out: context.err };
}

function openExecSession(
  context: CliContext,
  runtime: Runtime,
  options: ExecCommandOptions,
  command: string,
): Promise<SessionRunner> {
  return runtime.engine.open({
    title: `exec ${command}`,
    target: options.on === undefined ? "local" : `ssh:${options.on}`,
    cwd: options.on === undefined ? resolve(context.cwd, options.cwd ?? "") : (options.cwd ?? ""),
    settings: { ...runtime.defaultSettings, agent: "exec", model: "none" },
    by: `person:${userName()}`,
    isAttended: () => isAttended(options),
  });
}

/**
 * One word is a command line as it stands; several are an argument vector, and stay the words they are. A variable may be
 * set before them (`LANG=C`); at the beginning of a word zsh takes the sign for a search in the PATH.
 */
function commandOf(words: string[]): string {
  const [only] = words;
  if (words.length === 1 && only !== undefined) return only;
  return words.map((word) => (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : inQuotes(word))).join(" ");
}

/** Without a terminal, and recorded like every other. */
async function execSplit(context: CliContext, runner: SessionRunner, command: string, split: Split): Promise<number> {
  const { options, hosts, end } = split;
  const cwd = options.on === undefined ? resolve(context.cwd, options.cwd ?? "") : (options.cwd ?? "");
  let exitCode = 0;
  await runner.commands.beside(command, {
    by: `person:${userName()}`,
    from: "exec",
    signal: end.signal,
    cwd,
    shell: options.shell ?? loginShell(context.env),
    async carryOut() {
      const ran = await runSplit(context, command, {
        ...options,
        ...(cwd !== "" && { cwd }),
        hosts,
        end,
        isAttended: isAttended(options),
      });
      exitCode = ran.exitCode;
      return ran.result;
    },
  });
  return exitCode;
}
