import type { SerializeAddon as Serializer } from "@xterm/addon-serialize";
import type { Terminal as Emulator, IMarker } from "@xterm/headless";
import { boundRepeats } from "../../base/index.ts";
import type { Terminal } from "../contract/terminal.ts";
import type { Screen, TerminalState } from "../contract/values.ts";
import type { TerminalSize } from "../recording/recording.ts";
import { loadEmulator } from "./emulator.ts";

/** What a viewer needs of a terminal: one of ours, or the log of another process's. */
export interface VisibleTerminal extends Pick<Terminal, "output"> {
  screen(): Promise<Pick<Screen, "cols" | "rows" | "alternate">>;
  state(): Promise<Pick<TerminalState, "offset">>;
}

/** Enough for a full screen and the scrollback that is sent along. */
const tailBytes = 512 * 1024;
const mostScrollbackLines = 1000;

export interface SerializeOptions {
  signal: AbortSignal;
  /** Offsets whose lines are wanted. */
  offsets?: readonly number[];
  /** Lines above the screen, at most 1,000 of them. Default: all of these. */
  scrollback?: number;
  /** The sizes it had from an offset on. Drawn at its present size, what was printed at another would be doubled. */
  sizes?(from: number): readonly TerminalSize[];
}

export interface SerializedTerminal {
  /** Where its output goes on. */
  offset: number;
  bytes: Uint8Array;
  /** The size it was drawn for. */
  cols: number;
  rows: number;
  /** Offsets that were asked for and are still on it, with their line (from 0). */
  places: { offset: number; line: number }[];
}

/**
 * What is on a terminal now, colours and scrollback included, as bytes that draw it on an empty terminal of the same
 * size, and the offset at which its output goes on. For a viewer that cannot be sent everything that happened before.
 */
export async function serializeTerminal(
  terminal: VisibleTerminal,
  options: SerializeOptions,
): Promise<SerializedTerminal> {
  const scrollback = Math.min(options.scrollback ?? mostScrollbackLines, mostScrollbackLines);
  const { offset: end } = await terminal.state();
  const from = Math.max(0, end - tailBytes);
  const sizes = options.sizes?.(from) ?? [];
  const present = sizes.at(-1);
  // Drawn from its first byte, it is known which screen it shows. Asking would have its host draw it all once more.
  const isWhole = from === 0 && present !== undefined;
  const { cols, rows, alternate } = isWhole ? { ...present, alternate: false } : await terminal.screen();
  const EmulatorClass = await loadEmulator();
  const size = sizes[0] ?? { cols, rows };
  const emulator = new EmulatorClass({
    cols: size.cols,
    rows: size.rows,
    scrollback,
    allowProposedApi: true,
    logLevel: "off",
  });
  boundRepeats(emulator);
  try {
    const serializer = await loadSerializer();
    emulator.loadAddon(serializer);
    const stops = createStops(emulator, sizes.slice(1), options.offsets ?? []);
    let position = from;
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    for await (const chunk of end > from ? terminal.output(from, { signal }) : []) {
      const bytes = chunk.bytes.subarray(0, Math.max(0, end - chunk.offset));
      // The log was cut here, perhaps within a sequence or a character: a whole line is a safe beginning.
      const begin = position === from && from > 0 ? bytes.indexOf(0x0a) + 1 : 0;
      await stops.write(bytes, chunk.offset, begin);
      position = chunk.offset + chunk.bytes.length;
      if (position >= end) break;
    }
    stop.abort();
    emulator.resize(cols, rows);
    const isMissing = alternate && emulator.buffer.active.type !== "alternate";
    const drawn = `${isMissing ? "\x1b[?1049h" : ""}${serializer.serialize({ scrollback })}`;
    return { offset: end, bytes: Buffer.from(drawn), cols, rows, places: stops.places() };
  } finally {
    emulator.dispose();
  }
}

/** Writes in pieces: the emulator takes each size where the terminal took it, and each offset's line is marked. */
function createStops(emulator: Emulator, sizes: readonly TerminalSize[], offsets: readonly number[]) {
  const markers: { offset: number; marker: IMarker }[] = [];
  const pending = [
    ...sizes.map(({ offset, cols, rows }) => ({ offset, act: () => emulator.resize(cols, rows) })),
    ...[...new Set(offsets)].map((offset) => ({ offset, act: () => mark(offset) })),
  ].sort((a, b) => a.offset - b.offset);

  function mark(offset: number) {
    const marker = emulator.buffer.active.type === "normal" ? emulator.registerMarker(0) : undefined;
    if (marker) markers.push({ offset, marker });
  }
  const put = (bytes: Uint8Array) => new Promise<void>((resolve) => emulator.write(bytes, resolve));

  return {
    async write(bytes: Uint8Array, offset: number, begin: number) {
      let done = begin;
      for (let next = pending[0]; next && next.offset <= offset + bytes.length; next = pending[0]) {
        pending.shift();
        // Before what is kept of the log: its line is not on it any more.
        if (next.offset < offset) continue;
        const stop = Math.max(done, next.offset - offset);
        await put(bytes.subarray(done, stop));
        done = stop;
        next.act();
      }
      await put(bytes.subarray(done));
    },
    places: () =>
      markers
        .filter(({ marker }) => !marker.isDisposed && marker.line >= 0)
        .map(({ offset, marker }) => ({ offset, line: marker.line })),
  };
}

/** Loads what a first screen would wait for. */
export async function prepareScreens(): Promise<void> {
  await Promise.all([loadEmulator(), loadSerializer()]);
}

/** The package is CommonJS, which Node shows under `default` and the bundler under its names. */
async function loadSerializer(): Promise<Serializer> {
  const loaded: { SerializeAddon?: typeof Serializer; default?: { SerializeAddon: typeof Serializer } } = await import(
    "@xterm/addon-serialize"
  );
  const found = loaded.SerializeAddon ?? loaded.default?.SerializeAddon;
  if (found === undefined) throw new Error("@xterm/addon-serialize has no SerializeAddon.");
  return new found();
}
