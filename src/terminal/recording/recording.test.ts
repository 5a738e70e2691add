import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createOutputRedactor } from "../../secrets/index.ts";
import { createRawLog } from "../raw-log/raw-log-writer.ts";
import { terminalDirectory, writeTerminalCard } from "../raw-log/terminal-card.ts";
import { readCast } from "../testing/read-cast.ts";
import { exportRecording, type RecordingFormat, type TextFilter } from "./export-recording.ts";
import { type Recording, type RecordingEvent, readRecording } from "./recording.ts";

const stateDir = mkdtempSync(join(tmpdir(), "cotty-recording-"));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));
let terminals = 0;

type Deed =
  | { ms: number; print: string | Buffer }
  | { ms: number; size: [number, number] }
  | { ms: number; command: string };

/** A terminal's log, written by the real writer with a clock of ours. */
async function recordingOf(deeds: Deed[], options: { capBytes?: number; exitCode?: number } = {}): Promise<Recording> {
  const terminalId = `term_${terminals++}`;
  let now = 1_000_000;
  const clock = { now: () => now };
  const log = createRawLog({ directory: terminalDirectory(stateDir, terminalId), clock, ...options });
  log.note({ type: "resized", atMs: now, offset: 0, cols: 80, rows: 24 });
  for (const deed of deeds) {
    now = 1_000_000 + deed.ms;
    const at = { atMs: now, offset: log.end };
    if ("print" in deed) log.append(Buffer.from(deed.print));
    else if ("size" in deed) log.note({ type: "resized", ...at, cols: deed.size[0], rows: deed.size[1] });
    else log.note({ type: "command", ...at, command: deed.command });
    await log.flush();
  }
  if (options.exitCode !== undefined) {
    log.note({ type: "closed", atMs: now, offset: log.end, exitCode: options.exitCode });
  }
  await log[Symbol.asyncDispose]();
  const card = { id: terminalId, host: "host_1", session: "ses_1", target: "local", shell: "bash", openedAt: 5 };
  writeTerminalCard(stateDir, { ...card, cols: 80, rows: 24 });
  const recording = readRecording({ stateDir, terminalId });
  if (recording === null) throw new Error("There is no recording.");
  return recording;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function eventsOf(recording: Recording): Promise<RecordingEvent[]> {
  return await collect(recording.events());
}

async function exported(recording: Recording, format: RecordingFormat, createFilter?: () => TextFilter) {
  const options = createFilter === undefined ? { format } : { format, createFilter };
  return (await collect(exportRecording(recording, options))).join("");
}

const session: Deed[] = [
  { ms: 0, print: "$ " },
  { ms: 100, command: "ls" },
  { ms: 120, print: "ls\r\n" },
  { ms: 500, print: Buffer.from("caf\xc3", "latin1") },
  { ms: 600, print: Buffer.from("\xa9\r\n", "latin1") },
  { ms: 1000, size: [100, 30] },
  { ms: 2500, print: "\x1b[1mbye\x1b[0m\r\n" },
];

describe("a recording", () => {
  it("is what the log holds, with times, sizes, commands and whole characters", async () => {
    const recording = await recordingOf(session, { exitCode: 0 });
    expect(recording.header).toMatchObject({
      target: "local",
      shell: "bash",
      startedAt: 1_000_000,
      cols: 80,
      rows: 24,
    });
    expect(await eventsOf(recording)).toEqual([
      { type: "output", atMs: 0, offset: 0, text: "$ " },
      { type: "command", atMs: 100, command: "ls" },
      { type: "output", atMs: 120, offset: 2, text: "ls\r\n" },
      { type: "output", atMs: 500, offset: 6, text: "caf" },
      { type: "output", atMs: 600, offset: 10, text: "é\r\n" },
      { type: "resized", atMs: 1000, cols: 100, rows: 30 },
      { type: "output", atMs: 2500, offset: 13, text: "\x1b[1mbye\x1b[0m\r\n" },
      { type: "closed", atMs: 2500, exitCode: 0 },
    ]);
  });

  it("tells of what the cap removed, and still knows the size of the screen", async () => {
    const many = Array.from({ length: 200 }, (_, i): Deed => ({ ms: 100 + i * 20, print: `${i}`.padEnd(98, ".") }));
    const recording = await recordingOf([{ ms: 0, size: [33, 11] }, ...many], { capBytes: 8000 });
    expect(recording.header).toMatchObject({ cols: 33, rows: 11 });
    const [gap, ...rest] = await eventsOf(recording);
    const text = rest.map((event) => (event.type === "output" ? event.text : "")).join("");
    expect(gap).toEqual({ type: "gap", atMs: 0, missedBytes: 200 * 98 - text.length });
    expect(text.endsWith("199".padEnd(98, "."))).toBe(true);
  });

  it("is null for a terminal that never was, and for a name that is a path", () => {
    expect(readRecording({ stateDir, terminalId: "term_nobody" })).toBeNull();
    expect(readRecording({ stateDir, terminalId: "../../etc/passwd" })).toBeNull();
  });
});

describe("an exported recording", () => {
  it("is an asciicast v3 whose intervals add up", async () => {
    const cast = await exported(await recordingOf(session, { exitCode: 3 }), "cast");
    const [header, ...lines] = cast
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(header).toMatchObject({ version: 3, term: { cols: 80, rows: 24, type: "xterm-256color" }, timestamp: 1000 });
    expect(lines).toEqual([
      [0, "o", "$ "],
      [0.1, "m", "ls"],
      [0.02, "o", "ls\r\n"],
      [0.38, "o", "caf"],
      [0.1, "o", "é\r\n"],
      [0.4, "r", "100x30"],
      [1.5, "o", "\x1b[1mbye\x1b[0m\r\n"],
      [0, "x", "3"],
    ]);
  });

  it("comes back the same from its asciicast", async () => {
    const recording = await recordingOf(session, { exitCode: 3 });
    const { cols, rows, events } = readCast(await exported(recording, "cast"));
    expect({ cols, rows }).toEqual({ cols: 80, rows: 24 });
    const expected = (await eventsOf(recording)).map((event) => ("offset" in event ? { ...event, offset: 0 } : event));
    expect(events).toEqual(expected);
  });

  it("is plain text without escapes, and with a progress bar's last state only", async () => {
    const recording = await recordingOf([
      { ms: 0, print: "\x1b[3" },
      { ms: 20, print: "1mred\x1b[0m\r\n" },
      { ms: 40, print: "\r10%\r50%\r100%\r\nend" },
    ]);
    expect(await exported(recording, "txt")).toBe("red\n100%\nend");
  });

  it("keeps the prompt in plain text where a line editor draws only what comes after it", async () => {
    const recording = await recordingOf([
      { ms: 0, print: "$ \x1b[7mls -l\x1b[27m\r\x1b[C\x1b[Cls -l\r\nname\x1b[3Csize\r\n" },
      { ms: 10, print: "héé> x\r\x1b[5Cpwd\r\n" },
    ]);
    expect(await exported(recording, "txt")).toBe("$ ls -l\nname   size\nhéé> pwd\n");
  });

  it("is one JSON document with header and events", async () => {
    const recording = await recordingOf(session);
    expect(JSON.parse(await exported(recording, "json"))).toEqual({
      terminal: recording.header,
      events: await eventsOf(recording),
    });
  });

  it("passes all text through a filter, also what was cut in two", async () => {
    const recording = await recordingOf([
      { ms: 0, command: "login hunter2" },
      { ms: 20, print: "hunt" },
      { ms: 40, print: "er2\r\nok" },
    ]);
    const createFilter = () => createOutputRedactor({ values: [{ kind: "key", value: "hunter2" }] });
    const { events } = JSON.parse(await exported(recording, "json", createFilter)) as { events: unknown[] };
    expect(events).toEqual([
      { type: "command", atMs: 0, command: "login ‹secret:key#1›" },
      { type: "output", atMs: 20, offset: 0, text: "‹secret:key#1›" },
      { type: "output", atMs: 40, offset: 4, text: "\r\nok" },
    ]);
  });
});
