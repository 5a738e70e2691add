import { UserError } from "../../../base/index.ts";
import { type CommandResult, withoutOutput } from "../../contract/command-result.ts";
import type { Method, Params, RequestOf, Result } from "../../contract/methods.ts";
import type { RunOptions, Terminal } from "../../contract/terminal.ts";
import type { Owner } from "../../contract/values.ts";
import { terminalDirectory } from "../../raw-log/terminal-card.ts";
import type { HostConnection } from "./host-connection.ts";
import { type HostAnswer, hostGoneCode } from "./host-requests.ts";
import { createTerminalOutput, type TerminalOutput } from "./terminal-output.ts";

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
  const output = createTerminalOutput({ directory, terminal: to.terminal, connection, opened });
  const host = createQuestions(connection, to);
  const { ask } = host;
  const outcome = <T extends CommandResult | null>(answer: Promise<T>) => outcomeOf(answer, output);
  let known = { where: opened.where, shell: opened.shell };

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
      outcome(ask("run", { command, ...timing(run), ...expectations(run) }, { signal: run.signal })),
    resume: (key, run) => outcome(ask("resume", { key, ...timing(run) }, { signal: run.signal })),
    wait: (condition, run) => outcome(ask("wait", { condition, ...timing(run) }, { signal: run.signal })),
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
    async state() {
      const { where, shell, ...rest } = await ask("state", {});
      known = { where, shell };
      return rest;
    },
    output: output.read,
    async side(argv, { stdin, signal, ...rest }) {
      const params = { argv, hasStdin: stdin !== undefined, ...rest };
      const { result, bytes } = await host.askWithBytes("side", params, { signal, bytes: stdin ?? noBytes });
      const { stdoutBytes, ...ended } = result;
      return { stdout: bytes.subarray(0, stdoutBytes), stderr: bytes.subarray(stdoutBytes), ...ended };
    },
    close: () =>
      host.close(() => {
        output.close();
        options.onClosed();
      }),
    untilClosed: output.untilClosed,
    [Symbol.asyncDispose]: () => terminal.close(),
  };
  return terminal;
}

type Beside = { bytes?: Uint8Array; signal?: AbortSignal };

/** What is asked of the host about one terminal, until this side closes it. */
function createQuestions(connection: HostConnection, to: TerminalProxyOptions["to"]) {
  let closing: Promise<void> | null = null;

  async function askWithBytes<M extends Method>(
    method: M,
    params: Params<M>,
    beside: Beside = {},
  ): Promise<HostAnswer<M>> {
    if (closing !== null) {
      throw new UserError("terminal.closed", `Terminal ${to.terminal} is closed.`, "Open a new terminal.");
    }
    return await connection.request(to, { method, ...params } as RequestOf<M>, beside);
  }

  async function closeOnce(onClosed: () => void): Promise<void> {
    try {
      await connection.request(to, { method: "close" });
    } catch (error) {
      if (!isHostGone(error)) throw error;
    } finally {
      onClosed();
    }
  }

  return {
    askWithBytes,
    async ask<M extends Method>(method: M, params: Params<M>, beside?: Beside): Promise<Result<M>> {
      return (await askWithBytes(method, params, beside)).result;
    },
    close: (onClosed: () => void) => (closing ??= closeOnce(onClosed)),
  };
}

/** A host that dies takes the command with it; that is an outcome of the command, not a defect of the caller. */
async function outcomeOf<T extends CommandResult | null>(
  answer: Promise<T>,
  output: TerminalOutput,
): Promise<T | CommandResult> {
  const startedAt = performance.now();
  const before = output.end;
  try {
    const result = await answer;
    if (result !== null) output.reaches(result.range.to);
    return result;
  } catch (error) {
    if (!isHostGone(error)) throw error;
    const durationMs = performance.now() - startedAt;
    const range = output.leftSince(before);
    const known = { cwd: null, durationMs, confidence: "heuristic", range } as const;
    return withoutOutput({ outcome: "terminal-closed", exitCode: null }, known);
  }
}

function isHostGone(error: unknown): boolean {
  return error instanceof UserError && error.code === hostGoneCode;
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
