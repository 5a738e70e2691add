import { Terminal } from "@xterm/headless";
import type { Terminal as BrowserTerminal } from "@xterm/xterm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCommandBars } from "./command-bars.ts";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const encoder = new TextEncoder();

/** The browser's terminal without a screen: it parses the same, and is never drawn. */
function openTerminal(cols: number) {
  const term = new Terminal({ cols, rows: 10, allowProposedApi: true });
  const drawn = Object.assign(term, { onRender: () => ({ dispose: () => undefined }) });
  const bars = createCommandBars(drawn as unknown as BrowserTerminal);
  let end = 0;
  return {
    bars,
    write(text: string) {
      end += text.length;
      return new Promise<void>((resolve) => bars.write(encoder.encode(text), end, resolve));
    },
    [Symbol.dispose]() {
      bars.dispose();
      term.dispose();
    },
  };
}

/** Two commands as a shell prints them: the output of each begins after its line and after what readline adds to it. */
const first = "first line\r\n$ grep PORT orders.service\r\n\x1b[?2004l\r";
const second = "2:PORT=3001\r\n\x1b[?2004h$ cat orders.conf\r\n\x1b[?2004l\r";
const all = `${first}${second}upstream = 3000\r\n\x1b[?2004h$ `;
const begins = [first.length, first.length + second.length];

describe("the line on which a command stands", () => {
  it.each(Array.from({ length: all.length + 1 }, (_, at) => at))(
    "is found when its bytes come in two pieces, cut at byte %i",
    async (cut) => {
      using terminal = openTerminal(80);
      await terminal.write(all.slice(0, cut));
      await terminal.write(all.slice(cut));
      expect(begins.map((offset) => terminal.bars.lineAt(offset))).toEqual([1, 3]);
    },
  );

  it("is the first of those it fills, where it is longer than the terminal is wide", async () => {
    using terminal = openTerminal(20);
    await terminal.write(all);
    expect(begins.map((offset) => terminal.bars.lineAt(offset))).toEqual([1, 4]);
  });
});
