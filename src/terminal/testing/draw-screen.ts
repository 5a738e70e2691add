import { loadEmulator, writeTo } from "../screen/emulator.ts";
import { rowsUntilCursor } from "../screen/rows-until-cursor.ts";

/** What the pty host's screen is for a terminal: everything that was shown, drawn. */
export async function drawScreen(size: { cols: number; rows: number }) {
  const Terminal = await loadEmulator();
  const emulator = new Terminal({ ...size, allowProposedApi: true, logLevel: "off" });
  return {
    // It parses them later, when whoever owns them may have used them again.
    write: (bytes: Uint8Array) => emulator.write(Uint8Array.from(bytes)),
    async untilCursor() {
      await writeTo(emulator, "");
      return rowsUntilCursor(emulator);
    },
  };
}
