import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { systemClock } from "../../base/index.ts";
import { createRawLog } from "../raw-log/raw-log-writer.ts";
import { createScreenReader } from "./screen-reader.ts";

const root = mkdtempSync(join(tmpdir(), "cotty-screen-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

function setUp(clock = systemClock) {
  const directory = join(root, String(folders++));
  const log = createRawLog({ directory });
  const answers: string[] = [];
  let heard = Promise.withResolvers<void>();
  const screen = createScreenReader({
    directory,
    log,
    cols: 40,
    rows: 5,
    clock,
    answer(text) {
      answers.push(text);
      heard.resolve();
    },
  });
  return {
    screen,
    answers,
    print(text: string) {
      log.append(Buffer.from(text));
      screen.appended(Buffer.from(text));
    },
    async nextAnswer() {
      await heard.promise;
      heard = Promise.withResolvers();
    },
    async [Symbol.asyncDispose]() {
      screen.dispose();
      await log[Symbol.asyncDispose]();
    },
  };
}

describe("a screen", () => {
  it("is built when someone looks, and again after more was printed", async () => {
    await using t = setUp();
    t.print("\x1b]0;work\x07one\r\ntwo\r\n$ ");
    const first = {
      text: "one\ntwo\n$",
      cols: 40,
      rows: 5,
      cursor: { row: 2, column: 2 },
      alternate: false,
      title: "work",
    };
    expect(await t.screen.snapshot()).toEqual(first);
    t.print("ls");
    expect(await t.screen.snapshot()).toEqual({ ...first, text: "one\ntwo\n$ ls", cursor: { row: 2, column: 4 } });
  });

  it("shows the end of a log that is far longer than any screen, and still knows the alternate screen", async () => {
    await using t = setUp();
    t.print("\x1b[?1049h");
    for (let i = 0; i < 60; i++) t.print(`${"x".repeat(38)}\r\n`.repeat(1000));
    t.print("\x1b[2J\x1b[2;3Hend");
    expect(await t.screen.snapshot()).toMatchObject({
      text: "\n  end",
      alternate: true,
      cursor: { row: 1, column: 5 },
    });
    for (let i = 0; i < 60; i++) t.print(`${"y".repeat(38)}\r\n`.repeat(1000));
    t.print("\x1b[?1049l\x1b[2J\x1b[Hback");
    expect(await t.screen.snapshot()).toMatchObject({ text: "back", alternate: false });
  });

  it("adds the lines above the screen when asked", async () => {
    await using t = setUp();
    for (let i = 1; i <= 10; i++) t.print(`line ${i}\r\n`);
    expect(await t.screen.snapshot({ scrollbackLines: 3 })).toMatchObject({
      text: "line 7\nline 8\nline 9\nline 10",
      scrollback: "line 4\nline 5\nline 6",
    });
  });

  it("changes its size where the size changed", async () => {
    await using t = setUp();
    t.print("a".repeat(40));
    t.screen.resize(10, 3);
    t.print(`\r\n${"b".repeat(12)}`);
    expect(await t.screen.snapshot()).toMatchObject({ text: "aaaaaaaaaa\nbbbbbbbbbb\nbb", cols: 10, rows: 3 });
  });

  it("answers each question once, with the cursor where the question was asked", async () => {
    await using t = setUp();
    t.print("ab\x1b[6ncd");
    await t.nextAnswer();
    t.print("\r\n\x1b[");
    t.print("6n");
    await t.nextAnswer();
    await t.screen.snapshot();
    await t.screen.snapshot();
    expect(t.answers).toEqual(["\x1b[1;3R", "\x1b[2;1R"]);
  });

  it("does not answer questions again when it is built anew from the log", async () => {
    await using t = setUp();
    t.print("\x1b[c");
    await t.nextAnswer();
    for (let i = 0; i < 60; i++) t.print(`${"x".repeat(38)}\r\n`.repeat(1000));
    await t.screen.snapshot();
    expect(t.answers).toEqual(["\x1b[?1;2c"]);
  });

  it("answers a program that asks and asks with 4 KB a second, and not faster", async () => {
    let now = 0;
    await using t = setUp({ now: () => now });
    for (let i = 0; i < 90; i++) {
      t.print(`\x1b[H${"\x1b[6n".repeat(10)}`);
      await t.screen.snapshot();
    }
    expect(t.answers.length).toBe(Math.floor(4096 / "\x1b[1;1R".length));
    now += 1000;
    t.print("\x1b[6n");
    await t.screen.snapshot();
    expect(t.answers.length).toBe(Math.floor(4096 / "\x1b[1;1R".length) + 1);
  });

  it("does not answer what nobody waits for: a heap of questions, or one long gone by", async () => {
    await using t = setUp();
    t.print("\x1b[6n".repeat(500));
    await t.screen.snapshot();
    t.print(`\x1b[6n${"x".repeat(20_000)}`);
    await t.screen.snapshot();
    expect(t.answers).toEqual([]);
  });
});
