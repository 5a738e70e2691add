import { UserError } from "../../../base/index.ts";
import { type CommandResult, withoutOutput } from "../../contract/command-result.ts";
import {
  type First,
  firstOf,
  type Led,
  type Method,
  type OptionsOf,
  type Params,
  type RequestOf,
  type Result,
  terminalMethods,
} from "../../contract/methods.ts";
import type { Terminal } from "../../contract/terminal.ts";
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
  const call = <M extends Led>(method: M, first: First<M>, { signal, ...options }: OptionsOf<M>) =>
    ask(method, paramsOf(method, { [firstOf[method]]: first, ...options }), { signal });
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
    run: (command, options) => outcome(call("run", command, options)),
    resume: (key, options) => outcome(call("resume", key, options)),
    wait: (condition, options) => outcome(call("wait", condition, options)),
    ownNames: (words, options) => call("ownNames", words, options),
    sendKeys: (keys, options) => call("sendKeys", keys, options),
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
    async resize(size) {
      await ask("resize", size);
    },
    screen: async ({ scrollbackLines = 0 } = {}) => await ask("screen", { scrollbackLines }),
    async state() {
      const { where, shell, ...rest } = await ask("state", {});
      known = { where, shell };
      return rest;
    },
    output: output.read,
    async side(argv, { stdin, signal, ...rest }) {
      const params = paramsOf("side", { argv, hasStdin: stdin !== undefined, ...rest });
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

/** Of what a caller gave, what the method is declared to take: a host refuses what it does not know. */
function paramsOf<M extends Method>(method: M, given: Readonly<Record<string, unknown>>): Params<M> {
  const declared = Object.keys(terminalMethods[method].params.shape);
  const named = Object.entries(given).filter(([name, value]) => declared.includes(name) && value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [name, finite(value)])) as Params<M>;
}

/** Infinity does not survive JSON, and no timer counts further than this (24 days). */
function finite(value: unknown): unknown {
  return typeof value === "number" ? Math.min(value, 2 ** 31 - 1) : value;
}
