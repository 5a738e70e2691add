import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createShellSession } from "../capture/create-shell-session.ts";
import type { ShellSession } from "../capture/shell-session.ts";
import type { ShellHistory } from "../contract/values.ts";
import { createLocalProbe } from "../probe/foreground-probe.ts";
import { openLocalPty } from "../system/pty.ts";
import { drawScreen } from "./draw-screen.ts";
import type { CorpusSession } from "./run-hostile-corpus.ts";
import { type ShellName, testedShells } from "./shells.ts";

export interface LocalTestSession
  extends CorpusSession,
    Pick<ShellSession, "ownNames" | "wait" | "interrupt" | "state" | "takeKeyboard"> {
  readonly shell: string;
  readonly started: { confidence: "marks" | "heuristic" };
  giveKeyboard: ShellSession["giveKeyboard"];
  /** Everything the PTY printed, marks included. */
  raw(): Buffer;
  /** Everything that was typed into the PTY, by whomever. */
  typed(): string;
  pid: number;
  shownBytes(from: number, to: number): Buffer;
}

/** A real shell in a real PTY with a home of its own, so that nothing depends on who runs the tests. */
export async function openLocalSession(
  shell: ShellName,
  options: {
    /** Files of the home folder, by name: `.bashrc`, `.zshrc`, `fish/config.fish` are what shells read. */
    home?: Record<string, string>;
    env?: Record<string, string>;
    capture?: "marks" | "sentinel";
    integration?: "auto" | "off";
    history?: ShellHistory;
    probe?: "local" | "none";
    cols?: number;
    /** Behind what is typed and matches, a late answer of the terminal to a question for the cursor arrives. */
    lateAnswerAfter?: RegExp;
    /** Output arrives in pieces of this many milliseconds, as on a busy machine. */
    joinMs?: number;
    /** What is typed and matches, and all that is typed meanwhile, arrives this much later, as on a busy machine. */
    lateKeys?: { keys: RegExp; ms: number };
    /** What the session is told about the shell; null: nothing. */
    hint?: string | null;
  } = {},
): Promise<LocalTestSession> {
  const home = mkdtempSync(join(tmpdir(), "cotty-shell-"));
  for (const [name, text] of Object.entries({ ".zshrc": "", ...options.home })) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const screen = drawScreen({ cols: options.cols ?? 80, rows: 24 });
  const pty = openLocalPty({
    argv: testedShells[shell].argv,
    cwd: home,
    env: {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      HOME: home,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      ENV: join(home, ".shrc"),
      ...options.env,
    },
    cols: options.cols ?? 80,
    rows: 24,
  });
  const raw: Buffer[] = [];
  const typed: Buffer[] = [];
  const shown: Buffer[] = [];
  let length = 0;
  let arriveAt = 0;
  const session = createShellSession({
    pty: {
      ...pty,
      write(data) {
        const text = Buffer.from(data).toString("utf8");
        typed.push(Buffer.from(data));
        if (options.lateKeys?.keys.test(text)) arriveAt = performance.now() + options.lateKeys.ms;
        const waitMs = arriveAt - performance.now();
        if (waitMs > 0) setTimeout(() => pty.write(data), waitMs);
        else pty.write(data);
        if (options.lateAnswerAfter?.test(text)) pty.write("\x1b[24;80R");
      },
      onData: (listener) => {
        const deliver = joined(listener, options.joinMs ?? 0);
        pty.onData((bytes) => {
          raw.push(Buffer.from(bytes));
          deliver(bytes);
        });
      },
    },
    shell: options.hint === undefined ? shell : options.hint,
    startOffset: 0,
    onOutput(bytes) {
      shown.push(Buffer.from(bytes));
      length += bytes.length;
      screen.write(bytes);
      // What the pty host does for a terminal: somebody must answer a program that asks for the cursor.
      if (Buffer.from(bytes).includes("\x1b[6n")) pty.write("\x1b[1;1R");
      return length - bytes.length;
    },
    probe: options.probe === "none" ? null : createLocalProbe({ shellPid: pty.pid }),
    untilCursor: screen.untilCursor,
    integration: options.integration ?? "auto",
    capture: options.capture ?? "marks",
    history: options.history ?? "keep",
  });
  const started = await session.start({ signal: AbortSignal.timeout(20_000), timeoutMs: 10_000 });
  return {
    ...session,
    get shell() {
      return session.shell;
    },
    started,
    shownLength: () => length,
    shown(from) {
      const tail = Buffer.concat(shown.slice(-200));
      return tail.subarray(Math.max(0, from - (length - tail.length))).toString("utf8");
    },
    raw: () => Buffer.concat(raw),
    typed: () => Buffer.concat(typed).toString("utf8"),
    pid: pty.pid,
    shownBytes: (from, to) => Buffer.concat(shown).subarray(from, to),
    async close() {
      pty.kill("SIGKILL");
      await session.closed;
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function joined(listener: (bytes: Uint8Array) => void, joinMs: number): (bytes: Uint8Array) => void {
  if (joinMs === 0) return listener;
  const waiting: Buffer[] = [];
  return (bytes) => {
    if (waiting.push(Buffer.from(bytes)) === 1) setTimeout(() => listener(Buffer.concat(waiting.splice(0))), joinMs);
  };
}
