import type { Terminal as Emulator } from "@xterm/headless";

interface Size {
  offset: number;
  cols: number;
  rows: number;
}

/** Which size the terminal had at each place of its log. */
export interface SizeHistory {
  add(size: Size): void;
  at(offset: number): Size;
  /** Where the next one begins; null: none does. */
  nextAfter(offset: number): number | null;
  /** Gives an emulator the size of that place. */
  apply(emulator: Emulator, offset: number): void;
}

const most = 1000;

export function createSizeHistory(first: Omit<Size, "offset">): SizeHistory {
  let sizes: [Size, ...Size[]] = [{ offset: 0, ...first }];
  const at = (offset: number) => sizes.findLast((size) => size.offset <= offset) ?? sizes[0];
  return {
    add(size) {
      const [oldest = size, ...kept] = [...sizes, size].slice(-most);
      sizes = [oldest, ...kept];
    },
    at,
    nextAfter: (offset) => sizes.find((size) => size.offset > offset)?.offset ?? null,
    apply(emulator, offset) {
      const { cols, rows } = at(offset);
      if (cols !== emulator.cols || rows !== emulator.rows) emulator.resize(cols, rows);
    },
  };
}
