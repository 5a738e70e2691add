import { execFile, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createConnection } from "node:net";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createShellSession } from "../../src/terminal/capture/create-shell-session.ts";
import type { Terminals } from "../../src/terminal/index.ts";
import { openLocalPty } from "../../src/terminal/system/pty.ts";
import { hasSshd, startSshd } from "../../test/support/sshd.ts";
import { median, milliseconds, report } from "../report.ts";
import { barePty, benchEnvironment, benchTerminals, onBytes, openShell, soon } from "./setting.ts";

const count = 200;
const inOneTurn = 20;
/**
 * Before that many commands a fresh host and its engine are still being compiled, and take nearly twice as long: that is
 * told beside the rest. Hosts live for days.
 */
const warmUp = 200;
const shells = ["bash", "zsh", "fish", "dash", "mksh"].map((name) => `/usr/bin/${name}`);
const atPrompt = /\n[^\n]*%%prompt%%$/;
const exec = promisify(execFile);

interface Subject {
  once(): Promise<unknown>;
  close(): unknown;
}

/**
 * `true` × 200: ours, exact, against a shell that is only typed at (the floor), a random sentinel, and tmux. They take
 * turns, so that whatever else the machine does meanwhile falls on all of them.
 */
export async function measureCommands(folder: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const terminals = stack.use(benchTerminals(folder));
  const subjects = new Map<string, Subject>([
    ["floor", await plainBash(folder)],
    ["relay", await relayedBash(folder)],
    ["capture", await captureAlone(folder)],
    ["sentinel", await randomSentinel(folder)],
    ["tmux", await tmuxWaitFor(folder)],
  ]);
  for (const shell of shells.filter((path) => existsSync(path)))
    subjects.set(shell, await ours(terminals, folder, shell));
  const unasked = shells.filter((path) => existsSync(path) && !path.endsWith("fish"));
  for (const shell of unasked)
    subjects.set(`unasked ${shell}`, await ours(terminals, folder, shell, { usualWords: ["true"] }));
  if (hasSshd) {
    const sshd = stack.use(await startSshd());
    const remote = stack.use(benchTerminals(folder, { sshConfigFile: sshd.configFile }));
    subjects.set("/bash over ssh", await ours(remote, folder, "bash", { target: `ssh:${sshd.name}` }));
  }
  const { fresh, times } = await takeTurns(subjects);
  const floor = times.get("floor") ?? Number.NaN;
  const tmux = times.get("tmux") ?? Number.NaN;
  for (const [shell, time] of times) {
    if (!shell.startsWith("/")) continue;
    const bound = shell.endsWith("/bash") ? " (≤ 3), " : ", ";
    const tmuxBound = shell.endsWith("/bash") ? " (≥ 12)" : "";
    const bounds = `${(time / floor).toFixed(2)}x the floor${bound}${(tmux / time).toFixed(1)}x faster than tmux${tmuxBound}`;
    report(
      `true, exact, in ${basename(shell)}`,
      milliseconds(time),
      `bash, only typed: ${milliseconds(floor)}`,
      bounds,
    );
  }
  for (const shell of unasked) {
    const [plain, proved] = [shell, `unasked ${shell}`].map((name) => times.get(name) ?? Number.NaN);
    report(
      `true, unasked, in ${basename(shell)}`,
      milliseconds(proved ?? Number.NaN),
      `as it is: ${milliseconds(plain ?? Number.NaN)}`,
      `${((proved ?? Number.NaN) / (plain ?? Number.NaN)).toFixed(2)}x`,
    );
  }
  const against = (name: string, map: ReadonlyMap<string, number>) => (map.get(name) ?? Number.NaN) / floor;
  report(
    "true, exact, in bash: parts of it",
    `${against("capture", times).toFixed(2)}x without a host`,
    `${against("/usr/bin/bash", fresh).toFixed(2)}x in a fresh host`,
    `a bash that is only typed, in another process: ${against("relay", times).toFixed(2)}x`,
  );
  const sentinel = times.get("sentinel") ?? Number.NaN;
  report("true with a random sentinel in bash", milliseconds(sentinel), `tmux wait-for: ${milliseconds(tmux)}`, "");
}

