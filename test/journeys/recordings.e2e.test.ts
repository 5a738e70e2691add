import { writeFileSync } from "node:fs";
import { join } from "node:path";
import xterm from "@xterm/headless";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CottyHome, createCottyHome, jsonLines } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";

let home: CottyHome;
beforeEach(() => {
  home = createCottyHome();
  writeFileSync(join(home.dir, ".bashrc"), "PS1='ready> '\n");
});
afterEach(() => home[Symbol.dispose]());

/** Runs commands in one shell, as a person's script would, and leaves their recording behind. */
async function record(commands: object[]): Promise<void> {
  const lines = commands.map((command, index) => `${JSON.stringify({ id: String(index), ...command })}\n`);
  const ran = await home.run(["exec", "--jsonl"], { input: lines.join("") });
  expect([ran.code, jsonLines(ran.stdout).map(({ outcome }) => outcome)]).toEqual([0, commands.map(() => "exited")]);
}

/** Private modes that are switched on at the end of what a terminal was sent. */
function modesLeft(bytes: string): string[] {
  const modes = new Map<string, boolean>();
  for (const [, mode = "", end] of bytes.matchAll(/\x1b\[\?(\d+)([hl])/g)) modes.set(mode, end === "h");
  // The cursor is there, lines wrap, and the shell's own line editor reads.
  return [...modes].flatMap(([mode, isOn]) => (isOn && !["25", "7", "2004"].includes(mode) ? [mode] : []));
}

describe("cotty replay", () => {
  it("stands still, jumps from command to command and in time, and ends with the recording", async () => {
    await record([
      { command: "echo on''e; sleep 1" },
      { command: "echo tw''o; sleep 1" },
      { command: "echo thr''ee; sleep 1" },
      { command: "echo fo''ur" },
    ]);
    // So slow that nothing comes by itself while the test looks.
    const replay = startInTerminal(home, ["replay", "last", "--speed", "0.125", "--idle-limit", "60"]);
    await replay.shows("ready> ");
    replay.type(" ...");
    expect(await replay.shows("two")).not.toContain("three");
    replay.type(",");
    await replay.shows("one");
    replay.type(".");
    expect(await replay.shows("two")).not.toContain("three");
    replay.type("\x1b[C");
    await replay.shows("three");
    await replay.shows("four");
    expect(await replay.ended).toBe(0);
  });

  it("goes on after a pause, faster when it is told to", async () => {
    await record([{ command: "echo on''e; sleep 8" }, { command: "echo tw''o" }]);
    const replay = startInTerminal(home, ["replay", "last", "--speed", "0.125", "--idle-limit", "60"]);
    await replay.shows("ready> ");
    replay.type(" .");
    replay.type(" ++++++++");
    await replay.shows("one");
    await replay.shows("two");
    expect(await replay.ended).toBe(0);
  });

  it("is left with q, and the terminal is as it was, whatever the recording had switched on", async () => {
    await record([{ command: "printf '\\033[?1049h\\033[?1000h\\033[?25lfull screen'; sleep 5" }]);
    const replay = startInTerminal(home, ["replay", "last"], { throughShell: true });
    await replay.shows("full screen");
    replay.type("q");
    await replay.shows("$ ");
    // What a program reads of a terminal that still tells of the mouse would not be this.
    replay.type("echo back-$((40+2)) $(stty -a | grep -wo -- 'icanon')\r");
    await replay.shows("back-42 icanon");
    expect(modesLeft(replay.bytes())).toEqual([]);
  });

  it("sends a person's terminal nothing that asks, sets or hides, and everything with --raw", async () => {
    const hostile = [
      "\x1b]52;c;ZXZpbA==\x07",
      "\x1b]0;title\x07",
      "\x1b]8;;javascript:alert(1)\x07",
      "\x1b]1337;File=x:AAAA\x07",
      "\x1bP$qm\x1b\\",
      "\x1b[21t\x1b[18t\x1b[6n\x1b[5n\x1b[c\x1b[>c",
      "\x1b[?1000h\x1b[201~",
      "\x1b_G\x1b\\",
      "\u009b31m\u202e",
    ];
    writeFileSync(join(home.dir, "hostile"), `${hostile.join("")}\x1b[31mred\x1b[0m end-of-it\n`);
    await record([{ command: "cat hostile" }]);
    const shown = startInTerminal(home, ["replay", "last", "--speed", "32"]);
    await shown.shows("end-of-it");
    await shown.ended;
    expect(shown.bytes()).toContain("31m\x1b[31mred\x1b[0m end-of-it");
    expect(shown.bytes()).not.toMatch(
      /\x1b[\]P_^X]|\x1b\[[0-9>]*[ntc~]|\x1b\[\?(?!(?:6|7|25)[hl])|[\u0080-\u009f\u202e]/,
    );
    const raw = startInTerminal(home, ["replay", "last", "--speed", "32", "--raw"]);
    await raw.shows("end-of-it");
    await raw.ended;
    for (const sequence of hostile) expect(raw.bytes()).toContain(sequence);
  });

  it("ends on a line of its own below what it showed", async () => {
    await record([{ command: "printf 'the first line\\nthe last line'" }]);
    const replay = startInTerminal(home, ["replay", "last", "--speed", "32"], { throughShell: true });
    await replay.shows("the last line");
    await replay.shows("$ ");
    const screen = new xterm.Terminal({ cols: 200, rows: 50, allowProposedApi: true });
    await new Promise<void>((resolve) => screen.write(replay.bytes(), resolve));
    const buffer = screen.buffer.active;
    const lines = Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row)?.translateToString(true) ?? "");
    expect(lines.filter((line) => /^the (first|last) line|^\$ $/.test(line)).slice(0, 2)).toEqual([
      "the first line",
      expect.stringMatching(/^the last line/),
    ]);
    expect(lines[buffer.cursorY]).toMatch(/^\$ ?$/);
    replay.type("exit\r");
  });

  it("says what to do where there is no terminal to play in, and where nothing was recorded", async () => {
    await record([{ command: "true" }]);
    expect(await home.run(["replay", "last"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cotty export --format txt"),
    });
    expect(await home.run(["replay", "no-such-session"])).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("cotty export", () => {
  it("holds what was printed in each format, and no password", async () => {
    await record([
      { command: "printf '漢字 👍 e\u0301\\n'" },
      { command: "printf '\\033[?1049h'; echo inside; printf '\\033[?1049l'; echo outside" },
      // Off before the question is asked: whenever the keys come, they are not shown.
      { command: "stty -echo" },
      {
        command: "printf 'Password: '; read -r p; stty echo; echo; echo ${#p} read",
        keys: [{ afterMs: 500, keys: "hunter2 Enter" }],
      },
      { command: "stty cols 100; printf '%s\\r' 10% 50% 100%; echo; (exit 3)" },
    ]);
    const [txt, cast, json] = await Promise.all(
      ["txt", "cast", "json"].map(async (format) => (await home.run(["export", "last", "--format", format])).stdout),
    );
    expect(txt).toMatch(/\n漢字 👍 e\u0301\n.*\ninside\noutside\n.*\nPassword: \n7 read\n.*\n100%\n/s);
    expect(txt).not.toMatch(/\x1b|7711|__ct_/);
    const [header, ...events] = (cast ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({ version: 3, term: { cols: 120, rows: 40 } });
    const printed = events.flatMap(([, code, data]) => (code === "o" ? [data] : [])).join("");
    expect(printed).toContain("\x1b[?1049hinside\r\n\x1b[?1049loutside\r\n");
    expect(events.filter(([, code]) => code === "m")).toHaveLength(5);
    expect(JSON.parse(json ?? "")).toMatchObject({
      recording: { terminal: { target: "local", shell: "bash", cols: 120, rows: 40 } },
    });
    for (const text of [txt, cast, json]) expect(text).not.toContain("hunter2");
  });
});
