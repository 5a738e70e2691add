import { version } from "./version.ts";

/** Runs one command line and answers with its exit code. */
export async function runCli(argv: string[]): Promise<number> {
  // Asked by scripts all the time, so it loads nothing else.
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const { runProgram } = await import("./program.ts");
  return runProgram(argv);
}
