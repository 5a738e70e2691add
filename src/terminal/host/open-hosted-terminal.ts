import { basename } from "node:path";
import { assertNever, UserError } from "../../base/index.ts";
import { createShellSession } from "../create-shell-session.ts";
import { parseKeys } from "../keys.ts";
import { createRawLog } from "../raw-log/raw-log-writer.ts";
import { createScreenReader } from "../screen/screen-reader.ts";
import type { CommandResult, RunOptions, TerminalEnd } from "../terminal.ts";
import { terminalDirectory, writeTerminalCard } from "./host-places.ts";
import type { HostedTerminal, HostedTerminalEvents } from "./hosted-terminal.ts";
import type { OpenParams, Owner, TerminalRequest } from "./messages.ts";

import { createRunRecords } from "./run-records.ts";
import { settle } from "./settle.ts";
import { openTargetPty } from "./target-pty.ts";
import { untilStartedOrAsked } from "./until-started.ts";

/** A shell that does not come to a prompt in this time is handed over as it is: the person sees why. */
const startWithinMs = 20_000;
/** A shell that ignores the hang-up is killed after this long. */
const hangUpGraceMs = 2000;

const never = new AbortController().signal;

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
  const target = await openTargetPty(params, options.signal);
  const { pty } = target;
  const probe = target.createProbe(() => session.shellPid);
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
  let where = target.wanted;
  let isThere = false;
  let isStarted = false;
  let isClosed = false;
  let end: TerminalEnd | null = null;
  const session = createShellSession({
    pty,
    shell: target.shell,
    onOutput(bytes) {
      const offset = log.append(bytes);
      screen.appended(bytes);
      return offset;
    },
    startOffset: 0,
    probe,
    integration: params.integration,
    capture: params.capture,
  });
  const closed = session.closed.then(async ({ exitCode }) => {
    end = (await target.ended) ?? { why: "shell-exited", detail: "" };
    isClosed = true;
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

  async function start() {
    where = { ...where, ...(await target.where) };
    isThere = true;
    // Another host's login shell is known only now; without its name a shell without a line editor is not prepared.
    const shell = target.shell ?? params.shell ?? where.shell;
    const known = shell === undefined ? {} : { shell: basename(shell) };
    await session.start({ signal: options.signal, timeoutMs: startWithinMs, ...known });
    isStarted = true;
  }

  try {
    await untilStartedOrAsked(start(), { isAsking, signal: options.signal });
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

  /** A login that waits for a password waits for a person, and whoever opened the terminal has to show it to them. */
  async function isAsking(): Promise<boolean> {
    if (isThere) return false;
    const waiting = (await probe?.look())?.waiting;
    return waiting === "password" || waiting === "line-input";
  }

  async function state() {
    const known = await session.state();
    const name = isStarted || known.name === "closed" ? known.name : "starting";
    const ended = end === null ? {} : { end };
    return { ...known, name, offset: log.end, ...ended, where, shell: session.shell };
  }

  /** Nothing is typed before there is a prompt of a shell: it might be a password that is asked for. */
  async function notStarted(): Promise<CommandResult> {
    const { foreground } = await session.state();
    return {
      outcome: "not-at-prompt",
      exitCode: null,
      output: "",
      bytes: 0,
      droppedBytes: 0,
      cwd: null,
      durationMs: 0,
      confidence: "heuristic",
      range: { from: log.end, to: log.end },
      ...(foreground === null ? {} : { foreground }),
    };
  }

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
    await session.type(Buffer.from(parseKeys(keys)), { by: "agent", signal });
    await settle(log, signal);
    return await screen.snapshot();
  }

  /** Before an answer names offsets, the bytes behind them are where readers look. */
  async function stored(result: Promise<CommandResult>): Promise<CommandResult> {
    const value = await result;
    await log.flush();
    return value;
  }

  async function resultOf(request: TerminalRequest, bytes: Uint8Array, signal: AbortSignal): Promise<unknown> {
    switch (request.method) {
      case "run": {
        if (!isStarted && !isClosed) return await notStarted();
        const { command, key } = request;
        log.note({ type: "command", atMs: Date.now(), offset: log.end, command });
        const result = stored(session.run(command, runOptions(request, signal)));
        if (key !== undefined) {
          const untilEnd = { ...runOptions(request, never), timeoutMs: Number.POSITIVE_INFINITY };
          records.began(key, result, () => stored(session.wait({ until: "exit" }, untilEnd)));
        }
        return await result;
      }
      case "resume": {
        const now = { ...runOptions(request, signal), timeoutMs: 0 };
        return await records.resume(request.key, {
          signal,
          timeoutMs: request.timeoutMs,
          now: () => stored(session.wait({ until: "exit" }, now)),
        });
      }
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
        return await state();
      case "open":
      case "adopt":
      case "close":
      case "side":
        throw new Error(`${request.method} is answered elsewhere.`);
      default:
        return assertNever(request);
    }
  }

  async function runBeside(
    request: Extract<TerminalRequest, { method: "side" }>,
    stdin: Uint8Array,
    signal: AbortSignal,
  ) {
    const { argv, timeoutMs, cwd, hasStdin } = request;
    const ended = await target.side.run(argv, {
      signal,
      timeoutMs,
      ...(cwd === undefined ? {} : { cwd }),
      ...(hasStdin ? { stdin } : {}),
    });
    const { stdout, stderr, exitCode, timedOut, truncated } = ended;
    const result = { stdoutBytes: stdout.length, exitCode, timedOut, truncated };
    return { result, bytes: Buffer.concat([stdout, stderr]) };
  }

  return {
    session: owner.session,
    describe: () => ({ target: params.target, shell: session.shell, where, end: log.written, isClosed }),
    async answer(request, bytes, signal) {
      if (request.method === "side") return await runBeside(request, bytes, signal);
      return { result: await resultOf(request, bytes, signal) };
    },
    async isBusy() {
      const { name } = await state();
      return name !== "ready" && name !== "closed";
    },
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
