import { fc, test } from "@fast-check/vitest";
import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { createTerminalFilter } from "./terminal-filter.ts";

const filtered = (text: string) => createTerminalFilter().push(text);

const parts = [
  "\u001b",
  "\u001b[",
  "\u001b]",
  "\u001bP",
  "\u001b_",
  "\u009b",
  "\u009d",
  "\u009c",
  "\u0007",
  "\u001b\\",
].concat(
  [
    "?",
    ">",
    "!",
    "$",
    " ",
    "(",
    "0",
    "1",
    "2",
    "3",
    "25",
    "1049",
    "1000",
    "2004",
    ";",
    ":",
    "99999",
    "\u0018",
    "\n",
    "\r",
  ],
  [
    "h",
    "l",
    "m",
    "A",
    "H",
    "J",
    "K",
    "n",
    "c",
    "t",
    "q",
    "p",
    "r",
    "s",
    "u",
    "T",
    "b",
    "k",
    "x",
    "\u202e",
    "é",
    "😀",
    "\ud83d",
  ],
);
const anyOutput = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((pieces) => pieces.join("")),
);

/** Written down a second time, by what each sequence does, and not taken from the filter. */
const safe =
  /^(?:[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\n\r\t\b]|\u001b\[[0-9;:]{0,64}m|\u001b\[\d{0,4}(?:;\d{0,4})?[A-IK-MPSXZ@`abdefr]|\u001b\[[0-2]?J|\u001b\[\d{0,4}T|\u001b\[[su]|\u001b\[4[hl]|\u001b\[\?(?:6|7|25|47|1047|1049)[hl]|\u001b[78DEM]|\u001b\([0B])*$/;

describe("what a program printed, on its way to a person's terminal", () => {
  test.prop([anyOutput], { numRuns: 3000 })("holds nothing but text and sequences that draw", (text) => {
    expect(filtered(text)).toMatch(safe);
  });

  test.prop([anyOutput], { numRuns: 1000 })("is not changed by being filtered again", (text) => {
    expect(filtered(filtered(text))).toBe(filtered(text));
  });

  test.prop([anyOutput, fc.array(fc.nat(60), { maxLength: 8 })], { numRuns: 1000 })(
    "is the same wherever it was cut in pieces",
    (text, cuts) => {
      const filter = createTerminalFilter();
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(pieces.map((piece) => filter.push(piece)).join("")).toBe(filtered(text));
    },
  );

  test.prop([fc.string({ unit: "grapheme", maxLength: 60 })], { numRuns: 300 })("keeps every letter", (text) => {
    const plain = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
    expect(filtered(plain)).toBe(plain);
  });

  test.prop([anyOutput], { numRuns: 100 })(
    "leaves the terminal's own screen and every mode as it was",
    async (text) => {
      const filter = createTerminalFilter();
      const terminal = new xterm.Terminal({ cols: 40, rows: 10, allowProposedApi: true });
      const answers: string[] = [];
      terminal.onData((data) => answers.push(data));
      terminal.onTitleChange((title) => answers.push(title));
      await new Promise<void>((resolve) => terminal.write(`${filter.push(text)}${filter.restore()}`, resolve));
      expect([answers, terminal.buffer.active.type, terminal.buffer.active.cursorX]).toEqual([[], "normal", 0]);
      const fresh = new xterm.Terminal({ allowProposedApi: true });
      expect(terminal.modes).toEqual(fresh.modes);
    },
  );

  it.each([
    ["colours", "\u001b[1;38;5;196mred\u001b[0m \u001b[38:2::1:2:3mx\u001b[m"],
    ["a progress bar", "10%\r\u001b[K50%\r\u001b[2K100%\u001b[1A\u001b[5G\b\b\t"],
    [
      "a full screen",
      "\u001b[?1049h\u001b[?25l\u001b[H\u001b[2J\u001b[3;10r\u001b[10;1H\u001b(0lqk\u001b(B\u001bM\u001b[?25h\u001b[?1049l",
    ],
  ])("keeps %s", (_, text) => expect(filtered(text)).toBe(text));

  it.each([
    ["the clipboard", "\u001b]52;c;ZXZpbA==\u0007"],
    ["the title", "\u001b]0;evil\u001b\\"],
    ["questions about colours", "\u001b]4;1;?\u0007\u001b]10;?\u0007"],
    ["links", "\u001b]8;;javascript:alert(1)\u0007"],
    ["files", "\u001b]1337;File=name=x:AAAA\u0007"],
    ["questions about settings", "\u001bP$qm\u001b\\"],
    [
      "questions about the window and the cursor",
      "\u001b[21t\u001b[18t\u001b[6n\u001b[5n\u001b[c\u001b[>c\u001b[?6n\u001bZ",
    ],
    ["the mouse, paste marks and keys", "\u001b[?1000h\u001b[?2004h\u001b[201~\u001b[?1h\u001b=\u001b[>4;2m\u001b[>1u"],
    ["programs' own commands", "\u001b_Gq=1\u001b\\\u001b^x\u001b\\\u001bXx\u001b\\\u001bktitle\u001b\\"],
    ["8-bit controls", "\u009b\u009d\u0090\u0085"],
    ["the scroll-back", "\u001b[3J"],
    ["tab stops, printing, the bell, another character set", "\u001bH\u001b[3g\u001b[5i\u0007\u000e\u001b)0\u001b%@"],
    ["numbers that keep a terminal busy", "\u001b[999999999b\u001b[65536L"],
    ["the direction of text", "\u202e\u2066\u200f"],
  ])("drops %s", (_, text) => expect(filtered(`a${text}b`)).toBe("ab"));

  it("shows what stands behind a string that never ends", () => {
    expect(filtered("a\u001b]0;title\nnext\u001bPdata\r\nlast")).toBe("a\nnext\r\nlast");
  });

  it("clears the screen for a full reset, and keeps what is above it", () => {
    expect(filtered("\u001b[?1049hx\u001bcy")).toMatch(/^\u001b\[\?1049hx\u001b\[\?1049l.*\u001b\[H\u001b\[2Jy$/);
  });
});
