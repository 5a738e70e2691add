import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { delay, UserError } from "../base/index.ts";
import { createOutputCollector, type Hosts, loginShell, type SessionRunner, shellWords } from "../compose/index.ts";
import type { CliContext } from "./context.ts";
import type { ExecEnd } from "./exec-end.ts";
import { defaultLimits } from "./exec-result.ts";
import { exitCodes } from "./exit-codes.ts";
import { createGreetingFilter, type GreetingFilter } from "./greeting-filter.ts";

export interface SplitOptions {
  on?: string;
  shell?: string;
  cwd?: string;
  env?: Record<string, string>;
  input?: boolean;
  /** Seconds. */
  timeout?: number;
}

/** The program that is started here, and how what it began is ended. */
interface Started extends Disposable {
  child: ChildProcess;
  greeting: GreetingFilter | null;
  end(signalName: NodeJS.Signals): Promise<void>;
  /** Why nothing ran, where that is so. */
  explain(code: number | null): UserError | null;
}

/** What an ended command may take to clean up. */
const cleanUpMs = 3000;

type SplitResult = Awaited<ReturnType<SessionRunner["commands"]["beside"]>>;

/** S2.21: no terminal, a fresh shell, the two streams apart. Answers with what came of it, and our exit code. */
export async function runSplit(
  context: CliContext,
  command: string,
  options: SplitOptions & { hosts: Hosts; isAttended: boolean; end: ExecEnd },
): Promise<{ result: SplitResult; exitCode: number }> {
  const { end } = options;
  using started =
    options.on === undefined ? startHere(context, command, options) : await startThere(command, options.on, options);
  const { child, greeting } = started;
  const begunAt = performance.now();
  const collector = createOutputCollector(defaultLimits);
  const ended = untilEnded(child);
  using ending = endLater(started, options);
  await Promise.all([
    ended,
    pass(child.stdout, process.stdout, collector.push, null),
    pass(child.stderr, process.stderr, collector.push, greeting),
  ]);
  const [code, signal] = await ended;
  const { isLate } = ending;
  const wasEnded = end.signal.aborted || isLate;
  const problem = wasEnded ? null : started.explain(code);
  if (problem !== null) throw problem;
  if (isLate) context.err(`cotty: The command was ended after ${options.timeout} s.\n`);
  const own = code ?? 128 + (signal ? constants.signals[signal] : 0);
  const durationMs = performance.now() - begunAt;
  const result = { outcome: wasEnded ? "interrupted" : "exited", exitCode: wasEnded ? null : own } as const;
  const exitCode = end.signal.aborted ? end.exitCode : isLate ? exitCodes.timeout : own;
  return { result: { ...result, ...collector.result(), durationMs }, exitCode };
}

/** In a group of its own: what the command has started is ended with it. */
function startHere(context: CliContext, command: string, { shell, cwd, env, input }: SplitOptions): Started {
  const [program, ...flags] = shellWords(shell ?? loginShell(context.env)).argv;
  const child = spawn(program, [...flags, "-c", command], {
    ...{ cwd, env: { ...context.env, ...env }, detached: true },
    stdio: [input === false ? "ignore" : "inherit", "pipe", "pipe"],
  });
  const end = async (signalName: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signalName);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  return { child, greeting: null, end, explain: () => null, [Symbol.dispose]: () => {} };
}

async function startThere(
  command: string,
  host: string,
  {
    hosts,
    isAttended,
    end: { signal },
    input,
    ...start
  }: SplitOptions & { hosts: Hosts; isAttended: boolean; end: ExecEnd },
): Promise<Started> {
  const { shell, cwd, env } = start;
  const where = { ...(shell !== undefined && { shell }), ...(cwd !== undefined && { cwd }), ...(env && { env }) };
  const split = await hosts.split(host, command, { signal, isAttended, ...where });
  const [program = "", ...args] = split.argv;
  const stdin = input === false ? ("ignore" as const) : ("inherit" as const);
  const child = spawn(program, args, { env: split.env, stdio: [stdin, "pipe", "pipe"] });
  const greeting = createGreetingFilter(split.greeting);
  return {
    child,
    greeting,
    async end(signalName) {
      // Where the connection is gone, so is the way to end anything there.
      if (greeting.group !== null) await split.end(greeting.group, signalName.slice(3)).catch(() => {});
      else child.kill();
    },
    explain: (code) => (code === 255 && greeting.group === null ? split.explain() : null),
    [Symbol.dispose]: () => split[Symbol.dispose](),
  };
}

/** Ends the command when we are told to end, and when its time is over; what does not listen is killed. */
function endLater(
  started: Started,
  { end, timeout }: { end: ExecEnd; timeout?: number },
): Disposable & { isLate: boolean } {
  const over = new AbortController();
  let isLate = false;
  const finish = async (signalName: NodeJS.Signals) => {
    await started.end(signalName);
    await delay(cleanUpMs, { signal: over.signal });
    await started.end("SIGKILL");
    started.child.kill();
  };
  const onEnd = () => void finish(signalOf(end)).catch(() => {});
  end.signal.addEventListener("abort", onEnd, { once: true });
  if (end.signal.aborted) onEnd();
  const late = () => {
    isLate = true;
    void finish("SIGINT").catch(() => {});
  };
  const timer = timeout === undefined ? undefined : setTimeout(late, Math.min(timeout * 1000, 2 ** 31 - 1));
  return {
    get isLate() {
      return isLate;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      end.signal.removeEventListener("abort", onEnd);
      over.abort();
    },
  };
}

/** What we were told with; nobody reads any more is what a broken pipe says. */
function signalOf({ exitCode }: ExecEnd): NodeJS.Signals {
  if (exitCode === 128 + constants.signals.SIGINT) return "SIGINT";
  return exitCode === 128 + constants.signals.SIGHUP ? "SIGHUP" : "SIGTERM";
}

/** Waits while whoever reads is slow. */
async function pass(
  from: Readable | null,
  to: Writable,
  collect: (bytes: Uint8Array) => void,
  greeting: GreetingFilter | null,
): Promise<void> {
  const write = async (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    collect(bytes);
    if (!to.writable || to.write(bytes)) return;
    // Whoever read may be gone: then there is nothing to wait for.
    const { promise, resolve } = Promise.withResolvers<void>();
    const names = ["drain", "error", "close"];
    for (const name of names) to.on(name, resolve);
    await promise;
    for (const name of names) to.off(name, resolve);
  };
  for await (const chunk of from ?? []) await write(greeting === null ? chunk : greeting.push(chunk));
  if (greeting !== null) await write(greeting.end());
}

/** Once it has ended, and everything it printed has been read. */
function untilEnded(child: ChildProcess): Promise<[code: number | null, signal: NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once("close", (code, signal) => resolve([code, signal]));
    child.once("error", ({ message }) => {
      const what = `${child.spawnfile} could not be started: ${message}`;
      reject(new UserError("exec.start", what, "Check --shell and --cwd."));
    });
  });
}
