/** What is needed of xterm.js, in a browser or without one. */
interface Emulator {
  readonly rows: number;
  readonly cols: number;
  readonly parser: {
    registerCsiHandler(id: { final: string }, callback: (params: (number | number[])[]) => boolean): unknown;
  };
}

/**
 * Lines are inserted, deleted and scrolled, and a letter is repeated, as often as a sequence says: `CSI 2147483647 L` in a
 * file that is printed would keep the emulator busy for hours. More than fills the screen is left undone; no program asks
 * for it.
 */
export function boundRepeats(emulator: Emulator): undefined {
  const most = { L: 1, M: 1, S: 1, T: 1, Z: 1, b: emulator.cols };
  for (const [final, times] of Object.entries(most))
    emulator.parser.registerCsiHandler(
      { final },
      ([count]) => typeof count === "number" && count > emulator.rows * times,
    );
}
