import { neverAborted, UserError } from "../../../base/index.ts";
import type { Where } from "../../../protocol/index.ts";
import type { ShellSession } from "../../capture/shell-session.ts";
import { type CommandResult, withoutOutput } from "../../contract/command-result.ts";
import type { Call, Params } from "../../contract/methods.ts";
import type { RunOptions } from "../../contract/terminal.ts";
import type { TerminalEnd, Writer } from "../../contract/values.ts";
import type { ForegroundProbe } from "../../probe/foreground-probe.ts";
import type { RawLogWriter } from "../../raw-log/raw-log-writer.ts";
import type { ScreenReader } from "../../screen/screen-reader.ts";
import type { Pty } from "../../system/pty.ts";
import type { SideChannel } from "../../system/side-channel.ts";
import { parseKeys } from "../../text/keys.ts";
import type { HostedTerminal } from "./hosted-terminal.ts";
import { createRunRecords } from "./run-records.ts";
import { settle } from "./settle.ts";

/** What changes about a terminal besides its shell. */
export interface TerminalStatus {
  where: Where;
  /** The keyboard is nobody's yet: what is typed are answers to the questions of the login. */
  isLoggingIn: boolean;
  /** There was a prompt of a shell. Before that nothing of the agent is typed: it might be a password that is asked for. */
  isStarted: boolean;
  end: TerminalEnd | null;
}

/** Carries out what an engine asks of one terminal. */
export function createHandlers(terminal: {
  session: ShellSession;
  log: RawLogWriter;
  screen: ScreenReader;
  pty: Pty;
  probe: ForegroundProbe | null;
  side: SideChannel;
  status: TerminalStatus;
}): HostedTerminal["handlers"] {
  const { session, log, screen, pty, probe, status } = terminal;
  const records = createRunRecords();
  let isRunning = false;

  async function run(request: Params<"run">, signal: AbortSignal): Promise<CommandResult> {
    if (!status.isStarted && status.end === null) return await notStarted();
    const { command, key } = request;
    // One that will be refused because another runs is no place to jump to in a recording.
    if (!isRunning) log.note({ type: "command", atMs: Date.now(), offset: log.end, command });
    isRunning = true;
    const result = stored(session.run(command, runOptions(request, signal)));
    if (key !== undefined) {
      const untilEnd = { ...runOptions(request, neverAborted), timeoutMs: Number.POSITIVE_INFINITY };
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

  /** Nothing is typed before the first prompt. */
  async function notStarted(): Promise<CommandResult> {
    const { foreground } = await session.state();
    const range = { from: log.end, to: log.end };
    const known = { cwd: null, durationMs: 0, confidence: "heuristic", range } as const;
    return foreground === null
      ? withoutOutput({ outcome: "terminal-closed", exitCode: null }, known)
      : withoutOutput({ outcome: "not-at-prompt", exitCode: null, foreground }, known);
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

  async function runBeside({ argv, timeoutMs, cwd, hasStdin }: Params<"side">, { bytes, signal, attach }: Call) {
    const { stdout, stderr, ...ended } = await terminal.side.run(argv, {
      signal,
      timeoutMs,
      ...(cwd === undefined ? {} : { cwd }),
      ...(hasStdin ? { stdin: bytes } : {}),
    });
    attach(Buffer.concat([stdout, stderr]));
    return { stdoutBytes: stdout.length, ...ended };
  }

  return {
    run: (params, { signal }) => run(params, signal),
    resume: (params, { signal }) => resume(params.key, params, signal),
    wait: (params, { signal }) => stored(session.wait(params.condition, runOptions(params, signal))),
    sendKeys: ({ keys }, { signal }) => sendKeys(keys, signal),
    type: ({ by }, { bytes, signal }) =>
      status.isLoggingIn ? answerLogin(bytes, by) : session.type(bytes, { by, signal }),
    secret: (_params, { bytes }) => typeSecret(bytes),
    takeKeyboard: () => session.takeKeyboard(),
    giveKeyboard: () => session.giveKeyboard(),
    interrupt: () => session.interrupt(),
    resize: ({ cols, rows }) => resize(cols, rows),
    screen: ({ scrollbackLines }) => screen.snapshot({ scrollbackLines }),
    state,
    side: runBeside,
  };
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
  onlyLooks?: boolean;
}

function runOptions(
  { timeoutMs, limits, expectCwd, expectReader, onlyLooks }: Timing,
  signal: AbortSignal,
): RunOptions {
  return {
    signal,
    timeoutMs,
    ...(limits === undefined ? {} : { limits }),
    ...(expectCwd === undefined ? {} : { expectCwd }),
    ...(expectReader === undefined ? {} : { expectReader }),
    ...(onlyLooks === undefined ? {} : { onlyLooks }),
  };
}
