import { UserError } from "../../../base/index.ts";
import { type CommandResult, withoutOutput } from "../../contract/command-result.ts";
import type { Method, Params, RequestOf, Result } from "../../contract/methods.ts";
import type { RunOptions, Terminal } from "../../contract/terminal.ts";
import type { Owner, TerminalState } from "../../contract/values.ts";
import { followRawLog } from "../../raw-log/follow-raw-log.ts";
import { createLogTail } from "../../raw-log/log-tail.ts";
import { rawLogExtent } from "../../raw-log/segments.ts";
import { terminalDirectory } from "../../raw-log/terminal-card.ts";
import type { HostConnection } from "./host-connection.ts";
import { type HostAnswer, hostGoneCode } from "./host-requests.ts";

const noBytes = new Uint8Array(0);

export interface TerminalProxyOptions {
  stateDir: string;
  to: { terminal: string; owner: Owner };
  connection: HostConnection;
  opened: Result<"open">;
  /** Called once, when this side has closed it. */
  onClosed(): void;
}

/** A terminal in a pty host, as the engine's process sees it: requests go over the socket, output comes from the raw log. */
export function createTerminalProxy(options: TerminalProxyOptions): Terminal {
  const { to, connection, opened } = options;
  const directory = terminalDirectory(options.stateDir, to.terminal);
  const tail = createLogTail(opened);
  const stopWatching = connection.watch(to.terminal, tail.append);
  const stopWaiting = connection.onGone(() => tail.append({ end: tail.end, isClosed: true }));
  let closing: Promise<void> | null = null;
  let readers = 0;
  let known = { where: opened.where, shell: opened.shell };

  async function askWithBytes<M extends Method>(
    method: M,
    params: Params<M>,
    extra: { bytes?: Uint8Array; signal?: AbortSignal } = {},
  ): Promise<HostAnswer<M>> {
    if (closing !== null) {
      throw new UserError("terminal.closed", `Terminal ${to.terminal} is closed.`, "Open a new terminal.");
    }
    return await connection.request(to, { method, ...params } as RequestOf<M>, extra);
  }

  async function ask<M extends Method>(
    method: M,
    params: Params<M>,
    extra?: { bytes?: Uint8Array; signal?: AbortSignal },
  ): Promise<Result<M>> {
    return (await askWithBytes(method, params, extra)).result;
  }

  async function state(): Promise<TerminalState> {
    const { where, shell, ...rest } = await ask("state", {});
    known = { where, shell };
    return rest;
  }

  async function side(argv: string[], { signal, timeoutMs, stdin, cwd }: Parameters<Terminal["side"]>[1]) {
    const params = {
      argv,
      timeoutMs,
      hasStdin: stdin !== undefined,
      ...(cwd === undefined ? {} : { cwd }),
    };
    const { result, bytes } = await askWithBytes("side", params, { signal, bytes: stdin ?? noBytes });
    const { stdoutBytes, exitCode, timedOut, truncated } = result;
    return {
      stdout: bytes.subarray(0, stdoutBytes),
      stderr: bytes.subarray(stdoutBytes),
      exitCode,
      timedOut,
      truncated,
    };
  }

  /** The pty host reports new bytes only while somebody here reads: a command that nobody watches wakes nobody. */
  async function* output(from: number, { signal }: { signal: AbortSignal }) {
    if (readers++ === 0) connection.follow(to.terminal, true);
    try {
      yield* followRawLog({ directory, from, tail, signal });
    } finally {
      if (--readers === 0) connection.follow(to.terminal, false);
    }
  }

  /** A host that dies takes the command with it; that is an outcome of the command, not a defect of the caller. */
  async function outcome<T extends CommandResult | null>(result: () => Promise<T>): Promise<T | CommandResult> {
    const startedAt = performance.now();
    const before = tail.end;
    try {
      const answer = await result();
      // Known also where nobody follows.
      if (answer !== null) tail.append({ end: answer.range.to, isClosed: false });
      return answer;
    } catch (error) {
      if (!(error instanceof UserError && error.code === hostGoneCode)) throw error;
      const { end } = rawLogExtent(directory);
      const range = { from: Math.min(before, end), to: end };
      const durationMs = performance.now() - startedAt;
      const known = { cwd: null, durationMs, confidence: "heuristic", range } as const;
      return withoutOutput({ outcome: "terminal-closed", exitCode: null }, known);
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
      tail.append({ end: tail.end, isClosed: true });
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
      outcome(() => ask("run", { command, ...timing(run), ...expectations(run) }, { signal: run.signal })),
    resume: (key, run) => outcome(() => ask("resume", { key, ...timing(run) }, { signal: run.signal })),
    wait: (condition, run) => outcome(() => ask("wait", { condition, ...timing(run) }, { signal: run.signal })),
    sendKeys: async (keys, { signal }) => await ask("sendKeys", { keys }, { signal }),
    async type(bytes, { by }) {
      await ask("type", { by }, { bytes });
    },
    async secret(value) {
      await ask("secret", {}, { bytes: Buffer.from(value) });
    },
    async takeKeyboard() {
      await ask("takeKeyboard", {});
    },
    giveKeyboard: async () => await ask("giveKeyboard", {}),
    async interrupt() {
      await ask("interrupt", {});
    },
    async resize(cols, rows) {
      await ask("resize", { cols, rows });
    },
    screen: async ({ scrollbackLines = 0 } = {}) => await ask("screen", { scrollbackLines }),
    state,
    output,
    side,
    close: () => (closing ??= close()),
    async untilClosed({ signal }) {
      using _waking = tail.wokenBy(signal);
      while (!tail.isClosed && !signal.aborted) await tail.changed(Number.POSITIVE_INFINITY);
    },
    [Symbol.asyncDispose]: () => terminal.close(),
  };
  return terminal;
}

function timing({ timeoutMs, limits }: RunOptions) {
  // Infinity does not survive JSON, and no timer counts further than this (24 days).
  return { timeoutMs: Math.min(timeoutMs, 2 ** 31 - 1), ...(limits === undefined ? {} : { limits }) };
}

function expectations({ expectCwd, expectReader, onlyLooks, key }: RunOptions) {
  return {
    ...(expectCwd === undefined ? {} : { expectCwd }),
    ...(expectReader === undefined ? {} : { expectReader }),
    ...(onlyLooks === undefined ? {} : { onlyLooks }),
    ...(key === undefined ? {} : { key }),
  };
}
