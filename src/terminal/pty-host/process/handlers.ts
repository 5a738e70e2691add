import type { ShellSession } from "../../capture/shell-session.ts";
import type { Call, Params } from "../../contract/methods.ts";
import type { ForegroundProbe } from "../../probe/foreground-probe.ts";
import type { RawLogWriter } from "../../raw-log/raw-log-writer.ts";
import type { ScreenReader } from "../../screen/screen-reader.ts";
import type { Pty } from "../../system/pty.ts";
import type { SideChannel } from "../../system/side-channel.ts";
import type { HostedTerminal, TerminalStatus } from "./hosted-terminal.ts";
import { createTerminalInput } from "./terminal-input.ts";
import { createTerminalRuns } from "./terminal-runs.ts";

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
  const { session, log, screen, pty, status } = terminal;

  async function state() {
    const known = await session.state();
    const name = status.stage === "started" || known.name === "closed" ? known.name : "starting";
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
    ...createTerminalRuns(terminal),
    ...createTerminalInput(terminal),
    takeKeyboard: () => session.takeKeyboard(),
    giveKeyboard: () => session.giveKeyboard(),
    interrupt: () => session.interrupt(),
    resize({ cols, rows }) {
      log.note({ type: "resized", atMs: Date.now(), offset: log.end, cols, rows });
      screen.resize(cols, rows);
      pty.resize(cols, rows);
    },
    screen: ({ scrollbackLines }) => screen.snapshot({ scrollbackLines }),
    state,
    side: runBeside,
  };
}
