import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { spawn } from "node-pty";
import { type CottyHome, projectRoot } from "./cotty.ts";

/** Cotty as a person meets it: in a terminal, with a keyboard. */
export interface CottyTerminal {
  /** Resolves with everything on screen so far once it contains the text again since the last call. */
  shows(text: string): Promise<string>;
  type(keys: string): void;
  /** Everything it has written, as it came. */
  bytes(): string;
  /** Closes the window: the program loses its terminal. */
  hangUp(): void;
  readonly ended: Promise<number>;
}

export function startInTerminal(
  home: CottyHome,
  args: string[],
  options: { throughShell?: boolean; env?: Record<string, string> } = {},
): CottyTerminal {
  const env = { ...home.env, TERM: "xterm-256color", PS1: "$ ", ...options.env } as Record<string, string>;
  const program = join(projectRoot, "bin", "cotty");
  const [file, argv] = options.throughShell ? ["bash", ["--norc", "-i"]] : [program, args];
  const pty = spawn(file, argv, { cwd: home.dir, env, cols: 200, rows: 50 });
  if (options.throughShell) pty.write(`${[program, ...args].map((word) => `'${word}'`).join(" ")}\r`);
  // Stripped whole, never chunk by chunk: an escape sequence cut in two by a read would stay in the text.
  let bytes = "";
  let screen = "";
  let seen = 0;
  let look = () => {};
  pty.onData((data) => {
    bytes += data;
    screen = stripVTControlCharacters(bytes);
    look();
  });
  const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    ended,
    type: (keys) => pty.write(keys),
    bytes: () => bytes,
    // Not in its types: kill() sends a signal and leaves the terminal there.
    hangUp: () => (pty as unknown as { destroy(): void }).destroy(),
    shows: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const at = screen.indexOf(text, seen);
          if (at === -1) return;
          seen = at + text.length;
          look = () => {};
          clearTimeout(tooLong);
          resolve(screen);
        };
        const tooLong = setTimeout(() => reject(new Error(`Never showed ${JSON.stringify(text)}:\n${screen}`)), 25_000);
        void ended.then(() => reject(new Error(`It ended without showing ${JSON.stringify(text)}:\n${screen}`)));
        look();
      }),
  };
}
