import { boundRepeats } from "../../base/index.ts";
import type { Screen } from "../contract/values.ts";
import { loadEmulator, writeTo } from "./emulator.ts";
import { readScreen } from "./screen-reader.ts";

/** What a text draws on an empty screen of this size: for output in which something was replaced. */
export async function drawScreen(
  text: string,
  { cols, rows, alternate }: Pick<Screen, "cols" | "rows" | "alternate">,
): Promise<Pick<Screen, "text" | "wrapped">> {
  const Terminal = await loadEmulator();
  const emulator = new Terminal({ cols, rows, scrollback: 0, allowProposedApi: true, logLevel: "off" });
  boundRepeats(emulator);
  try {
    // The program may have taken over the screen before the text begins.
    await writeTo(emulator, `${alternate ? "\x1b[?1049h" : ""}${text}`);
    return readScreen(emulator, { title: "", scrollbackLines: 0 });
  } finally {
    emulator.dispose();
  }
}
