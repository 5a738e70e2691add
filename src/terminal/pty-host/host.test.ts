import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Terminal } from "../contract/terminal.ts";
import { createTerminals, type TerminalsOptions } from "../terminals.ts";
import { holdings, hostPids, isAlive, untilGone } from "../testing/host-watch.ts";
import { createFrameDecoder, encodeFrame } from "./frames.ts";
import { readHostCard } from "./host-files.ts";
import { hostProtocol } from "./messages.ts";

const root = mkdtempSync(join(tmpdir(), "cotty-host-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const freshState = () => mkdtempSync(join(root, "s-"));

const { signal } = new AbortController();
const soon = { signal, timeoutMs: 20_000 };

function terminalsIn(stateDir: string, options: Partial<TerminalsOptions> = {}) {
  return createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir }, ...options });
}

function openBash(terminals: ReturnType<typeof terminalsIn>, epoch = 1, session = "ses_a"): Promise<Terminal> {
  return terminals.open({ target: "local", owner: { session, epoch }, shell: "/bin/bash", cwd: "/", signal });
}

function onlyHost(stateDir: string): number {
  const [pid, ...others] = hostPids(stateDir);
  expect(others).toEqual([]);
  if (pid === undefined) throw new Error("There is no host.");
  return pid;
}

describe("a host outlives its engine", () => {
  async function killedEngine(stateDir: string, command: string): Promise<string> {
    const program = fileURLToPath(new URL("../testing/engine-process.ts", import.meta.url));
    const engine = spawn(process.execPath, [program, stateDir, command], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(engine.stdout, "data")) as [Buffer];
    engine.kill("SIGKILL");
    await once(engine, "exit");
    return line.toString().trim();
  }

  it("gives the next engine the running command, the missed output and the real exit code", async () => {
    const stateDir = freshState();
    const go = join(stateDir, "go");
    const id = await killedEngine(stateDir, `echo begun; until [ -e ${go} ]; do sleep 0.05; done; echo done; (exit 7)`);
    await using terminals = terminalsIn(stateDir);
    const terminal = await terminals.adopt(id, { session: "ses_killed", epoch: 2 });
    if (terminal === null) throw new Error("The terminal is gone.");
    expect((await terminal.state()).name).toBe("running");
    const resumed = terminal.resume("step_1", soon);
    mkdirSync(go);
    expect(await resumed).toMatchObject({ outcome: "exited", exitCode: 7, output: "begun\ndone\n" });
    expect((await terminal.run("echo alive", soon)).output).toBe("alive\n");
    await terminal.close();
    process.kill(onlyHost(stateDir));
  });

  it("keeps the result of a command that ended while nobody was there", async () => {
    const stateDir = freshState();
    const over = join(stateDir, "over");
    const id = await killedEngine(stateDir, `echo begun; sleep 0.3; mkdir ${over}; (exit 8)`);
    while (!existsSync(over)) await new Promise((resolve) => setTimeout(resolve, 5));
    await using terminals = terminalsIn(stateDir);
    const terminal = await terminals.adopt(id, { session: "ses_killed", epoch: 2 });
    expect(await terminal?.resume("step_1", soon)).toMatchObject({ outcome: "exited", exitCode: 8, output: "begun\n" });
    expect(await terminal?.resume("step_2", soon)).toBeNull();
    await terminal?.close();
    process.kill(onlyHost(stateDir));
  });

  it("says of a terminal whose host is gone that it is gone, and sweeps up", async () => {
    const stateDir = freshState();
    const id = await killedEngine(stateDir, "echo begun; sleep 60");
    const pid = onlyHost(stateDir);
    process.kill(pid, "SIGKILL");
    await untilGone(pid);
    await using terminals = terminalsIn(stateDir);
    expect(await terminals.adopt(id, { session: "ses_killed", epoch: 2 })).toBeNull();
    expect(hostPids(stateDir)).toEqual([]);
    expect(await terminals.adopt("term_neverwas", { session: "ses_killed", epoch: 2 })).toBeNull();
    await expect(terminals.adopt("../../etc", { session: "s", epoch: 1 })).rejects.toMatchObject({
      code: "terminal.id",
    });
  });
});

