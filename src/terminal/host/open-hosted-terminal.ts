import { hostname, userInfo } from "node:os";
import { assertNever, UserError } from "../../base/index.ts";
import { createRawLog } from "../raw-log/raw-log-writer.ts";
import { createScreenReader } from "../screen/screen-reader.ts";
import type { CommandResult, RunOptions, TerminalState } from "../terminal.ts";
import { terminalDirectory, writeTerminalCard } from "./host-places.ts";
import type { HostedTerminal, HostedTerminalEvents } from "./hosted-terminal.ts";
import type { OpenParams, Owner, TerminalRequest } from "./messages.ts";
import { createPlainSession } from "./plain-session.ts";
import { createRunRecords } from "./run-records.ts";
import { settle } from "./settle.ts";
import { openTargetPty } from "./target-pty.ts";

/** A shell that does not come to a prompt in this time is handed over as it is: the person sees why. */
const startWithinMs = 20_000;
/** A shell that ignores the hang-up is killed after this long. */
const hangUpGraceMs = 2000;

export interface OpenHostedTerminalOptions extends HostedTerminalEvents {
  stateDir: string;
  hostId: string;
  terminal: string;
  owner: Owner;
  params: OpenParams;
  signal: AbortSignal;
}

/** Puts PTY, capture, raw log and screen together: one terminal, alive until it is closed or its shell ends. */
export async function openHostedTerminal(options: OpenHostedTerminalOptions): Promise<HostedTerminal> {
  const { params, owner, terminal } = options;
  const { pty, shell, probe } = await openTargetPty(params, options.signal);
  const directory = terminalDirectory(options.stateDir, terminal);
  const log = createRawLog({
    directory,
    ...(params.capBytes === undefined ? {} : { capBytes: params.capBytes }),
    onPressure: (isHigh) => (isHigh ? pty.pause() : pty.resume()),
    onLost: (error, bytes) =>
      process.stderr.write(`${terminal}: ${bytes} bytes could not be stored: ${String(error)}\n`),
  });
  const { cols, rows } = params;
  log.note({ type: "resized", atMs: Date.now(), offset: 0, cols, rows });
  log.onWritten(options.onWritten);
  const screen = createScreenReader({ directory, log, cols, rows, answer: (text) => pty.write(text) });
  const records = createRunRecords();
  let isBusy = true;
  let isClosed = false;
  const session = createPlainSession({
    pty,
    shell: params.target === "local" ? shell : null,
    onOutput(bytes) {
      const offset = log.append(bytes);
      screen.appended(bytes);
      return offset;
    },
    startOffset: 0,
    probe,
    integration: params.integration,
    capture: params.capture,
    onStateChange(state) {
      isBusy = state.name !== "ready" && state.name !== "closed";
    },
  });
  const closed = session.closed.then(async ({ exitCode }) => {
    isClosed = true;
    isBusy = false;
    log.note({ type: "closed", atMs: Date.now(), offset: log.end, exitCode });
    await log[Symbol.asyncDispose]();
    options.onClosed(log.end);
  });

  async function close() {
    const kill = setTimeout(() => pty.kill("SIGKILL"), hangUpGraceMs);
    pty.kill();
    await closed;
    clearTimeout(kill);
    screen.dispose();
  }

  try {
    await session.start({ signal: options.signal, timeoutMs: startWithinMs });
  } catch (error) {
    await close();
    throw error;
  }
  writeTerminalCard(options.stateDir, {
    id: terminal,
    host: options.hostId,
    session: owner.session,
    target: params.target,
    shell: session.shell,
    openedAt: Date.now(),
    cols,
    rows,
  });

  async function typeSecret(bytes: Uint8Array) {
    if (bytes.some((byte) => byte < 0x20 || byte === 0x7f)) {
      throw new UserError(
        "terminal.secret-characters",
        "A secret is one line of text; this one holds control characters.",
        "Type it by hand in the terminal.",
      );
    }
    // What the terminal would echo would be in the log, the recording and on every screen.
    if ((await probe?.isEchoOff()) !== true) {
      throw new UserError(
        "terminal.echo-on",
        "Nothing asks for a password there: the terminal would show what is typed.",
        "Wait until the program asks for the password, then send it again.",
      );
    }
    pty.write(Buffer.concat([bytes, Buffer.from("\r")]));
  }

  async function sendKeys(keys: string, signal: AbortSignal) {
    await session.type(Buffer.from(keys), { by: "agent", signal });
    await settle(log, signal);
    return await screen.snapshot();
  }

  /** Before an answer names offsets, the bytes behind them are where readers look. */
  async function stored(result: Promise<CommandResult>): Promise<CommandResult> {
    const value = await result;
    await log.flush();
    return value;
  }

  async function answer(request: TerminalRequest, bytes: Uint8Array, signal: AbortSignal): Promise<unknown> {
    switch (request.method) {
      case "run": {
        const { command, key } = request;
        log.note({ type: "command", atMs: Date.now(), offset: log.end, command });
        const result = stored(session.run(command, runOptions(request, signal)));
        if (key !== undefined) records.began(key, result);
        return await result;
      }
      case "resume":
        return await records.resume(request.key, {
          signal,
          timeoutMs: request.timeoutMs,
          wait: () => stored(session.wait({ until: "exit" }, runOptions(request, signal))),
        });
      case "wait":
        return await stored(session.wait(request.condition, runOptions(request, signal)));
      case "sendKeys":
        return await sendKeys(request.keys, signal);
      case "type":
        return await session.type(bytes, { by: request.by, signal });
      case "secret":
        return await typeSecret(bytes);
      case "takeKeyboard":
        return session.takeKeyboard();
      case "giveKeyboard":
        return await session.giveKeyboard();
      case "interrupt":
        return await session.interrupt();
      case "resize": {
        const size = { cols: request.cols, rows: request.rows };
        log.note({ type: "resized", atMs: Date.now(), offset: log.end, ...size });
        screen.resize(size.cols, size.rows);
        return pty.resize(size.cols, size.rows);
      }
      case "screen":
        return await screen.snapshot();
      case "state":
        return { ...(await session.state()), offset: log.end } satisfies TerminalState;
      case "open":
      case "adopt":
      case "close":
        throw new Error(`${request.method} is not answered by the terminal itself.`);
      default:
        return assertNever(request);
    }
  }

  return {
    session: owner.session,
    describe: () => ({
      target: params.target,
      shell: session.shell,
      where: {
        target: params.target,
        host: hostname(),
        user: userInfo().username,
        shell: session.shell,
        ...(params.cwd === undefined ? {} : { cwd: params.cwd }),
      },
      end: log.written,
      isClosed,
    }),
    answer,
    isBusy: () => isBusy,
    close,
  };
}

function runOptions(
  request: { timeoutMs: number; limits?: RunOptions["limits"]; expectCwd?: string },
  signal: AbortSignal,
): RunOptions {
  const { timeoutMs, limits, expectCwd } = request;
  return {
    signal,
    timeoutMs,
    ...(limits === undefined ? {} : { limits }),
    ...(expectCwd === undefined ? {} : { expectCwd }),
  };
}
