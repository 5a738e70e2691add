import { rmSync } from "node:fs";
import { createShellSession } from "../../capture/create-shell-session.ts";
import type { ShellSession } from "../../capture/shell-session.ts";
import type { OpenParams } from "../../contract/methods.ts";
import type { ForegroundProbe } from "../../probe/foreground-probe.ts";
import { createRawLog, type RawLogWriter } from "../../raw-log/raw-log-writer.ts";
import { terminalDirectory } from "../../raw-log/terminal-card.ts";
import { createScreenReader, type ScreenReader } from "../../screen/screen-reader.ts";
import type { HostedTerminalEvents, TerminalStatus } from "./hosted-terminal.ts";
import { openTargetPty, type TargetPty } from "./target-pty.ts";

const keptWords = 2000;

/** What a terminal consists of. */
export interface TerminalParts {
  log: RawLogWriter;
  target: TargetPty;
  probe: ForegroundProbe | null;
  screen: ScreenReader;
  session: ShellSession;
  status: TerminalStatus;
  /** The last of what was shown before the first prompt. */
  saidAtFirst(): string;
  /** Nothing is kept of a terminal that was never there. */
  discard(): Promise<void>;
}

/** Puts PTY, capture, raw log and screen together. */
export async function openTerminalParts(options: {
  stateDir: string;
  terminal: string;
  params: OpenParams;
  events: HostedTerminalEvents;
  signal: AbortSignal;
}): Promise<TerminalParts> {
  const { params, terminal, events } = options;
  const directory = terminalDirectory(options.stateDir, terminal);
  // The log first: a terminal that cannot be recorded is not opened, and leaves no shell behind.
  const log = createRawLog({
    directory,
    ...(params.capBytes === undefined ? {} : { capBytes: params.capBytes }),
    isWatched: events.isFollowed,
    onPressure: (isHigh) => (isHigh ? target.pty.pause() : target.pty.resume()),
    onLost: createLossReport(terminal),
  });
  const discard = async () => {
    await log[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true, force: true });
  };
  const target = await openTargetPty(params, options.signal).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const probe = target.createProbe(() => session.shellPid);
  const { cols, rows } = params;
  log.note({ type: "resized", atMs: Date.now(), offset: 0, cols, rows });
  log.onWritten(events.onWritten);
  const screen = createScreenReader({
    directory,
    log,
    cols,
    rows,
    answer: (text, askedAt) => session.answer(text, askedAt),
  });
  const status: TerminalStatus = {
    where: target.wanted,
    stage: params.target === "local" ? "starting" : "logging-in",
    end: null,
  };
  let said = "";
  const session = createShellSession({
    pty: target.pty,
    shell: target.shell,
    onOutput(bytes) {
      if (status.stage !== "started") said = `${said}${Buffer.from(bytes).toString("utf8")}`.slice(-keptWords);
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
  return { log, target, probe, screen, session, status, saidAtFirst: () => said, discard };
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
