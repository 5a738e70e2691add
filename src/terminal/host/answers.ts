import { assertNever, UserError } from "../../base/index.ts";
import type { Where } from "../../protocol/index.ts";
import type { ForegroundProbe } from "../foreground-probe.ts";
import { parseKeys } from "../keys.ts";
import type { Pty } from "../pty.ts";
import type { RawLogWriter } from "../raw-log/raw-log-writer.ts";
import type { ScreenReader } from "../screen/screen-reader.ts";
import type { ShellSession } from "../shell-session.ts";
import type { SideChannel } from "../side-channel.ts";
import type { CommandResult, RunOptions, TerminalEnd, Writer } from "../terminal.ts";
import type { HostedTerminal } from "./hosted-terminal.ts";
import type { TerminalRequest } from "./messages.ts";
import { createRunRecords } from "./run-records.ts";
import { settle } from "./settle.ts";

const never = new AbortController().signal;

/** What changes about a terminal besides its shell. */
export interface TerminalStatus {
  where: Where;
  /** The keyboard is nobody's yet: what is typed are answers to the questions of the login. */
  isLoggingIn: boolean;
  /** There was a prompt of a shell. Before that nothing of the agent is typed: it might be a password that is asked for. */
  isStarted: boolean;
  end: TerminalEnd | null;
}

type SideRequest = Extract<TerminalRequest, { method: "side" }>;
type RunRequest = Extract<TerminalRequest, { method: "run" }>;

/** Carries out what an engine asks of one terminal. */
export function createAnswers(terminal: {
  session: ShellSession;
  log: RawLogWriter;
  screen: ScreenReader;
  pty: Pty;
  probe: ForegroundProbe | null;
  side: SideChannel;
  status: TerminalStatus;
}): HostedTerminal["answer"] {
  const { session, log, screen, pty, probe, status } = terminal;
  const records = createRunRecords();
  let isRunning = false;

  async function run(request: RunRequest, signal: AbortSignal): Promise<CommandResult> {
    if (!status.isStarted && status.end === null) return await notStarted();
    const { command, key } = request;
    // One that will be refused because another runs is no place to jump to in a recording.
    if (!isRunning) log.note({ type: "command", atMs: Date.now(), offset: log.end, command });
    isRunning = true;
    const result = stored(session.run(command, runOptions(request, signal)));
    if (key !== undefined) {
      const untilEnd = { ...runOptions(request, never), timeoutMs: Number.POSITIVE_INFINITY };
      records.began(key, result, () => stored(session.wait({ until: "exit" }, untilEnd)));
    }
    return await result;
  }

  /** Before an answer names bytes, they are where readers look. Many commands print none, and wait for no disk. */
  async function stored(result: Promise<CommandResult>): Promise<CommandResult> {
    const value = await result;
    if (value.outcome !== "running" && value.outcome !== "not-at-prompt") isRunning = false;
    if (value.outcome === "exited") log.note({ type: "command-ended", atMs: Date.now(), offset: value.range.to });
    if (value.range.from < value.range.to) await log.flush();
    return value;
  }

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

  async function resume(key: string, timing: Timing, signal: AbortSignal): Promise<CommandResult | null> {
    const now = { ...runOptions(timing, signal), timeoutMs: 0 };
    return await records.resume(key, {
      signal,
      timeoutMs: timing.timeoutMs,
      now: () => stored(session.wait({ until: "exit" }, now)),
    });
  }

  /** Answering takes the keyboard from nobody: the agent works there as soon as the login is over. */
  function answerLogin(bytes: Uint8Array, by: Writer) {
    if (by === "agent") throw onlyForPeople();
    pty.write(bytes);
  }

  async function sendKeys(keys: string, signal: AbortSignal) {
    if (status.isLoggingIn) throw onlyForPeople();
    await session.type(Buffer.from(parseKeys(keys)), { by: "agent", signal });
    await settle(log, signal);
    return await screen.snapshot();
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

  function resize(cols: number, rows: number) {
    log.note({ type: "resized", atMs: Date.now(), offset: log.end, cols, rows });
    screen.resize(cols, rows);
    pty.resize(cols, rows);
  }

  async function state() {
    const known = await session.state();
    const name = status.isStarted || known.name === "closed" ? known.name : "starting";
    const end = status.end === null ? {} : { end: status.end };
    const { shell, shellPid } = session;
    const pid = shellPid === null ? {} : { shellPid };
    return { ...known, name, offset: log.end, ...end, ...pid, where: status.where, shell };
  }

  async function runBeside(request: SideRequest, stdin: Uint8Array, signal: AbortSignal) {
    const { argv, timeoutMs, cwd, hasStdin } = request;
    const ended = await terminal.side.run(argv, {
      signal,
      timeoutMs,
      ...(cwd === undefined ? {} : { cwd }),
      ...(hasStdin ? { stdin } : {}),
    });
    const { stdout, stderr, exitCode, timedOut, truncated } = ended;
    const result = { stdoutBytes: stdout.length, exitCode, timedOut, truncated };
    return { result, bytes: Buffer.concat([stdout, stderr]) };
  }

  async function resultOf(
    request: Exclude<TerminalRequest, SideRequest>,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<unknown> {
    switch (request.method) {
      case "run":
        return await run(request, signal);
      case "resume":
        return await resume(request.key, request, signal);
      case "wait":
        return await stored(session.wait(request.condition, runOptions(request, signal)));
      case "sendKeys":
        return await sendKeys(request.keys, signal);
      case "type":
        return status.isLoggingIn ? answerLogin(bytes, request.by) : session.type(bytes, { by: request.by, signal });
      case "secret":
        return await typeSecret(bytes);
      case "takeKeyboard":
        return session.takeKeyboard();
      case "giveKeyboard":
        return await session.giveKeyboard();
      case "interrupt":
        return await session.interrupt();
      case "resize":
        return resize(request.cols, request.rows);
      case "screen":
        return await screen.snapshot({ scrollbackLines: request.scrollbackLines });
      case "state":
        return await state();
      case "open":
      case "adopt":
      case "close":
        throw new Error(`${request.method} is answered by the server.`);
      default:
        return assertNever(request);
    }
  }

  return async (request, bytes, signal) =>
    request.method === "side"
      ? await runBeside(request, bytes, signal)
      : { result: await resultOf(request, bytes, signal) };
}

function onlyForPeople(): UserError {
  return new UserError(
    "terminal.logging-in",
    "The host still asks who is there, and only a person may answer.",
    "Wait until somebody has logged in.",
  );
}

interface Timing {
  timeoutMs: number;
  limits?: RunOptions["limits"];
  expectCwd?: string;
  expectReader?: string;
}

function runOptions({ timeoutMs, limits, expectCwd, expectReader }: Timing, signal: AbortSignal): RunOptions {
  return {
    signal,
    timeoutMs,
    ...(limits === undefined ? {} : { limits }),
    ...(expectCwd === undefined ? {} : { expectCwd }),
    ...(expectReader === undefined ? {} : { expectReader }),
  };
}