/** Medians by name: of the warm-up, and of what is measured. */
async function takeTurns(
  subjects: ReadonlyMap<string, Subject>,
): Promise<{ fresh: Map<string, number>; times: Map<string, number> }> {
  const times = new Map<string, number[]>();
  for (let turn = 0; turn < (warmUp + count) / inOneTurn; turn++) {
    for (const [name, { once }] of subjects) {
      const own = times.get(name) ?? [];
      times.set(name, own);
      for (let i = 0; i < inOneTurn; i++) {
        const started = performance.now();
        await once();
        own.push(performance.now() - started);
      }
    }
  }
  for (const { close } of subjects.values()) await close();
  const medians = (from: number, to: number) =>
    new Map([...times].map(([name, values]) => [name, median(values.slice(from, to))]));
  return { fresh: medians(0, warmUp), times: medians(warmUp, warmUp + count) };
}

/** A shell's session in this very process: what marks and capture cost by themselves. */
async function captureAlone(folder: string): Promise<Subject> {
  const pty = openLocalPty({
    argv: ["bash", "--norc"],
    cwd: folder,
    env: benchEnvironment(folder),
    cols: 80,
    rows: 24,
  });
  let end = 0;
  const session = createShellSession({
    pty,
    shell: "bash",
    startOffset: 0,
    probe: null,
    untilCursor: null,
    integration: "auto",
    capture: "marks",
    history: "keep",
    onOutput(bytes) {
      end += bytes.length;
      return end - bytes.length;
    },
  });
  await session.start(soon);
  return { once: () => session.run("true", soon), close: () => pty.kill() };
}

async function ours(
  terminals: Terminals,
  folder: string,
  shell: string,
  { target = "local", ...run }: { target?: string; usualWords?: string[] } = {},
): Promise<Subject> {
  const terminal = await openShell(terminals, folder, { shell, target });
  const once = async () => {
    const { outcome, exitCode } = await terminal.run("true", { ...soon, ...run });
    if (outcome !== "exited" || exitCode !== 0) throw new Error(`true gave ${outcome} ${exitCode}`);
  };
  return { once, close: () => terminal.close() };
}

/** Types a line and waits for text: the least that anyone can do. */
async function typed(wire: { write(text: string): void; onBytes(listener: (bytes: Buffer) => void): void }) {
  let text = "";
  let check = () => {};
  wire.onBytes((bytes) => {
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
    wire.write(`${line}\r`);
    await until(pattern);
  };
  await send("PS1='%%prompt%%'", atPrompt);
  return send;
}

async function typedInBash(folder: string) {
  const pty = barePty(folder, ["bash", "--norc"]);
  const send = await typed({ write: (text) => pty.write(text), onBytes: (listener) => onBytes(pty, listener) });
  return { send, close: () => pty.kill() };
}

/** The same bash in another process, which hands its bytes on: what a terminal that outlives us costs at the least. */
async function relayedBash(folder: string): Promise<Subject> {
  const path = join(folder, "relay");
  const relay = fork(fileURLToPath(new URL("./relay.ts", import.meta.url)), [path, folder]);
  await once(relay, "message");
  const socket = createConnection(path);
  await once(socket, "connect");
  const send = await typed({
    write: (text) => socket.write(text),
    onBytes: (listener) => socket.on("data", (bytes) => listener(bytes as Buffer)),
  });
  return { once: () => send("true", atPrompt), close: () => socket.destroy() };
}

async function plainBash(folder: string): Promise<Subject> {
  const { send, close } = await typedInBash(folder);
  return { once: () => send("true", atPrompt), close };
}

async function randomSentinel(folder: string): Promise<Subject> {
  const { send, close } = await typedInBash(folder);
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
