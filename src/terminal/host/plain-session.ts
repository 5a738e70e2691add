import { randomText } from "../../base/index.ts";
import type { ShellSession, ShellSessionOptions, ShellSessionState } from "../shell-session.ts";
import type { CommandResult, RunOptions } from "../terminal.ts";

/** Stands in until the capture engine is here: a mark of its own behind each command, nothing hidden. */
export function createPlainSession(options: ShellSessionOptions): ShellSession {
  const { pty } = options;
  const nonce = randomText(12);
  let state: ShellSessionState = { name: "starting", foreground: null, cwd: null, keyboard: { holder: "agent" } };
  let text = "";
  let from = 0;
  let end = 0;
  let startedAt = 0;
  let isOver = false;
  let listeners: (() => void)[] = [];
  const closed = Promise.withResolvers<{ exitCode: number | null; signal: string | null }>();
  const change = (next: Partial<ShellSessionState>) => {
    state = { ...state, ...next };
    options.onStateChange?.(state);
  };
  const mark = new RegExp(`\\x1b\\]7799;${nonce};(\\d+);([^\\x07]*)\\x07`);
  const news = () => {
    const waiting = listeners;
    listeners = [];
    for (const listener of waiting) listener();
  };
  pty.onData((bytes) => {
    end = options.onOutput(bytes) + bytes.length;
    text = (text + Buffer.from(bytes).toString("latin1")).slice(-200_000);
    if (mark.test(text)) change({ name: "ready" });
    news();
  });
  pty.onExit((exit) => {
    isOver = true;
    change({ name: "closed" });
    news();
    closed.resolve(exit);
  });
  const result = (outcome: CommandResult["outcome"], exitCode: number | null, output: string): CommandResult => ({
    outcome,
    exitCode,
    output: Buffer.from(output, "latin1").toString("utf8").replaceAll("\r\n", "\n"),
    bytes: output.length,
    droppedBytes: 0,
    cwd: state.cwd,
    durationMs: Date.now() - startedAt,
    confidence: "heuristic",
    range: { from, to: end },
  });
  async function ended(run: RunOptions): Promise<CommandResult> {
    let isLate = run.timeoutMs === 0;
    const late = () => {
      isLate = true;
      news();
    };
    const timer = setTimeout(late, Math.min(run.timeoutMs, 2 ** 31 - 1));
    run.signal.addEventListener("abort", late, { once: true });
    try {
      while (true) {
        const found = mark.exec(text);
        const output = text.slice(0, found?.index);
        if (found !== null) {
          text = "";
          change({ name: "ready", cwd: found[2] ?? null });
          return result("exited", Number(found[1]), output);
        }
        if (isOver) return result("terminal-closed", (await closed.promise).exitCode, output);
        if (isLate) return result("running", null, output);
        await new Promise<void>((resolve) => listeners.push(resolve));
      }
    } finally {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", late);
    }
  }
  function begin(command: string) {
    from = end;
    text = "";
    startedAt = Date.now();
    change({ name: "running" });
    const tail = `printf '\\033]7799;%s;%s;%s\\007' ${nonce} "$?" "$PWD"`;
    pty.write(`${command}\n${tail}\n`);
  }
  return {
    get shell() {
      return options.shell ?? "unknown";
    },
    closed: closed.promise,
    state: async () => state,
    async start({ signal, timeoutMs }) {
      pty.write("stty -echo; PS1= PS2=; bind 'set enable-bracketed-paste off' 2>/dev/null\n");
      begin(":");
      await ended({ signal, timeoutMs });
      return { confidence: "heuristic" };
    },
    async run(command, run) {
      if (state.name !== "ready" && !isOver) return result("not-at-prompt", null, "");
      begin(command);
      return await ended(run);
    },
    wait: (_condition, run) => ended(run),
    async interrupt() {
      pty.write("\x03");
    },
    async type(bytes) {
      pty.write(bytes);
    },
    takeKeyboard: () => change({ keyboard: { holder: "person" } }),
    async giveKeyboard() {
      change({ keyboard: { holder: "agent" } });
      return [];
    },
  };
}
