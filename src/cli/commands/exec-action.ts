import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { inQuotes, UserError } from "../../base/index.ts";
import {
  loginShell,
  openHosts,
  openRuntime,
  type Runtime,
  type SessionRunner,
  shellWords,
  userName,
} from "../../compose/index.ts";
import { answerPrompts } from "../answer-prompt.ts";
import { meetHost } from "../ask-host-key.ts";
import type { CliContext } from "../context.ts";
import { type ExecEnd, watchForEnd } from "../exec-end.ts";
import { runJsonLines } from "../exec-json-lines.ts";
import { exitCodes } from "../exit-codes.ts";
import { forwardInput } from "../forward-input.ts";
import { createLineEnds } from "../line-ends.ts";
import { type CommandOutput, streamCommandOutput } from "../stream-command-output.ts";
import { version } from "../version.ts";

export interface ExecCommandOptions {
  jsonl?: boolean;
  on?: string;
  shell?: string;
  maxBytes?: number;
  split?: boolean;
  /** False: standard input is left alone, for whoever called us. */
  input?: boolean;
}

/** Longer than any command runs: `exec -- CMD` waits for its end as a shell would. */
const noTimeout = 2 ** 31 - 1;

export async function exec(context: CliContext, words: string[], options: ExecCommandOptions): Promise<void> {
  using end = watchForEnd(context);
  try {
    if (options.jsonl === true && words.length > 0) {
      throw new UserError(
        "usage.exec",
        "Commands come from stdin with --jsonl, or after --, not both.",
        "Leave one of them out.",
      );
    }
    if (options.jsonl !== true && words.length === 0) {
      throw new UserError("usage.exec", "There is no command to run.", "Write it after --: cotty exec -- uname -a");
    }
    if (options.split === true) return await execSplit(context, words, options, end);
    if (options.on !== undefined) {
      const hosts = openHosts(await context.config(), context.env);
      hosts.destinationOf(options.on);
      if (isAttended(options)) await meetHost(toPerson(context), hosts, options.on);
    }
    await using runtime = await openExecRuntime(context, options);
    const runner = await openExecSession(context, runtime, options, words);
    context.exitCode =
      options.jsonl === true
        ? await runJsonLines(runner, process.stdin, context.out, { ...options, end })
        : await execOne(context, runtime, runner, words, { ...options, end });
  } catch (error) {
    if (error instanceof UserError && error.code.startsWith("usage.")) throw error;
    // A failure of ours must not look like the command's own.
    const { printError } = await import("../context.ts");
    printError(context, error);
    context.exitCode = exitCodes.broken;
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
    ...(options.shell !== undefined && { shell: options.shell }),
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
  words: string[],
): Promise<SessionRunner> {
  return runtime.engine.open({
    title: options.jsonl === true ? "exec --jsonl" : `exec ${commandOf(words)}`,
    target: options.on === undefined ? "local" : `ssh:${options.on}`,
    cwd: options.on === undefined ? context.cwd : "",
    settings: { ...runtime.defaultSettings, agent: "exec", model: "none" },
    by: `person:${userName()}`,
    isAttended: () => isAttended(options),
  });
}

/** One command, its output as it comes, its exit code as ours. */
async function execOne(
  context: CliContext,
  runtime: Runtime,
  runner: SessionRunner,
  words: string[],
  options: ExecCommandOptions & { end: ExecEnd },
): Promise<number> {
  const { end } = options;
  const begun = new AbortController();
  const write = createWriter();
  let output: CommandOutput | null = null;
  using input = new DisposableStack();
  const client = runtime.connect("exec");
  input.defer(() => client.close());
  const asked = answerPrompts(toPerson(context), client, runner.id, { signal: begun.signal });
  // Once the command runs, keys are its own.
  input.defer(() => begun.abort());
  const running = runner.exec(commandOf(words), {
    by: `person:${userName()}`,
    from: "exec",
    signal: end.signal,
    timeoutMs: noTimeout,
    limits: { maxBytes: 1024, maxLines: 10 },
    onTerminal: (terminal) => {
      begun.abort();
      output = streamCommandOutput(terminal, write.push);
      input.use(forwardInput(terminal, { isRead: options.input !== false }));
    },
  });
  const result = await running.catch((error: unknown) => {
    // Ctrl+C while the host still asks for a password: nothing has run.
    if (end.signal.aborted) return null;
    throw error;
  });
  begun.abort();
  await asked;
  if (result === null || end.isOutputLost) return end.exitCode;
  await (output as CommandOutput | null)?.end(result.range);
  await write.end();
  switch (result.outcome) {
    case "exited":
      if (result.exitCode !== null) return result.exitCode;
      throw new UserError(
        "exec.no-exit-code",
        "The command has ended. Its exit code is not known: this shell has no marks that would tell it.",
        "Run it with --split, or see what keeps the marks away: cotty hosts check HOST",
      );
    case "terminal-closed":
      if (result.exitCode !== null) return result.exitCode;
      throw new UserError(
        "exec.no-exit-code",
        "The shell ended and left no exit code.",
        "Run it again, or with --split.",
      );
    case "interrupted":
      throw new UserError("exec.not-run", result.reason, "Check how this shell reads Enter, or use --split.");
    case "running":
      return end.exitCode;
    default:
      throw new UserError(
        `exec.${result.outcome}`,
        ("reason" in result && result.reason) || describeOutcome(result.outcome),
        "Check the command, then run it again.",
      );
  }
}

function describeOutcome(outcome: string): string {
  if (outcome === "incomplete-input")
    return "The shell waits for more: an open quote, bracket or heredoc. Nothing was run.";
  if (outcome === "not-at-prompt")
    return "The command was not run: the shell has shown no prompt yet. Its start-up files are slow, or ask something.";
  return `The command was not run: ${outcome}.`;
}

/** Waits while whoever reads is slow: a fast command must not fill our memory. */
function createWriter() {
  const lineEnds = process.stdout.isTTY ? null : createLineEnds();
  const write = async (bytes: Uint8Array) => {
    if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
  };
  return {
    push: (bytes: Uint8Array) => write(lineEnds === null ? bytes : lineEnds.push(bytes)),
    end: () => write(lineEnds === null ? new Uint8Array() : lineEnds.end()),
  };
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

/** S2.21: no terminal, a fresh shell, the two streams apart. */
async function execSplit(
  context: CliContext,
  words: string[],
  options: ExecCommandOptions,
  end: ExecEnd,
): Promise<void> {
  const command = commandOf(words);
  const [shell, ...flags] = shellWords(options.shell ?? loginShell(context.env)).argv;
  const [program, args] =
    options.on === undefined
      ? [shell, [...flags, "-c", command]]
      : [
          "ssh",
          [
            "-T",
            "--",
            openHosts(await context.config(), context.env).destinationOf(options.on),
            options.shell === undefined ? command : `${options.shell} -c ${commandOf(["-c", command]).slice(3)}`,
          ],
        ];
  const child = spawn(program, args, { stdio: [options.input === false ? "ignore" : "inherit", "inherit", "inherit"] });
  end.signal.addEventListener("abort", () => child.kill(), { once: true });
  const ended = Promise.race([
    once(child, "close"),
    once(child, "error").then(([error]) =>
      Promise.reject(
        new UserError("exec.start", `${program} could not be started: ${(error as Error).message}`, "Check --shell."),
      ),
    ),
  ]);
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  context.exitCode = end.signal.aborted ? end.exitCode : (code ?? 128 + (signal ? constants.signals[signal] : 0));
}
