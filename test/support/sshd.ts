import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type ShellName, testedShells } from "../../src/terminal/testing/shells.ts";
import { type LoginQuestion, prepareLoginQuestions } from "./sshd-logins.ts";
import { pathOf } from "./tools.ts";

/** A real sshd on loopback with keys, a port, a home folder and a client configuration of its own; gone after the test. */
export interface ThrowawaySshd extends AsyncDisposable {
  readonly port: number;
  /** Name of the host in `configFile`. */
  readonly name: string;
  readonly folder: string;
  /** HOME of whoever logs in. */
  readonly home: string;
  /** For `ssh -F`. Knows this host by `name`, with the right key and the right known_hosts. */
  readonly configFile: string;
  /** For the front of PATH: an `ssh` that reads `configFile`, for programs that cannot be told to. */
  readonly binFolder: string;
  readonly knownHostsFile: string;
  readonly clientKeyFile: string;
  hostFingerprint(): string;
  /** Forgets the host, as if this machine had never seen it. */
  forgetHost(): void;
  /** For `HostCertificate` and whatever else only sshd knows; it counts from the next `restart`. */
  readonly serverConfigFile: string;
  /** Adds lines to the block of this host in the client configuration. */
  addClientConfig(lines: string[]): void;
  /** The same address answers with another key from now on. */
  changeHostKey(): Promise<void>;
  /** Starts the server again, with what its configuration says now; connections that exist go on. */
  restart(): Promise<void>;
  /** Ends every connection the hard way, as a lost network would; new ones are possible. */
  dropConnections(): void;
  /** Connections stay but nothing is answered on them any more, as when a cable is pulled. */
  freezeConnections(): void;
  /** Nothing listens any more; connections that exist go on. */
  stopListening(): Promise<void>;
  /** What sshd logged so far. */
  log(): string;
}

export interface SshdOptions {
  name?: string;
  /** What runs as the login shell, as sshd would start it: interactive without a command, with `-c` for one. */
  shell?: { interactive: string[]; command: string[] };
  /** Files in the home folder before anyone logs in. */
  homeFiles?: Record<string, string>;
  /** Lines for sshd_config. */
  serverConfig?: string[];
  /** For the client's private key. */
  passphrase?: string;
  /** Asked one after the other instead of a key (see `prepareLoginQuestions`). */
  questions?: LoginQuestion[];
}

const program = pathOf("sshd");

/** Whether a server can be started here, for measurements. Tests say `needs("ssh", "sshd")`. */
export const hasSshd = program !== null && pathOf("ssh") !== null;

