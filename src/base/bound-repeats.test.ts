import xterm from "@xterm/headless";
import { expect, it } from "vitest";
import { boundRepeats } from "./bound-repeats.ts";

it.each(["L", "M", "S", "T", "Z", "b"])(
  "a hostile count of CSI %s is left undone, and an ordinary one is not",
  async (final) => {
    const emulator = new xterm.Terminal({ cols: 10, rows: 4, allowProposedApi: true });
    boundRepeats(emulator);
    const write = (text: string) => new Promise<void>((resolve) => emulator.write(text, resolve));
    await write(`a\u001b[2147483647${final}b\u001b[1${final}\r\nend`);
    const lines = [0, 1, 2, 3].map((at) => emulator.buffer.active.getLine(at)?.translateToString(true) ?? "");
    expect(lines.join("|")).toContain("end");
    emulator.dispose();
  },
);
