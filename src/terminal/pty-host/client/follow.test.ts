import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { TerminalRequest } from "../../contract/methods.ts";
import type { Terminal } from "../../contract/terminal.ts";
import { readTerminalCard, terminalDirectory } from "../../raw-log/terminal-card.ts";
import { createTerminals } from "../../terminals.ts";
import { createFrameDecoder, encodeFrame, type Frame } from "../frames.ts";
import { readHostCard } from "../host-files.ts";
import type { ClientMessage, HostMessage } from "../messages.ts";

const stateDir = mkdtempSync(join(tmpdir(), "cotty-follow-"));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));
const { signal } = new AbortController();
const owner = { session: "ses_a", epoch: 1 };

async function openBash(terminals: ReturnType<typeof createTerminals>): Promise<Terminal> {
  return await terminals.open({ target: "local", owner, shell: "/bin/bash", cwd: "/", signal });
}

const bashIn = () => createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir } });

/** A second engine that speaks to the terminal's host by hand. */
async function connect(terminal: string, newest: number) {
  const card = readHostCard(stateDir, readTerminalCard(stateDir, terminal)?.host ?? "");
  const socket = createConnection(card?.socket ?? "");
  const decoder = createFrameDecoder();
  const written: { end: number; bytes: Uint8Array }[] = [];
  let changed = () => {};
  const answers: unknown[] = [];
  socket.on("data", (chunk) => {
    for (const { message, bytes } of decoder.push(chunk) as (Frame & { message: HostMessage })[]) {
      if (message.kind === "written") written.push({ end: message.end, bytes: Buffer.from(bytes) });
      else answers.push(message);
    }
    changed();
  });
  const send = (message: ClientMessage) => socket.write(encodeFrame(message));
  const until = (look: () => boolean) =>
    new Promise<void>((resolve) => {
      changed = () => look() && resolve();
      changed();
    });
  let id = 0;
  const ask = async (request: TerminalRequest) => {
    const count = answers.length;
    send({ kind: "request", id: id++, terminal, owner, request });
    await until(() => answers.length > count);
    return answers.at(-1);
  };
  send({ kind: "hello", token: card?.token ?? "", oldest: 1, newest });
  await until(() => answers.length === 1);
  return { written, until, ask, send, [Symbol.dispose]: () => socket.destroy() };
}

const run = (command: string): TerminalRequest => ({ method: "run", command, timeoutMs: 20_000 });

describe("an engine", () => {
  it("hears of a terminal's growth only while it follows it, and is handed the bytes", async () => {
    await using terminals = bashIn();
    await using terminal = await openBash(terminals);
    using engine = await connect(terminal.id, 2);
    expect(await engine.ask({ method: "adopt" })).toMatchObject({ kind: "reply", result: { isClosed: false } });
    expect(await engine.ask(run("echo unseen"))).toMatchObject({ kind: "reply", result: { output: "unseen\n" } });
    expect(engine.written).toEqual([]);

    engine.send({ kind: "follow", terminal: terminal.id, isOn: true });
    await engine.until(() => engine.written.length > 0);
    const from = engine.written[0]?.end ?? 0;
    expect(await engine.ask(run("echo seen"))).toMatchObject({ kind: "reply", result: { output: "seen\n" } });
    await terminal.close();
    const log = readFileSync(join(terminalDirectory(stateDir, terminal.id), "000000000000000.log"));
    const { end = from } = engine.written.at(-1) ?? {};
    expect(Buffer.concat(engine.written.map(({ bytes }) => bytes))).toEqual(log.subarray(from, end));
    expect(log.subarray(from, end).toString()).toContain("seen\r\n");
  });

  it("hears no more of it when it follows no longer", async () => {
    await using terminals = bashIn();
    await using terminal = await openBash(terminals);
    using engine = await connect(terminal.id, 2);
    await engine.ask({ method: "adopt" });
    engine.send({ kind: "follow", terminal: terminal.id, isOn: true });
    await engine.until(() => engine.written.length > 0);
    engine.send({ kind: "follow", terminal: terminal.id, isOn: false });
    await engine.ask({ method: "state" });
    const count = engine.written.length;
    await engine.ask(run("echo unseen"));
    expect(engine.written).toHaveLength(count);
  });

  it("is told nothing of a terminal that it has neither opened nor adopted", async () => {
    await using terminals = bashIn();
    await using terminal = await openBash(terminals);
    using engine = await connect(terminal.id, 2);
    engine.send({ kind: "follow", terminal: terminal.id, isOn: true });
    await engine.ask(run("echo unseen"));
    expect(engine.written).toEqual([]);
  });

  it("of the release before is told of every growth, as it always was", async () => {
    await using terminals = bashIn();
    await using terminal = await openBash(terminals);
    using engine = await connect(terminal.id, 1);
    await engine.ask({ method: "adopt" });
    await engine.ask(run("echo seen"));
    expect(engine.written.length).toBeGreaterThan(0);
  });
});

describe("the output of a terminal", () => {
  it("is the same bytes for everyone, whoever came when and left when", async () => {
    await using terminals = bashIn();
    await using terminal = await openBash(terminals);
    const read = async (from: number) => {
      const chunks: Uint8Array[] = [];
      let expected = from;
      for await (const { offset, bytes } of terminal.output(from, { signal })) {
        expect(offset).toBe(expected);
        expected += bytes.length;
        chunks.push(bytes);
      }
      return Buffer.concat(chunks);
    };
    const first = read(0);
    await terminal.run("for i in 1 2 3 4 5; do echo line $i; done", { signal, timeoutMs: 20_000 });
    const { offset } = await terminal.state();
    const second = read(offset);
    await terminal.run("seq 1 20000", { signal, timeoutMs: 20_000 });
    for await (const _ of terminal.output(offset, { signal })) break;
    await terminal.run("echo last", { signal, timeoutMs: 20_000 });
    await terminal.close();
    const log = readFileSync(join(terminalDirectory(stateDir, terminal.id), "000000000000000.log"));
    expect(Buffer.compare(await first, log)).toBe(0);
    expect(Buffer.compare(await second, log.subarray(offset))).toBe(0);
  });
});
