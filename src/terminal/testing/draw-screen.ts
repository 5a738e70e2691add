import { loadEmulator, writeTo } from "../screen/emulator.ts";
import { rowsUntilCursor } from "../screen/rows-until-cursor.ts";

const keptBytes = 256 * 1024;

/** What the pty host's screen is for a terminal: the last of what was shown, drawn when somebody looks. */
export function drawScreen(size: { cols: number; rows: number }) {
  let shown: Buffer[] = [];
  let length = 0;
  return {
    write(bytes: Uint8Array) {
      shown.push(Buffer.from(bytes));
      length += bytes.length;
      if (length <= 2 * keptBytes) return;
      shown = [Buffer.concat(shown).subarray(-keptBytes)];
      length = keptBytes;
    },
    async untilCursor() {
      const Terminal = await loadEmulator();
      const emulator = new Terminal({ ...size, allowProposedApi: true, logLevel: "off" });
      await writeTo(emulator, Buffer.concat(shown));
      const rows = rowsUntilCursor(emulator);
      emulator.dispose();
      return rows;
    },
  };
}
