import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, milliseconds, report } from "../report.ts";
import { barePty, benchEnvironment, benchTerminals, onBytes, openShell, soon } from "./setting.ts";

const count = 200;
const shells = ["bash", "zsh", "fish", "dash", "mksh"].map((name) => `/usr/bin/${name}`);
const exec = promisify(execFile);

/** `true` × 200: ours, exact, against a shell that is only typed at (the floor), a random sentinel, and tmux. */
export async function measureCommands(folder: string): Promise<void> {
  const floor = await timed(await plainBash(folder));
  const tmux = await timed(await tmuxWaitFor(folder));
  await using terminals = benchTerminals(folder);
  for (const shell of shells.filter((path) => existsSync(path))) {
    await using terminal = await openShell(terminals, folder, shell);
    const once = async () => {
      const { outcome, exitCode } = await terminal.run("true", soon);
      if (outcome !== "exited" || exitCode !== 0) throw new Error(`true gave ${outcome} ${exitCode}`);
    };
    const ours = await timed({ once, close: () => terminal.close() });
    const name = shell.split("/").at(-1) ?? shell;
    const bound = name === "bash" ? " (≤ 3)" : "";
    const bounds = `${(ours / floor).toFixed(2)}x the floor${bound}, ${(tmux / ours).toFixed(1)}x faster than tmux`;
    report(`true, exact, in ${name}`, milliseconds(ours), `bash, only typed: ${milliseconds(floor)}`, bounds);
  }
  const sentinel = await timed(await randomSentinel(folder));
  report("true with a random sentinel in bash", milliseconds(sentinel), `tmux wait-for: ${milliseconds(tmux)}`, "");
}

interface Subject {
  once(): Promise<unknown>;
  close(): unknown;
}

async function timed({ once, close }: Subject): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await once();
    times.push(performance.now() - started);
  }
  await close();
  return median(times);
}

/** Types a line and waits for text: the least that anyone can do. */
async function typed(folder: string) {
  const pty = barePty(folder, ["bash", "--norc"]);
  let text = "";
  let check = () => {};
  onBytes(pty, (bytes) => {
    text += bytes.toString("latin1");
    check();
  });
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      check = () => {
        if (pattern.test(text)) resolve();
      };
      check();
    });
  const send = async (line: string, pattern: RegExp) => {
    text = "";
    pty.write(`${line}\r`);
    await until(pattern);
  };
  await send("PS1='%%prompt%%'", /\n[^\n]*%%prompt%%$/);
  return { send, close: () => pty.kill() };
}

async function plainBash(folder: string): Promise<Subject> {
  const { send, close } = await typed(folder);
  return { once: () => send("true", /\n[^\n]*%%prompt%%$/), close };
}

async function randomSentinel(folder: string): Promise<Subject> {
  const { send, close } = await typed(folder);
  const once = () => {
    const word = randomBytes(8).toString("hex");
    return send(
      `true; echo "${word.slice(0, 8)}""${word.slice(8)}_$?"`,
      new RegExp(`${word}_\\d+\\r\\n[^]*%%prompt%%$`),
    );
  };
  return { once, close };
}

async function tmuxWaitFor(folder: string): Promise<Subject> {
  const socket = join(folder, "tmux");
  const env = benchEnvironment(folder);
  const tmux = (...args: string[]) => exec("tmux", ["-S", socket, ...args], { env });
  await tmux("-f", "/dev/null", "new-session", "-d", "-s", "bench", "bash --norc");
  let n = 0;
  const once = async () => {
    const channel = `done-${n++}`;
    await tmux("send-keys", "-t", "bench", `true; tmux -S ${socket} wait-for -S ${channel}`, "Enter");
    await tmux("wait-for", channel);
    await tmux("capture-pane", "-p", "-t", "bench");
  };
  return { once, close: () => tmux("kill-server") };
}
