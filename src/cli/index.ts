import { version } from "./version.ts";

/** Runs one command line and answers with its exit code. */
export async function runCli(argv: string[]): Promise<number> {
  // Asked by scripts all the time, so it loads nothing else.
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (argv[0] !== "serve") {
    // Before any schema is made. Compiling schemas pays for itself in a daemon that lives for days; a command that is
    // over after a second would spend 20 ms of it there.
    const { config } = await import("zod/v4/core");
    config({ jitless: true });
  }
  const { runProgram } = await import("./program.ts");
  return runProgram(argv);
}
