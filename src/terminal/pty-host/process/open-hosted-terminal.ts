import { rmSync } from "node:fs";
import { createGate, type UserError } from "../../../base/index.ts";
import { createShellSession } from "../../capture/create-shell-session.ts";
import type { OpenParams } from "../../contract/methods.ts";
import type { Owner, TerminalEnd } from "../../contract/values.ts";
import { createRawLog, type RawLogWriter } from "../../raw-log/raw-log-writer.ts";
import { terminalDirectory, writeTerminalCard } from "../../raw-log/terminal-card.ts";
import { createScreenReader } from "../../screen/screen-reader.ts";
import { shellWords } from "../../shells/shell-words.ts";
import { explainNoShell } from "./explain-no-shell.ts";
import { createHandlers, type TerminalStatus } from "./handlers.ts";
import type { HostedTerminal, HostedTerminalEvents } from "./hosted-terminal.ts";
import { loginFailed, openTargetPty } from "./target-pty.ts";
import { untilStartedOrAsked } from "./until-started.ts";

/** A shell that does not come to a prompt in this time is handed over as it is: the person sees why. */
const startWithinMs = 20_000;
const keptWords = 2000;
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

/**
 * Logins under way in this process. Each is several processes and looks at the other side: forty at once take longer
 * together than one after the other, and none is over in time. One that waits for a person holds no place.
 */
const logins = createGate(6);

export async function openHostedTerminal(options: OpenHostedTerminalOptions): Promise<HostedTerminal> {
  if (options.params.target === "local") return await openTerminal(options);
  const leave = await logins.enter({ signal: options.signal });
  try {
    return await openTerminal(options);
  } finally {
    leave();
  }
}

/** Puts PTY, capture, raw log and screen together: one terminal, alive until it is closed or its shell ends. */
async function openTerminal(options: OpenHostedTerminalOptions): Promise<HostedTerminal> {
  const { params, owner, terminal } = options;
  const directory = terminalDirectory(options.stateDir, terminal);
  // The log first: a terminal that cannot be recorded is not opened, and leaves no shell behind.
  const log = createRawLog({
    directory,
    ...(params.capBytes === undefined ? {} : { capBytes: params.capBytes }),
    isWatched: options.isFollowed,
    onPressure: (isHigh) => (isHigh ? pty.pause() : pty.resume()),
    onLost: createLossReport(terminal),
  });
  const target = await openTargetPty(params, options.signal).catch(async (error: unknown) => {
    await discard(log, directory);
    throw error;
  });
  const { pty } = target;
  const probe = target.createProbe(() => session.shellPid);
  const { cols, rows } = params;
  log.note({ type: "resized", atMs: Date.now(), offset: 0, cols, rows });
  log.onWritten(options.onWritten);
  const screen = createScreenReader({
    directory,
    log,
    cols,
    rows,
    answer: (text, askedAt) => session.answer(text, askedAt),
  });
  const status: TerminalStatus = {
    where: target.wanted,
    isLoggingIn: params.target !== "local",
    isStarted: false,
    end: null,
  };
  const session = createShellSession({
    pty,
    shell: target.shell,
    onOutput(bytes) {
      if (!status.isStarted) said = `${said}${Buffer.from(bytes).toString("utf8")}`.slice(-keptWords);
      const offset = log.append(bytes);
      screen.appended(bytes);
      return offset;
    },
    startOffset: 0,
    probe,
    untilCursor: screen.untilCursor,
    integration: params.integration,
    capture: params.capture,
    history: params.history ?? "keep",
  });
  let whyNotStarted: TerminalEnd | null = null;
  /** The last of what was shown before the first prompt. */
  let said = "";
  const closed = session.closed.then(async ({ exitCode }) => {
    status.end = whyNotStarted ?? (await target.ended) ?? { why: "shell-exited", detail: "" };
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
    status.where = { ...status.where, ...(await target.where) };
    status.isLoggingIn = false;
    // Another host's login shell is known only now; without its name a shell without a line editor is not prepared.
    const shell = target.shell ?? params.shell ?? status.where.shell;
    const known = shell === undefined ? {} : { shell: shellWords(shell).name };
    await session.start({ signal: options.signal, timeoutMs: startWithinMs, ...known });
    if ((await session.state()).name === "closed") throw await noShell();
    status.isStarted = true;
  }

  /** A login that only says why it is none (an expired account, a forced command) is no terminal. */
  async function noShell(): Promise<UserError> {
    const { exitCode } = await session.closed;
    const end = await target.ended;
    return explainNoShell({ said, exitCode, end, host: target.host, shell: target.shell ?? session.shell });
  }

  const started = start();
  try {
    await untilStartedOrAsked(started, { isAsking, signal: options.signal });
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
  } catch (error) {
    await close();
    await discard(log, directory);
    throw error;
  }

  // It was handed over while somebody logged in: nobody waits for this any more, so the terminal itself says why.
  started.catch((error: unknown) => {
    if (status.end !== null) return;
    whyNotStarted = loginFailed(error);
    void close();
  });

  /** A login that waits for a password waits for a person, and whoever opened the terminal has to show it to them. */
  async function isAsking(): Promise<boolean> {
    if (!status.isLoggingIn) return false;
    const waiting = (await probe?.look())?.waiting;
    return waiting === "password" || waiting === "line-input";
  }

  const handlers = createHandlers({ session, log, screen, pty, probe, side: target.side, status });

  return {
    session: owner.session,
    describe: () => ({
      target: params.target,
      shell: session.shell,
      where: status.where,
      end: log.written,
      isClosed: status.end !== null,
    }),
    handlers,
    async isBusy() {
      const { name } = await session.state();
      return name !== "ready" && name !== "closed";
    },
    close,
  };
}

/** Nothing is kept of a terminal that was never there. */
async function discard(log: RawLogWriter, directory: string): Promise<void> {
  await log[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
}

/** Once a minute at most: a full disk loses something hundreds of times a second. */
function createLossReport(terminal: string): (error: unknown, bytes: number) => void {
  let lost = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error, bytes) => {
    lost += bytes;
    if (Date.now() - reportedAt < 60_000) return;
    reportedAt = Date.now();
    process.stderr.write(`${terminal}: ${lost} bytes could not be stored: ${String(error)}\n`);
  };
}
