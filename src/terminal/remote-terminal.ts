import { UserError } from "../base/index.ts";
import { followRawLog } from "./follow-raw-log.ts";
import { createGrowth } from "./growth.ts";
import { type HostAnswer, type HostConnection, hostGoneCode } from "./host/host-connection.ts";
import { terminalDirectory } from "./host/host-places.ts";
import type { Method, Owner, Result, TerminalRequest } from "./host/messages.ts";
import { rawLogExtent } from "./raw-log/segments.ts";
import type { CommandResult, RunOptions, Terminal, TerminalState } from "./terminal.ts";

const noBytes = new Uint8Array(0);

export interface RemoteTerminalOptions {
  stateDir: string;
  to: { terminal: string; owner: Owner };
  connection: HostConnection;
  opened: Result<"open">;
  /** Called once, when this side has closed it. */
  onClosed(): void;
}

/** A terminal in a host, as the engine's process sees it: requests go over the socket, output comes from the raw log. */
export function createRemoteTerminal(options: RemoteTerminalOptions): Terminal {
  const { to, connection, opened } = options;
  const directory = terminalDirectory(options.stateDir, to.terminal);
  const growth = createGrowth(opened);
  const stopWatching = connection.watch(to.terminal, growth.tell);
  const stopWaiting = connection.onGone(() => growth.tell({ end: growth.end, isClosed: true }));
  let closing: Promise<void> | null = null;
  let readers = 0;
  let known = { where: opened.where, shell: opened.shell };

  async function askWithBytes<M extends Method>(
    request: Extract<TerminalRequest, { method: M }>,
    extra: { bytes?: Uint8Array; signal?: AbortSignal } = {},
  ): Promise<HostAnswer<M>> {
    if (closing !== null) {
      throw new UserError("terminal.closed", `Terminal ${to.terminal} is closed.`, "Open a new terminal.");
    }
    return await connection.request(to, request, extra);
  }

  async function ask<M extends Method>(
    request: Extract<TerminalRequest, { method: M }>,
    extra?: { bytes?: Uint8Array; signal?: AbortSignal },
  ): Promise<Result<M>> {
    return (await askWithBytes(request, extra)).result;
  }

  async function state(): Promise<TerminalState> {
    const { where, shell, ...rest } = await ask({ method: "state" });
    known = { where, shell };
    return rest;
  }

  async function side(argv: string[], { signal, timeoutMs, stdin, cwd }: Parameters<Terminal["side"]>[1]) {
    const request = {
      method: "side",
      argv,
      timeoutMs,
      hasStdin: stdin !== undefined,
      ...(cwd === undefined ? {} : { cwd }),
    };
    const { result, bytes } = await askWithBytes({ ...request, method: "side" }, { signal, bytes: stdin ?? noBytes });
    const { stdoutBytes, exitCode, timedOut, truncated } = result;
    return {
      stdout: bytes.subarray(0, stdoutBytes),
      stderr: bytes.subarray(stdoutBytes),
      exitCode,
      timedOut,
      truncated,
    };
  }

  /** The host tells of growth only while somebody here reads: a command that nobody watches wakes nobody. */
  async function* output(from: number, { signal }: { signal: AbortSignal }) {
    if (readers++ === 0) connection.follow(to.terminal, true);
    try {
      yield* followRawLog({ directory, from, growth, signal });
    } finally {
      if (--readers === 0) connection.follow(to.terminal, false);
    }
  }

  /** A host that dies takes the command with it; that is an outcome of the command, not a defect of the caller. */
  async function outcome<T extends CommandResult | null>(result: () => Promise<T>): Promise<T | CommandResult> {
    const startedAt = performance.now();
    const before = growth.end;
    try {
      const answer = await result();
      // Known also where nobody follows.
      if (answer !== null) growth.tell({ end: answer.range.to, isClosed: false });
      return answer;
    } catch (error) {
      if (!(error instanceof UserError && error.code === hostGoneCode)) throw error;
      const { end } = rawLogExtent(directory);
      const from = Math.min(before, end);
      return {
        outcome: "terminal-closed",
        exitCode: null,
        output: "",
        bytes: end - from,
        droppedBytes: end - from,
        cwd: null,
        durationMs: performance.now() - startedAt,
        confidence: "heuristic",
        range: { from, to: end },
      };
    }
  }

  async function close() {
    try {
      await connection.request(to, { method: "close" });
    } catch (error) {
      if (!(error instanceof UserError && error.code === hostGoneCode)) throw error;
    } finally {
      stopWatching();
      stopWaiting();
      growth.tell({ end: growth.end, isClosed: true });
      options.onClosed();
    }
  }

  const terminal: Terminal = {
    id: to.terminal,
    target: opened.target,
    get shell() {
      return known.shell;
    },
    get where() {
      return known.where;
    },
    run: (command, run) =>
      outcome(() => ask({ method: "run", command, ...timing(run), ...expectations(run) }, { signal: run.signal })),
    resume: (key, run) => outcome(() => ask({ method: "resume", key, ...timing(run) }, { signal: run.signal })),
    wait: (condition, run) => outcome(() => ask({ method: "wait", condition, ...timing(run) }, { signal: run.signal })),
    sendKeys: async (keys, { signal }) => await ask({ method: "sendKeys", keys }, { signal }),
    async type(bytes, { by }) {
      await ask({ method: "type", by }, { bytes });
    },
    async secret(value) {
      await ask({ method: "secret" }, { bytes: Buffer.from(value) });
    },
    async takeKeyboard() {
      await ask({ method: "takeKeyboard" });
    },
    giveKeyboard: async () => await ask({ method: "giveKeyboard" }),
    async interrupt() {
      await ask({ method: "interrupt" });
    },
    async resize(cols, rows) {
      await ask({ method: "resize", cols, rows });
    },
    screen: async ({ scrollbackLines = 0 } = {}) => await ask({ method: "screen", scrollbackLines }),
    state,
    output,
    side,
    close: () => (closing ??= close()),
    async untilClosed({ signal }) {
      using _waking = growth.wokenBy(signal);
      while (!growth.isClosed && !signal.aborted) await growth.changed(Number.POSITIVE_INFINITY);
    },
    [Symbol.asyncDispose]: () => terminal.close(),
  };
  return terminal;
}

function timing({ timeoutMs, limits }: RunOptions) {
  // Infinity does not survive JSON, and no timer counts further than this (24 days).
  return { timeoutMs: Math.min(timeoutMs, 2 ** 31 - 1), ...(limits === undefined ? {} : { limits }) };
}

function expectations({ expectCwd, expectReader, key }: RunOptions) {
  return {
    ...(expectCwd === undefined ? {} : { expectCwd }),
    ...(expectReader === undefined ? {} : { expectReader }),
    ...(key === undefined ? {} : { key }),
  };
}