describe("a host and its owners", () => {
  it("refuse everything from an owner whose epoch is over", async () => {
    const stateDir = freshState();
    await using sleeper = terminalsIn(stateDir);
    const old = await openBash(sleeper, 1);
    await using taker = terminalsIn(stateDir);
    const taken = await taker.adopt(old.id, { session: "ses_a", epoch: 2 });
    await expect(old.run("echo twice", soon)).rejects.toMatchObject({ code: "terminal.epoch-over" });
    await expect(old.type(Buffer.from("x"), { by: "agent" })).rejects.toMatchObject({ code: "terminal.epoch-over" });
    await expect(old.close()).rejects.toMatchObject({ code: "terminal.epoch-over" });
    await expect(openBash(sleeper, 1)).rejects.toMatchObject({ code: "terminal.epoch-over" });
    expect((await taken?.run("echo mine", soon))?.output).toBe("mine\n");
  });

  it("survive a request that makes no sense", async () => {
    const stateDir = freshState();
    await using terminals = terminalsIn(stateDir);
    await using terminal = await openBash(terminals);
    await expect(terminal.resize({ cols: 0, rows: 24 })).rejects.toMatchObject({
      code: "terminal.bad-request",
      message: expect.stringContaining("cols") as unknown,
    });
    await expect(terminal.run("x", { signal, timeoutMs: -1 })).rejects.toMatchObject({ code: "terminal.bad-request" });
    expect((await terminal.run("echo alive", soon)).output).toBe("alive\n");
  });

  it("keep the terminals of one session from another", async () => {
    const stateDir = freshState();
    await using terminals = terminalsIn(stateDir);
    const terminal = await openBash(terminals);
    await expect(terminals.adopt(terminal.id, { session: "ses_b", epoch: 9 })).rejects.toMatchObject({
      code: "terminal.not-yours",
    });
  });

  it("hand no key of ours on to what runs in a terminal", async () => {
    const stateDir = freshState();
    const env = { PATH: process.env["PATH"], HOME: stateDir, GEMINI_API_KEY: "k3y", COTTY_TOKEN: "k3y" };
    await using terminals = terminalsIn(stateDir, { env });
    await using terminal = await openBash(terminals);
    const { output } = await terminal.run("env; tr '\\0' '\\n' < /proc/$PPID/environ", soon);
    expect(output).toContain("TERM=xterm-256color");
    expect(output).not.toContain("k3y");
  });
});

describe("a host that cannot work", () => {
  it("says which folder is in the way", async () => {
    const stateDir = freshState();
    writeFileSync(join(stateDir, "hosts"), "");
    await using terminals = terminalsIn(stateDir);
    await expect(openBash(terminals)).rejects.toMatchObject({
      code: "terminal.state-folder",
      message: expect.stringContaining(join(stateDir, "hosts")) as unknown,
    });
  });

  it("opens no shell that it could not record", async () => {
    const stateDir = freshState();
    await using terminals = terminalsIn(stateDir);
    await using first = await openBash(terminals);
    const before = holdings(onlyHost(stateDir));
    rmSync(join(stateDir, "terminals"), { recursive: true });
    writeFileSync(join(stateDir, "terminals"), "");
    await expect(openBash(terminals)).rejects.toThrow("terminals");
    expect(holdings(onlyHost(stateDir))).toEqual(before);
    expect((await first.run("echo alive", soon)).output).toBe("alive\n");
  });
});

describe("a host's socket", () => {
  async function say(stateDir: string, message: unknown): Promise<unknown> {
    const [name = ""] = readdirSync(join(stateDir, "hosts")).filter((file) => file.endsWith(".json"));
    const card = readHostCard(stateDir, name.replace(".json", ""));
    const socket = createConnection(card?.socket ?? "");
    socket.write(encodeFrame(message));
    const [chunk] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return createFrameDecoder().push(chunk)[0]?.message;
  }

  it("is open to its owner only, who knows the token and speaks the version", async () => {
    const stateDir = freshState();
    await using terminals = terminalsIn(stateDir);
    await using _terminal = await openBash(terminals);
    const folder = join(stateDir, "hosts");
    const modes = readdirSync(folder).map((name) => [
      name.replace(/.*\./, ""),
      statSync(join(folder, name)).mode & 0o777,
    ]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(Object.fromEntries(modes)).toEqual({ json: 0o600, sock: 0o600, log: 0o600, life: 0o600 });
    const token = "0".repeat(64);
    const { newest } = hostProtocol;
    expect(await say(stateDir, { kind: "hello", token, oldest: 1, newest: 1 })).toMatchObject({
      kind: "refused",
      error: { code: "terminal.wrong-token" },
    });
    const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".json"));
    const real = readHostCard(stateDir, name.replace(".json", ""))?.token;
    expect(await say(stateDir, { kind: "hello", token: real, oldest: newest + 1, newest: newest + 2 })).toMatchObject({
      kind: "refused",
      error: { code: "terminal.version" },
    });
    expect(await say(stateDir, { kind: "hello", token: real, oldest: 1, newest: 9 })).toMatchObject({
      kind: "welcome",
      version: newest,
    });
    expect(await say(stateDir, { kind: "end" })).toMatchObject({
      kind: "refused",
      error: { code: "terminal.no-hello" },
    });
  });

  it("has a short path even where the state folder has a long one", async () => {
    const stateDir = join(freshState(), "d".repeat(60), "e".repeat(60));
    mkdirSync(stateDir, { recursive: true });
    await using terminals = terminalsIn(stateDir);
    await using terminal = await openBash(terminals);
    expect((await terminal.run("echo hi", soon)).output).toBe("hi\n");
  });
});

