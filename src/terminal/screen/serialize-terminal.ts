import type { SerializeAddon as Serializer } from "@xterm/addon-serialize";
import type { Terminal } from "../terminal.ts";
import { loadEmulator } from "./screen-reader.ts";

/** Enough for a full screen and the scrollback that is sent along. */
const tailBytes = 512 * 1024;
const scrollbackLines = 1000;

/**
 * What is on a terminal now, colours and scrollback included, as bytes that draw it on an empty terminal of the same
 * size, and the offset at which its output goes on. For a viewer that cannot be sent everything that happened before.
 */
export async function serializeTerminal(
  terminal: Pick<Terminal, "screen" | "state" | "output">,
  options: { signal: AbortSignal },
): Promise<{ offset: number; bytes: Uint8Array }> {
  const { cols, rows, alternate } = await terminal.screen();
  const { offset: end } = await terminal.state();
  const Emulator = await loadEmulator();
  const emulator = new Emulator({ cols, rows, scrollback: scrollbackLines, allowProposedApi: true, logLevel: "off" });
  try {
    const serializer = await loadSerializer();
    emulator.loadAddon(serializer);
    const from = Math.max(0, end - tailBytes);
    let position = from;
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    for await (const chunk of end > from ? terminal.output(from, { signal }) : []) {
      const bytes = chunk.bytes.subarray(0, Math.max(0, end - chunk.offset));
      // The log was cut here, perhaps within a sequence or a character: a whole line is a safe beginning.
      const begin = position === from && from > 0 ? bytes.indexOf(0x0a) + 1 : 0;
      await new Promise<void>((resolve) => emulator.write(bytes.subarray(begin), resolve));
      position = chunk.offset + chunk.bytes.length;
      if (position >= end) break;
    }
    stop.abort();
    const isMissing = alternate && emulator.buffer.active.type !== "alternate";
    const drawn = `${isMissing ? "\x1b[?1049h" : ""}${serializer.serialize({ scrollback: scrollbackLines })}`;
    return { offset: end, bytes: Buffer.from(drawn) };
  } finally {
    emulator.dispose();
  }
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
