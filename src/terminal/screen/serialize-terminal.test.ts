import { expect, it } from "vitest";
import { neverAborted as signal } from "../../base/index.ts";
import type { TerminalSize } from "../recording/recording.ts";
import { loadEmulator } from "./emulator.ts";
import { serializeTerminal } from "./serialize-terminal.ts";

/** A terminal whose log holds these texts, each printed at its size. */
function printed(parts: { text: string; cols: number; rows: number }[]) {
  const sizes: TerminalSize[] = [];
  let log = Buffer.alloc(0);
  for (const { text, cols, rows } of parts) {
    sizes.push({ offset: log.length, cols, rows });
    log = Buffer.concat([log, Buffer.from(text)]);
  }
  const { cols = 80, rows = 24 } = parts.at(-1) ?? {};
  const screen = { text: "", cols, rows, cursor: { row: 0, column: 0 }, alternate: false, title: "" };
  const terminal = {
    screen: async () => screen,
    state: async () => ({
      name: "ready" as const,
      foreground: null,
      cwd: null,
      offset: log.length,
      keyboard: { holder: "agent" as const },
    }),
    async *output(from: number) {
      // In odd pieces: an offset that is asked for stands within one, at its end, and at its beginning.
      for (let at = from; at < log.length; at += 97)
        yield { offset: at, bytes: log.subarray(at, Math.min(at + 97, log.length)), missedBytes: 0 };
    },
  };
  return { terminal, sizes: () => sizes };
}

async function linesOf(bytes: Uint8Array, cols: number, rows: number): Promise<string[]> {
  const Emulator = await loadEmulator();
  const emulator = new Emulator({ cols, rows, scrollback: 1000, allowProposedApi: true });
  await new Promise<void>((resolve) => emulator.write(bytes, resolve));
  const buffer = emulator.buffer.active;
  return Array.from({ length: buffer.length }, (_, i) => buffer.getLine(i)?.translateToString(true) ?? "");
}

it("draws each part at the size it was printed at: what a program placed by row and column stays there", async () => {
  const { terminal, sizes } = printed([
    { text: "\x1b[2J\x1b[Htop\x1b[10;1Hbottom of ten", cols: 40, rows: 10 },
    { text: "\r\nafter the window got smaller", cols: 30, rows: 5 },
  ]);
  // All of it is here: its host is not asked to draw it too, which would keep the first viewer waiting.
  const screen = () => Promise.reject(new Error("It was asked."));
  const drawn = await serializeTerminal({ ...terminal, screen }, { signal, sizes });
  expect([drawn.cols, drawn.rows]).toEqual([30, 5]);
  const lines = await linesOf(drawn.bytes, 30, 5);
  expect(lines.filter((line) => line !== "")).toEqual(["top", "bottom of ten", "after the window got smaller"]);
  expect(lines.indexOf("bottom of ten") - lines.indexOf("top")).toBe(9);
});

it("says on which line of what it draws the offsets stand, and leaves out what has scrolled away", async () => {
  const text = Array.from({ length: 1500 }, (_, i) => `line ${i}\r\n`).join("");
  const { terminal, sizes } = printed([{ text, cols: 40, rows: 10 }]);
  const early = text.indexOf("line 3\r");
  const late = text.indexOf("line 1400\r");
  const drawn = await serializeTerminal(terminal, { signal, sizes, offsets: [late, early, late, text.length] });
  const lines = await linesOf(drawn.bytes, 40, 10);
  expect(drawn.places.map(({ offset, line }) => [offset, lines[line]])).toEqual([
    [late, "line 1400"],
    [text.length, ""],
  ]);
});

it("draws as many lines above the screen as a viewer keeps, and none where it keeps none", async () => {
  const text = Array.from({ length: 50 }, (_, i) => `line ${i}\r\n`).join("");
  const { terminal, sizes } = printed([{ text, cols: 40, rows: 10 }]);
  const first = async (scrollback: number) => {
    const drawn = await serializeTerminal(terminal, { signal, sizes, scrollback });
    return (await linesOf(drawn.bytes, 40, 10))[0];
  };
  expect([await first(0), await first(20), await first(100_000)]).toEqual(["line 41", "line 21", "line 0"]);
});