/** Beside the sign of life, which says for as long as its entry in the register that the host has ended. */
function leftIn(stateDir: string): string[] {
  return readdirSync(join(stateDir, "hosts")).filter((name) => !name.endsWith(".life"));
}

describe("a host ends", () => {
  it("with its shells when its Terminals are disposed of, and leaves nothing behind but logs", async () => {
    const stateDir = freshState();
    const terminals = terminalsIn(stateDir);
    const terminal = await openBash(terminals);
    const shell = Number((await terminal.run("echo $$", soon)).output);
    const host = onlyHost(stateDir);
    await terminals[Symbol.asyncDispose]();
    await untilGone(host);
    await untilGone(shell);
    expect(leftIn(stateDir)).toEqual([]);
    expect(readdirSync(join(stateDir, "terminals"))).toEqual([terminal.id]);
  });

  it("by itself after a while without owner and command, but not while a command runs", async () => {
    const stateDir = freshState();
    const go = join(stateDir, "go");
    const terminals = terminalsIn(stateDir, { idleAfterMs: 200, whenDisposed: "leave" });
    const terminal = await openBash(terminals);
    await terminal.run(`until [ -e ${go} ]; do sleep 0.05; done`, { signal, timeoutMs: 100 });
    const host = onlyHost(stateDir);
    await terminals[Symbol.asyncDispose]();
    // One that is left behind it with nothing to do goes first.
    const idleDir = freshState();
    const idle = terminalsIn(idleDir, { idleAfterMs: 200, whenDisposed: "leave" });
    await openBash(idle);
    const idleHost = onlyHost(idleDir);
    await idle[Symbol.asyncDispose]();
    await untilGone(idleHost);
    expect(isAlive(host)).toBe(true);
    mkdirSync(go);
    await untilGone(host);
    expect(leftIn(stateDir)).toEqual([]);
  });

  it("at once where it is to wait no time, and not before it was ever used", async () => {
    const stateDir = freshState();
    const terminals = terminalsIn(stateDir, { idleAfterMs: 0, whenDisposed: "leave" });
    const terminal = await openBash(terminals);
    expect((await terminal.run("echo alive", soon)).output).toBe("alive\n");
    const host = onlyHost(stateDir);
    await terminals[Symbol.asyncDispose]();
    await untilGone(host);
    expect(leftIn(stateDir)).toEqual([]);
  });

  it("not at once where it is to wait for longer than any timer counts", async () => {
    const stateDir = freshState();
    const waiting = terminalsIn(stateDir, { idleAfterMs: 100_000 * 60_000, whenDisposed: "leave" });
    const { id } = await openBash(waiting);
    await waiting[Symbol.asyncDispose]();
    await using next = terminalsIn(stateDir);
    const adopted = await next.adopt(id, { session: "ses_a", epoch: 2 });
    expect((await adopted?.run("echo alive", soon))?.output).toBe("alive\n");
    process.kill(onlyHost(stateDir), "SIGTERM");
  });

  it("abruptly as an outcome of the command that ran in it", async () => {
    const stateDir = freshState();
    await using terminals = terminalsIn(stateDir);
    const terminal = await openBash(terminals);
    const shell = Number((await terminal.run("echo $$", soon)).output);
    const running = terminal.run("echo begun; sleep 60", soon);
    for await (const { bytes } of terminal.output(0, { signal })) if (Buffer.from(bytes).includes("begun\r\n")) break;
    process.kill(onlyHost(stateDir), "SIGKILL");
    expect(await running).toMatchObject({ outcome: "terminal-closed", exitCode: null });
    await expect(terminal.state()).rejects.toMatchObject({ code: "terminal.host-gone" });
    await untilGone(shell);
    // The next one gets a new host.
    await using next = await openBash(terminals);
    expect((await next.run("echo alive", soon)).output).toBe("alive\n");
  });

  it("every terminal completely: 50 of them leave no file and no process open", async () => {
    const stateDir = freshState();
    await using terminals = terminalsIn(stateDir);
    const cycle = async () => {
      await using terminal = await openBash(terminals);
      expect((await terminal.run("true", soon)).outcome).toBe("exited");
    };
    for (let i = 0; i < 3; i++) await cycle();
    const host = onlyHost(stateDir);
    const before = { host: holdings(host), engine: holdings(process.pid) };
    for (let i = 0; i < 50; i++) await cycle();
    expect({ host: holdings(host), engine: holdings(process.pid) }).toEqual(before);
  });
});
