import { once } from "node:events";
import { describeError, toJsonLine, UserError } from "../base/index.ts";
import { type CommandResult, type Runtime, type SessionRunner, userName } from "../compose/index.ts";
import { answerPrompts } from "./answer-prompt.ts";
import type { CliContext } from "./context.ts";
import type { ExecEnd } from "./exec-end.ts";
import { limitsOf, resultForJson } from "./exec-result.ts";
import { exitCodes } from "./exit-codes.ts";
import { forwardInput } from "./forward-input.ts";
import { createLineEnds } from "./line-ends.ts";
import { type CommandOutput, streamCommandOutput } from "./stream-command-output.ts";

type Terminal = NonNullable<Awaited<ReturnType<SessionRunner["terminal"]>>>;

export interface OneCommandOptions {
  end: ExecEnd;
  /** Seconds. */
  timeout?: number;
  json?: boolean;
  maxBytes?: number;
  /** False: standard input is left alone, for whoever called us. */
  input?: boolean;
}

/** Longer than any command runs: `exec -- CMD` waits for its end as a shell would. */
const noTimeout = 2 ** 31 - 1;
/** What an interrupted command may take to clean up. */
const cleanUpMs = 3000;

/** One command, its output as it comes, its exit code as ours. With `json` one line, once it has ended. */
export async function runOne(
  context: CliContext,
  runtime: Runtime,
  runner: SessionRunner,
  command: string,
  options: OneCommandOptions,
): Promise<number> {
  const { end, json = false } = options;
  const limits = json ? limitsOf(options) : { maxBytes: 1024, maxLines: 10 };
  const asked = { by: `person:${userName()}`, from: "exec", limits } as const;
  using late = deadline(options.timeout);
  const begun = new AbortController();
  const write = createWriter();
  let output: CommandOutput | null = null;
  let terminal: Terminal | null = null;
  using input = new DisposableStack();
  const client = runtime.connect("exec");
  input.defer(() => client.close());
  const answering = answerPrompts(context, client, runner.id, { signal: begun.signal });
  // Once the command runs, keys are its own.
  input.defer(() => begun.abort());
  const running = runner.commands.run(command, {
    ...asked,
    signal: AbortSignal.any([end.signal, late.signal]),
    timeoutMs: noTimeout,
    onTerminal: (opened) => {
      begun.abort();
      terminal = opened;
      if (!json) output = streamCommandOutput(opened, write.push);
      input.use(forwardInput(opened, { isRead: options.input !== false }));
    },
  });
  let result = await running.catch((error: unknown) => {
    // Ctrl+C, or the time is over, while the host still asks for a password: nothing has run.
    if (end.signal.aborted || late.signal.aborted) return null;
    throw error;
  });
  begun.abort();
  await answering;
  const isLate = late.signal.aborted && !end.signal.aborted && (result === null || result.outcome === "running");
  if (isLate && result !== null) {
    const act = { act: "interrupt" } as const;
    result = await runner.commands.next(act, { ...asked, signal: end.signal, timeoutMs: cleanUpMs });
  }
  if (isLate) context.err(`cotty: The command was interrupted after ${options.timeout} s.\n`);
  const code = isLate ? exitCodes.timeout : end.exitCode;
  if (result === null || end.isOutputLost) return code;
  await (output as CommandOutput | null)?.end(result.range);
  await write.end();
  if (json) process.stdout.write(toJsonLine(await resultForJson(result, terminal, limits.maxBytes)));
  return isLate || end.signal.aborted ? code : exitCodeOf(result, { isTold: json });
}

/** Aborts once the time is over, if there is a limit. */
function deadline(seconds: number | undefined): Disposable & { signal: AbortSignal } {
  const late = new AbortController();
  const timer = seconds === undefined ? undefined : setTimeout(() => late.abort(), Math.min(seconds * 1000, noTimeout));
  return { signal: late.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}

/** `isTold`: what became of it stands in the result already. */
function exitCodeOf(result: CommandResult, { isTold }: { isTold: boolean }): number {
  if (result.exitCode !== null) return result.exitCode;
  if (isTold) return exitCodes.broken;
  switch (result.outcome) {
    case "exited":
      throw new UserError(
        "exec.no-exit-code",
        "The command has ended. Its exit code is not known: this shell has no marks that would tell it.",
        "Run it with --split, or see what keeps the marks away: cotty hosts check HOST",
      );
    case "terminal-closed":
      throw new UserError(
        "exec.no-exit-code",
        "The shell ended and left no exit code.",
        "Run it again, or with --split.",
      );
    case "interrupted":
      throw new UserError("exec.not-run", result.reason, "Check how this shell reads Enter, or use --split.");
    default:
      throw new UserError(
        `exec.${result.outcome}`,
        ("reason" in result && result.reason) || describeOutcome(result),
        "Check the command, then run it again.",
      );
  }
}

function describeOutcome(result: CommandResult): string {
  const { outcome } = result;
  if (outcome === "incomplete-input")
    return "The shell waits for more: an open quote, bracket or heredoc. Nothing was run.";
  if (outcome !== "not-at-prompt") return `The command was not run: ${outcome}.`;
  const { prompt, waiting } = result.foreground;
  return waiting === "line-input" && prompt !== ""
    ? `The command was not run: the shell's start-up files ask "${prompt}".`
    : "The command was not run: the shell has shown no prompt yet. Its start-up files are slow, or ask something.";
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

/** What `--json` prints where there is no result. */
export function errorForJson(error: unknown): string {
  return toJsonLine({ error: describeError(error) });
}
