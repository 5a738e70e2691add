import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import type { SideResult } from "../contract/terminal.ts";
import { lookPath, systemFirst } from "./look-path.ts";

export interface SideOptions {
  signal: AbortSignal;
  timeoutMs: number;
  stdin?: Uint8Array;
  cwd?: string;
  /** Of stdout and of stderr each. Beyond it the program is ended and the result says `truncated`. */
  maxBytes?: number;
}

/** Runs programs beside a terminal on its target, without a PTY and without a shell between. For looking; the only acts are to end what a stop ends, and to set a terminal up for input from a pipe. */
export interface SideChannel {
  /**
   * Resolves whatever the program does, a time-out included; a program that does not exist ends with 127, as in a
   * shell. Rejects when the signal is aborted, and with a UserError when the target cannot be reached.
   */
  run(argv: string[], options: SideOptions): Promise<SideResult>;
}

export const defaultSideBytes = 4 * 1024 * 1024;

/** In other languages a name that is no text fits no pattern of some systems, and so would hide from a look. */
export const plainLetters = { LC_ALL: "C" };

export function createLocalSideChannel(options: { env: Record<string, string> }): SideChannel {
  return {
    run: (argv, side) =>
      runProgram(argv, { ...side, env: { ...options.env, PATH: systemFirst(options.env["PATH"]), ...plainLetters } }),
  };
}

export interface ProgramOptions extends SideOptions {
  env: Record<string, string>;
  /** It may ask at the terminal this process has, if any. Default: no. */
  isAtTerminal?: boolean;
}

/** One local program from start to end, on this machine. Rejects when aborted. */
export async function runProgram(argv: string[], options: ProgramOptions): Promise<SideResult> {
  const { wasAborted, ...result } = await runToEnd(argv, options);
  if (wasAborted) throw options.signal.reason;
  return result;
}

/** The whole process group is killed on time-out, abort and overflow; what was printed by then is kept. */
export async function runToEnd(argv: string[], options: ProgramOptions): Promise<SideResult & { wasAborted: boolean }> {
  options.signal.throwIfAborted();
  const [program, ...args] = argv;
  if (program === undefined || program === "") throw new TypeError("A side command needs a program to run.");
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.env, PATH: lookPath(options.env["PATH"], options.cwd) },
    // Its own process group, so that ending it ends what it started too; but that has no terminal to ask at.
    detached: options.isAtTerminal !== true,
    stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  const endGroup = () => {
    if (options.isAtTerminal) child.kill("SIGKILL");
    else killGroup(child.pid);
    // What left the group (a daemon) may hold the pipes open for ever; nobody waits for it.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const ending = { timedOut: false, truncated: false };
  const timer = setTimeout(() => {
    ending.timedOut = true;
    endGroup();
  }, options.timeoutMs);
  options.signal.addEventListener("abort", endGroup, { once: true });
  const overflow = () => {
    ending.truncated = true;
    endGroup();
  };
  // A program that exits without reading its input breaks the pipe; its exit code tells the story, not the EPIPE.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(options.stdin);
  const limit = options.maxBytes ?? defaultSideBytes;
  const stdout = collect(child.stdout as Readable, limit, overflow);
  const stderr = collect(child.stderr as Readable, limit, overflow);
  try {
    const end = await new Promise<{ exitCode: number | null; problem: string | null }>((resolve) => {
      child.once("error", (error) => resolve(describeSpawnFailure(error, program, options.cwd)));
      child.once("close", (code, signal) => resolve({ exitCode: code ?? signalCode(signal), problem: null }));
    });
    const wasAborted = options.signal.aborted;
    const wasEnded = wasAborted || ending.timedOut || ending.truncated;
    return {
      stdout: stdout.bytes(),
      stderr: end.problem === null ? stderr.bytes() : new TextEncoder().encode(`${end.problem}\n`),
      exitCode: wasEnded ? null : end.exitCode,
      timedOut: ending.timedOut,
      truncated: ending.truncated,
      wasAborted,
    };
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", endGroup);
  }
}

function collect(stream: Readable, limit: number, onOverflow: () => void) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  stream.on("data", (chunk: Uint8Array) => {
    const room = limit - size;
    if (room <= 0) return;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
    if (chunk.length > room) onOverflow();
  });
  return { bytes: () => new Uint8Array(Buffer.concat(chunks)) };
}

function killGroup(pid: number | undefined) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // Already gone is what we wanted.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function describeSpawnFailure(error: NodeJS.ErrnoException, program: string, cwd: string | undefined) {
  // Node reports a missing folder as a missing program; telling them apart saves a person the search.
  const problem =
    error.code === "ENOENT"
      ? `${program}: not found${cwd === undefined ? "" : `, or no folder ${cwd}`}`
      : `${program}: ${error.message}`;
  return { exitCode: error.code === "ENOENT" ? 127 : 126, problem };
}

/** 128 + n, as shells report a program that a signal ended. */
function signalCode(signal: NodeJS.Signals | null): number | null {
  return signal === null ? null : 128 + constants.signals[signal];
}
