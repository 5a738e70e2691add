import { describeError, nameProgram, UserError } from "../base/index.ts";
import { checkStateFolder, type LoadedConfig, loadConfig, stateDirectory } from "../config/index.ts";
import { exitCodes } from "./exit-codes.ts";
import { createPainter, type Painter } from "./painter.ts";
import { printable } from "./printable.ts";
import { programName } from "./program-name.ts";
import { createTerminalFilter } from "./terminal-filter.ts";

/** What every command gets: the streams, where it was called, and how to end. */
export interface CliContext {
  out(text: string): void;
  /** A sentence of Cotty's own on standard output: the command lines in it work when they are pasted. */
  say(text: string): void;
  err(text: string): void;
  /** A text with its command lines as they can be pasted. */
  named(text: string): string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly isInteractive: boolean;
  /** Colours for what goes to standard output. */
  readonly paint: Painter;
  stateDir(): string;
  /** Loads the configuration and prints its warnings to standard error, once. */
  config(flags?: Record<string, unknown>): Promise<LoadedConfig>;
  exitCode: number;
  /** A question stands open on the last line: what is printed next begins a new one. */
  isAsking: boolean;
  /** What to do when nobody reads standard output any more; null ends the program. */
  onOutputLost: ((error: Error) => void) | null;
}

export function createContext(): CliContext {
  const { env } = process;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (context.onOutputLost) return context.onOutputLost(error);
    // `cotty … | head`: whoever reads has enough, and nothing more can be said.
    if (error.code === "EPIPE") process.exit(exitCodes.outputLost);
    context.err(
      `cotty: Standard output cannot be written: ${error.message}\nFree some space, or write it elsewhere.\n`,
    );
    process.exit(exitCodes.broken);
  });
  // A terminal that was closed takes what is said to nobody; that must not end the work that still has to be recorded.
  process.stderr.on("error", () => {});
  let name: string | null = null;
  const [safeOut, safeErr] = [harmlessTo(process.stdout), harmlessTo(process.stderr)];
  const context: CliContext = {
    out(text) {
      if (text === "") return;
      process.stdout.write(safeOut(context.isAsking ? `\n${text}` : text));
      context.isAsking = false;
    },
    say: (text) => context.out(context.named(text)),
    err: (text) => void process.stderr.write(safeErr(context.named(text))),
    named(text) {
      name ??= programName(env);
      return nameProgram(text, name);
    },
    env,
    get cwd() {
      return currentFolder();
    },
    isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    paint: createPainter(process.stdout),
    stateDir: () => checkStateFolder(stateDirectory(env)),
    async config(flags = {}) {
      const loaded = await loadConfig({ flags, env, cwd: currentFolder() });
      for (const { message, nextStep } of loaded.warnings)
        context.err(`cotty: ${printable(message)}\n       ${printable(nextStep)}\n`);
      return loaded;
    },
    exitCode: 0,
    isAsking: false,
    onOutputLost: null,
  };
  showWarnings(context);
  return context;
}

/**
 * Texts of others are made printable where they are put into a sentence. This is the net below: whatever was forgotten
 * can colour and move, and nothing more.
 */
function harmlessTo({ isTTY }: NodeJS.WriteStream): (text: string) => string {
  return isTTY ? createTerminalFilter().push : (text) => text;
}

/** Warnings of our own in words for people; those about Node itself only for who looks for defects. */
function showWarnings(context: CliContext): void {
  process.removeAllListeners("warning").on("warning", (warning) => {
    const isOurs = warning.name === "Warning";
    if (isOurs || context.env["COTTY_DEBUG"]) context.err(`cotty: ${printable(warning.message)}\n`);
  });
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UserError("cli.no-folder", "The current folder does not exist any more.", "Change to another one: cd ~", {
      cause: error,
    });
  }
}

export function printError(context: CliContext, error: unknown): void {
  const described = describeError(error);
  context.err(`cotty: ${printable(described.message)}\n${printable(described.nextStep)}\n`);
  if (context.env["COTTY_DEBUG"] && error instanceof Error) context.err(`${printable(error.stack ?? "")}\n`);
}
