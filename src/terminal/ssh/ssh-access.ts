import { spawn } from "node:child_process";
import { Duplex } from "node:stream";
import { quoteWord, UserError } from "../../base/index.ts";
import { runProgram } from "../system/side-channel.ts";
import { remoteCommand } from "./remote-command.ts";
import { resolveSshHost, type SshHost } from "./resolve-ssh-host.ts";
import { carefulOptions, optionArguments } from "./ssh-arguments.ts";
import { keepSeconds } from "./ssh-master.ts";
import { commandToTry, createSshSetup, type SshSetup } from "./ssh-setup.ts";

/** Things on a host that are used without a terminal: a server on its loopback, a program. Nobody is ever prompted. */
export interface SshAccess {
  /** A stream to an address as the host sees it. It fails as a stream does; closing it ends the client. */
  connect(host: string, address: { host: string; port: number }, options: { signal: AbortSignal }): Promise<Duplex>;
  /** Runs a program to its end. Rejects when the signal is aborted, and when the host cannot be reached. */
  run(
    host: string,
    argv: string[],
    options: { stdin: string; signal: AbortSignal },
  ): Promise<{ stdout: string; stderr: string; exitCode: number | null }>;
}

/** A model on a slow machine may write for a long time; it is ended with the turn, not by a clock. */
const runTimeoutMs = 60 * 60 * 1000;

export function createSshAccess(options: { env: NodeJS.ProcessEnv; configFile?: string }): SshAccess {
  let made: SshSetup | null = null;
  // Made at the first use: it creates the folder of the shared connections.
  const setup = () => {
    made ??= createSshSetup(options);
    return made;
  };
  const client = async (host: string, signal: AbortSignal, args: string[]) => {
    const resolved = await resolveSshHost(host, { setup: setup(), signal });
    return clientArguments(resolved, setup(), args);
  };

  return {
    async connect(host, address, { signal }) {
      const { host: name, port } = address;
      const argv = await client(host, signal, ["-W", `${name.includes(":") ? `[${name}]` : name}:${port}`, "--", host]);
      return streamOf(argv, setup().env, signal);
    },
    async run(host, argv, { stdin, signal }) {
      const command = remoteCommand(`exec ${argv.map(quoteWord).join(" ")}`);
      const result = await runProgram(await client(host, signal, ["-T", "--", host, command]), {
        signal,
        timeoutMs: runTimeoutMs,
        env: setup().env,
        stdin: new TextEncoder().encode(stdin),
      });
      const stdout = new TextDecoder().decode(result.stdout);
      const stderr = new TextDecoder().decode(result.stderr);
      // 255 is what the client itself ends with.
      if (result.exitCode === 255 && stdout === "") throw notReached(host, stderr, setup());
      return { stdout, stderr, exitCode: result.exitCode };
    },
  };
}

/** The user's own ssh, on the connection that terminals share, and never asking anything. */
function clientArguments(host: SshHost, setup: SshSetup, args: string[]): string[] {
  const sharing = ["ControlMaster=auto", `ControlPath=${host.controlPath}`, `ControlPersist=${keepSeconds}`];
  return [
    "ssh",
    ...(setup.configFile === undefined ? [] : ["-F", setup.configFile]),
    ...optionArguments(["BatchMode=yes", "LogLevel=ERROR", "RemoteCommand=none", ...sharing, ...carefulOptions(host)]),
    ...args,
  ];
}

/** How long a client may take to end by itself once its pipes are closed. */
const endGraceMs = 2000;

function streamOf([program = "", ...args]: string[], env: Record<string, string>, signal: AbortSignal): Duplex {
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  const stream = new Duplex({
    read: () => void child.stdout.resume(),
    write: (chunk, _, done) => void child.stdin.write(chunk, () => done()),
    final: (done) => void child.stdin.end(done),
    destroy(error, done) {
      signal.removeEventListener("abort", end);
      // The process that holds the shared connection has these pipes too, and closes the far end when they close.
      // Killing the client instead leaves the far end open until the next keep-alive: 15 s of a model writing on.
      child.stdin.destroy();
      child.stdout.destroy();
      setTimeout(() => void child.kill(), endGraceMs).unref();
      done(error);
    },
  });
  const end = () => void stream.destroy();
  signal.addEventListener("abort", end, { once: true });
  child.stdout.on("data", (chunk) => {
    if (!stream.push(chunk)) child.stdout.pause();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-2000);
  });
  // A write to a client that has ended; why it ended is told below.
  child.stdin.on("error", () => {});
  child.on("error", (error) => stream.destroy(error));
  // Not before the client's own end is it known whether it failed, and why.
  child.on("close", (code) => {
    if (code === 0 || code === null) stream.push(null);
    else stream.destroy(new Error(said.trim() || `ssh ended with ${code}`));
  });
  return stream;
}

function notReached(host: string, said: string, setup: SshSetup): UserError {
  return new UserError(
    "ssh.not-reached",
    `${host} cannot be reached without a question: ${said.trim() || "ssh gave no reason"}`,
    `See what it asks for: ${commandToTry(setup, host)}`,
  );
}
