import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createId, UserError } from "../../../base/index.ts";
import { hostErrorsPath, hostsDirectory, readHostCard, sweepDeadHosts } from "../host-files.ts";
import { enterHost, type HostRegister, sweepRegister } from "../host-register.ts";
import { connectToHost, type HostConnection } from "./host-connection.ts";

export interface StartHostOptions {
  stateDir: string;
  /** The host's own environment. It holds no key of ours, and neither does anything it starts. */
  env: Record<string, string>;
  idleAfterMs: number;
  /** None where nobody asks it, as in tests of terminals alone. */
  register?: HostRegister | undefined;
}

/**
 * What a host reads is garbage a moment later. Swept up in 4 MB instead of 16, 200 MB of output grow it by 10 MB instead
 * of 23, and take no longer.
 */
const smallGarbage = "--max-semi-space-size=4";

/** A signal would open a debugger, through which every account of this machine could run code in the host. */
const noDebugger = "--disable-sigusr1";

/** Starts a pty host that outlives this process, and connects to it. */
export async function startHost(options: StartHostOptions): Promise<{ id: string; connection: HostConnection }> {
  const { stateDir, register } = options;
  const id = createId("host");
  hostsDirectory(stateDir);
  const errorsPath = hostErrorsPath(stateDir, id);
  const errors = openSync(errorsPath, "a", 0o600);
  const program = hostProgram();
  const flags = [smallGarbage, noDebugger];
  const host = spawn(process.execPath, [...flags, program, stateDir, id, String(options.idleAfterMs)], {
    // Its own session: a Ctrl+C or a hang-up in the terminal Cotty was started from is not meant for it.
    detached: true,
    // Holding the folder we were started in would keep a disk from being unmounted.
    cwd: "/",
    env: { ...options.env, ...compileCache(program) },
    stdio: ["ignore", "pipe", errors],
  });
  closeSync(errors);
  const stdout = host.stdout as Readable;
  try {
    const ready = once(stdout, "data").then(() => null);
    const failed = once(host, "exit").then(([code, signal]) => `it ended with ${code ?? signal}`);
    // Swept while it starts.
    const [problem] = await Promise.all([Promise.race([ready, failed]), sweep(options)]);
    const card = problem === null ? readHostCard(stateDir, id) : null;
    const connection = card === null ? null : await connectToHost(card);
    if (connection === null) throw cannotStart(problem ?? "it does not answer", errorsPath);
    if (card !== null && register !== undefined) enterHost(register, stateDir, id, card.pid);
    return { id, connection };
  } catch (error) {
    host.kill();
    throw error instanceof UserError ? error : cannotStart(String(error), errorsPath);
  } finally {
    stdout.destroy();
    host.unref();
  }
}

async function sweep({ stateDir, register }: StartHostOptions): Promise<void> {
  await sweepDeadHosts(stateDir);
  if (register !== undefined) await sweepRegister(register, stateDir);
}

/** The folder that `main` compiles into too, beside the bundle; what the host starts gets no such variable. */
function compileCache(program: string): { NODE_COMPILE_CACHE?: string } {
  return program.endsWith(".js") ? { NODE_COMPILE_CACHE: join(dirname(program), "compile-cache") } : {};
}

/** The same file runs from the sources and, as an entry of its own, from the bundle. */
function hostProgram(): string {
  const candidates = import.meta.url.endsWith(".ts") ? ["../process/pty-host.ts"] : ["./pty-host.js", "../pty-host.js"];
  const paths = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`There is no pty host program at ${paths.join(" or ")}.`);
  return found;
}

function cannotStart(problem: string, errorsPath: string): UserError {
  const said = readFileSync(errorsPath, "utf8").trim().split("\n").slice(-5).join("\n");
  return new UserError(
    "terminal.host-start",
    `The process that holds terminals could not be started: ${problem}.${said === "" ? "" : `\n${said}`}`,
    `Look at ${errorsPath}, and run "cotty doctor".`,
  );
}
