import type { Terminal as Emulator } from "@xterm/headless";

/** The package is CommonJS, which Node shows under `default` and the bundler under its names. */
export async function loadEmulator(): Promise<typeof Emulator> {
  const loaded: { Terminal?: typeof Emulator; default?: { Terminal: typeof Emulator } } = await import(
    "@xterm/headless"
  );
  const found = loaded.Terminal ?? loaded.default?.Terminal;
  if (found === undefined) throw new Error("@xterm/headless has no Terminal.");
  return found;
}

export function writeTo(emulator: Emulator, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => emulator.write(data, resolve));
}
