import { UserError } from "../base/index.ts";
import { followRawLog } from "./follow-raw-log.ts";
import { createGrowth } from "./growth.ts";
import { type HostConnection, hostGoneCode } from "./host/host-connection.ts";
import { terminalDirectory } from "./host/host-places.ts";
import type { Method, Owner, Result, TerminalRequest } from "./host/messages.ts";
import { createLocalSideChannel } from "./side-channel.ts";
import type { CommandResult, RunOptions, Terminal } from "./terminal.ts";

export interface RemoteTerminalOptions {
  stateDir: string;
  to: { terminal: string; owner: Owner };
  connection: HostConnection;
  opened: Result<"open">;
  env: Record<string, string>;
  /** Called once, when this side has closed it. */
  onClosed(): void;
}

/** A terminal in a host, as the engine's process sees it: requests go over the socket, output comes from the raw log. */
export function createRemoteTerminal(options: RemoteTerminalOptions): Terminal {
  const { to, connection, opened } = options;
  const directory = terminalDirectory(options.stateDir, to.terminal);
  const side = createLocalSideChannel({ env: options.env });
  const growth = createGrowth(opened);
  const stopWatching = connection.watch(to.terminal, growth.tell);
  connection.onGone(() => growth.tell({ end: growth.end, isClosed: true }));
  let closing: Promise<void> | null = null;

  function ask<M extends Method>(
    request: Extract<TerminalRequest, { method: M }>,
    extra: { bytes?: Uint8Array; signal?: AbortSignal } = {},
  ): Promise<Result<M>> {
    if (closing !== null) {
      throw new UserError("terminal.closed", `Terminal ${to.terminal} is closed.`, "Open a new terminal.");
    }
    return connection.request(to, request, extra);
  }

  /** A host that dies takes the command with it; that is an outcome of the command, not a defect of the caller. */
  async function outcome<T extends CommandResult | null>(result: () => Promise<T>): Promise<T | CommandResult> {
    const startedAt = performance.now();
    const from = growth.end;
    try {
      return await result();
    } catch (error) {
      if (!(error instanceof UserError && error.code === hostGoneCode)) throw error;
      return {
        outcome: "terminal-closed",
        exitCode: null,
        output: "",
        bytes: growth.end - from,
        droppedBytes: growth.end - from,
        cwd: null,
        durationMs: performance.now() - startedAt,
        confidence: "heuristic",
        range: { from, to: growth.end },
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
      growth.tell({ end: growth.end, isClosed: true });
      options.onClosed();
    }
  }

  const terminal: Terminal = {
    id: to.terminal,
    target: opened.target,
    shell: opened.shell,
    where: opened.where,
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
    screen: async () => await ask({ method: "screen" }),
    state: async () => await ask({ method: "state" }),
    output: (from, { signal }) => followRawLog({ directory, from, growth, signal }),
    side: (argv, run) => side.run(argv, run),
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => terminal.close(),
  };
  return terminal;
}

function timing({ timeoutMs, limits }: RunOptions) {
  return { timeoutMs, ...(limits === undefined ? {} : { limits }) };
}

function expectations({ expectCwd, key }: RunOptions) {
  return { ...(expectCwd === undefined ? {} : { expectCwd }), ...(key === undefined ? {} : { key }) };
}