export async function startSshd(options: SshdOptions = {}): Promise<ThrowawaySshd> {
  if (program === null) throw new Error("sshd is not installed: apt-get install openssh-server");
  const folder = mkdtempSync(join(tmpdir(), "cotty-sshd-"));
  const at = (name: string) => join(folder, name);
  const name = options.name ?? "box";
  const home = at("home");
  mkdirSync(home);
  mkdirSync(at("no-home"));
  for (const [file, text] of Object.entries(options.homeFiles ?? {})) writeFileSync(join(home, file), text);
  generateKey(at("client_key"), options.passphrase ?? "");
  generateKey(at("host_key"), "");
  writeFileSync(at("authorized_keys"), readFileSync(at("client_key.pub")));
  // Where ash is the login shell it is a link to busybox, and SHELL names that link.
  mkdirSync(at("bin"));
  const busybox = pathOf("busybox");
  if (busybox !== null) symlinkSync(busybox, at("bin/ash"));
  writeFileSync(at("login"), loginScript(folder, options.shell ?? shellOf("bash")));
  chmodSync(at("login"), 0o755);
  mkdirSync(at("client"));
  writeFileSync(at("client/ssh"), clientScript(at("config")), { mode: 0o755 });
  const port = await freePort();
  const logins = options.questions ? prepareLoginQuestions(folder, program, options.questions) : null;
  const extraConfig = [...(logins?.serverConfig ?? []), ...(options.serverConfig ?? [])];
  writeFileSync(at("sshd_config"), serverConfig({ folder, port, extra: extraConfig }));
  const clientLines: string[] = [];
  const writeClientConfig = () =>
    writeFileSync(at("config"), clientConfig({ folder, name, port, extra: clientLines }), { mode: 0o600 });
  const remember = () => {
    const [type, key] = readFileSync(at("host_key.pub"), "utf8").split(" ");
    writeFileSync(at("known_hosts"), `[127.0.0.1]:${port} ${type} ${key}\n`);
  };
  writeClientConfig();
  remember();
  let log = "";
  let server: ChildProcess;
  const listen = async () => {
    server = await startServer(logins?.program ?? program, at("sshd_config"), port, (text) => {
      log += text;
    });
  };
  await listen();
  return {
    port,
    name,
    folder,
    home,
    configFile: at("config"),
    serverConfigFile: at("sshd_config"),
    binFolder: at("client"),
    knownHostsFile: at("known_hosts"),
    clientKeyFile: at("client_key"),
    hostFingerprint: () => fingerprintOf(at("host_key.pub")),
    forgetHost: () => writeFileSync(at("known_hosts"), ""),
    addClientConfig(lines) {
      clientLines.push(...lines);
      writeClientConfig();
    },
    async changeHostKey() {
      await end(server);
      rmSync(at("host_key"));
      rmSync(at("host_key.pub"));
      generateKey(at("host_key"), "");
      await listen();
    },
    async restart() {
      await end(server);
      await listen();
    },
    dropConnections() {
      for (const pid of childrenOf(server.pid)) killIfThere(pid, "SIGKILL");
    },
    freezeConnections() {
      for (const pid of childrenOf(server.pid)) killIfThere(pid, "SIGSTOP");
    },
    stopListening: () => end(server),
    log: () => log,
    async [Symbol.asyncDispose]() {
      for (const pid of childrenOf(server.pid)) killIfThere(pid, "SIGKILL");
      await end(server);
      logins?.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For the front of PATH: one `ssh` that knows several of them. It goes with the first. */
export function clientOf(...all: [ThrowawaySshd, ...ThrowawaySshd[]]): string {
  const bin = join(all[0].folder, "client-of-all");
  const config = join(all[0].folder, "config-of-all");
  writeFileSync(config, all.map(({ configFile }) => readFileSync(configFile, "utf8")).join(""), { mode: 0o600 });
  mkdirSync(bin);
  writeFileSync(join(bin, "ssh"), clientScript(config), { mode: 0o755 });
  return bin;
}

function clientScript(config: string): string {
  return `#!/bin/sh\nexec ${pathOf("ssh")} -F ${config} "$@"\n`;
}

/** A login shell, without the machine's own start-up files where they can be left out. */
export function shellOf(name: ShellName): { interactive: string[]; command: string[] } {
  return testedShells[name].login;
}

function generateKey(path: string, passphrase: string) {
  const result = spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-C", "throwaway", "-f", path]);
  if (result.status !== 0) throw new Error(`ssh-keygen failed: ${result.stderr}`);
}

function fingerprintOf(publicKeyFile: string): string {
  const result = spawnSync("ssh-keygen", ["-l", "-f", publicKeyFile], { encoding: "utf8" });
  return result.stdout.split(" ")[1] ?? "";
}

/** sshd would take the shell from /etc/passwd; this leaves that file alone and does the same with the shell we want. */
function loginScript(folder: string, shell: { interactive: string[]; command: string[] }): string {
  return [
    "#!/bin/sh",
    `export HOME=${folder}/home LANG=C.UTF-8 PATH="$PATH:${folder}/bin"`,
    `export SHELL="$(command -v ${shell.interactive[0]})"`,
    'cd "$HOME"',
    `if [ -n "\${SSH_ORIGINAL_COMMAND-}" ]; then exec ${shell.command.join(" ")} "$SSH_ORIGINAL_COMMAND"; fi`,
    `exec ${shell.interactive.join(" ")}`,
    "",
  ].join("\n");
}

function serverConfig({ folder, port, extra }: { folder: string; port: number; extra: string[] }): string {
  return [
    ...extra,
    "ListenAddress 127.0.0.1",
    `Port ${port}`,
    `HostKey ${folder}/host_key`,
    `AuthorizedKeysFile ${folder}/authorized_keys`,
    `ForceCommand ${folder}/login`,
    // Debian's bash reads the .bashrc of whoever runs the tests before it runs that command, and with it whatever slow
    // or locked thing stands there. Nothing of this machine's own logins may decide how ours go.
    `SetEnv HOME=${folder}/no-home`,
    "PidFile none",
    "UsePAM no",
    "StrictModes no",
    "PermitRootLogin yes",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "PrintMotd no",
    "PrintLastLog no",
    "MaxSessions 100",
    "MaxStartups 100",
    "",
  ].join("\n");
}

function clientConfig(options: { folder: string; name: string; port: number; extra: string[] }): string {
  return [
    `Host ${options.name}`,
    ...options.extra.map((line) => `  ${line}`),
    "  HostName 127.0.0.1",
    `  Port ${options.port}`,
    `  User ${userInfo().username}`,
    `  IdentityFile ${options.folder}/client_key`,
    "  IdentitiesOnly yes",
    "  IdentityAgent none",
    `  UserKnownHostsFile ${options.folder}/known_hosts`,
    "  GlobalKnownHostsFile /dev/null",
    "",
  ].join("\n");
}

async function startServer(path: string, config: string, port: number, onLog: (text: string) => void) {
  // The privilege separation folder of Debian's sshd; a service manager makes it at boot, a container has none.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const server = spawn(path, ["-D", "-e", "-f", config], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on("data", (chunk: Buffer) => {
      log += chunk;
      onLog(chunk.toString());
      if (log.includes(`Server listening on 127.0.0.1 port ${port}`)) resolve();
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`sshd did not start:\n${log}`)));
  });
  return server;
}

async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGKILL");
  await gone;
}

function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return []; // The server has ended, and its connections with it or on their own.
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return address.port;
}

/** A process that has ended by itself meanwhile needs no end. */
function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
