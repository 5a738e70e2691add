import { once } from "node:events";
import { daemonLogPath, openDaemon } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { keepLogSmall } from "../daemon-log.ts";
import { programName } from "../program-name.ts";
import { version } from "../version.ts";

export interface ServeOptions {
  host?: string;
  port?: number;
}

/** `cotty serve`: the daemon, in this process, until it is told to end. */
export async function serve(context: CliContext, options: ServeOptions): Promise<void> {
  const loaded = await context.config();
  const ended = once(process, "SIGTERM");
  const interrupted = once(process, "SIGINT");
  const stateDir = context.stateDir();
  const log = (line: string) => {
    keepLogSmall(daemonLogPath(stateDir), process.stderr.fd);
    context.err(`${new Date().toISOString()} ${line}\n`);
  };
  const daemon = await openDaemon({
    loaded,
    stateDir,
    cwd: context.cwd,
    version,
    program: programName(context.env),
    log,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.port !== undefined && { port: options.port }),
  });
  // Whoever started this in the background waits for these words; then nothing holds the two together.
  process.send?.({ ready: daemon.url });
  if (process.connected) process.disconnect();
  // A link logs in whoever reads it, so it goes to a person's screen and never into a file.
  if (process.stdout.isTTY === true) context.out(`Open ${daemon.createLoginLink()}\n`);
  else context.err('Run "cotty web" for a login link.\n');
  await Promise.race([ended, interrupted]);
  await daemon[Symbol.asyncDispose]();
  log("Ended. Terminals go on; the next start finds them again.");
}
