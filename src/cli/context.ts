import { describeError } from "../base/index.ts";
import { type LoadedConfig, loadConfig, stateDirectory } from "../config/index.ts";
import { createPainter, type Painter } from "./painter.ts";

/** What every command gets: the streams, where it was called, and how to end. */
export interface CliContext {
  out(text: string): void;
  err(text: string): void;
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
}

export function createContext(): CliContext {
  const { env } = process;
  // `cotty … | head`: whoever reads has enough. Not an error, and nothing more can be said.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(context.exitCode);
  });
  const context: CliContext = {
    out(text) {
      if (text === "") return;
      process.stdout.write(context.isAsking ? `\n${text}` : text);
      context.isAsking = false;
    },
    err: (text) => void process.stderr.write(text),
    env,
    cwd: process.cwd(),
    isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    paint: createPainter(process.stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb"),
    stateDir: () => stateDirectory(env),
    async config(flags = {}) {
      const loaded = await loadConfig({ flags, env, cwd: process.cwd() });
      for (const warning of loaded.warnings) context.err(`cotty: ${warning.message}\n       ${warning.nextStep}\n`);
      return loaded;
    },
    exitCode: 0,
    isAsking: false,
  };
  return context;
}

export function printError(context: CliContext, error: unknown): void {
  const described = describeError(error);
  context.err(`cotty: ${described.message}\n${described.nextStep}\n`);
  if (context.env["COTTY_DEBUG"] && error instanceof Error) context.err(`${error.stack}\n`);
}
