import type { Terminal as Emulator } from "@xterm/headless";
import { boundRepeats } from "../../base/index.ts";
import { loadEmulator, writeTo } from "./emulator.ts";

/** What stands on the screen before the cursor, row by row; the last row ends at the cursor. */
export interface ShownRows {
  rows: string[];
  cols: number;
}

export function rowsUntilCursor(emulator: Emulator): ShownRows {
  const { baseY, cursorY, cursorX, getLine } = emulator.buffer.active;
  const row = (at: number, to?: number) =>
    getLine.call(emulator.buffer.active, baseY + at)?.translateToString(false, 0, to) ?? "";
  const rows = Array.from({ length: cursorY }, (_, at) => row(at).trimEnd());
  // Behind the last column the cursor waits to wrap; line editors go to the next row at once.
  const last = cursorX >= emulator.cols ? [row(cursorY).trimEnd(), ""] : [row(cursorY, cursorX)];
  return { rows: [...rows, ...last], cols: emulator.cols };
}

/** Above this a text is not laid out: no screen shows it as a whole. */
const mostRows = 500;

/** The rows that a text takes when it is typed behind `prompt`. */
export async function layOut(prompt: string, text: string, cols: number): Promise<string[]> {
  const Terminal = await loadEmulator();
  const emulator = new Terminal({ cols, rows: mostRows, scrollback: 0, allowProposedApi: true, logLevel: "off" });
  boundRepeats(emulator);
  try {
    await writeTo(emulator, `${prompt}${text.replaceAll("\n", "\r\n")}`);
    return rowsUntilCursor(emulator).rows;
  } finally {
    emulator.dispose();
  }
}
