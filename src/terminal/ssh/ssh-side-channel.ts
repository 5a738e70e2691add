import { quoteWord, randomText, UserError } from "../../base/index.ts";
import type { SideResult } from "../contract/terminal.ts";
import {
  defaultSideBytes,
  plainLetters,
  runToEnd,
  type SideChannel,
  type SideOptions,
} from "../system/side-channel.ts";
import { remoteCommand } from "./remote-command.ts";
import { setLookPath } from "./remote-look-path.ts";
import type { SshHost } from "./resolve-ssh-host.ts";
import type { SshSetup } from "./ssh-setup.ts";

/** What start-up files of the login shell may print before our program starts, beyond the cap of the program itself. */
const noiseBytes = 64 * 1024;

/**
 * Programs through the shared connection of a host. It never makes a connection of its own: without one it fails, so
 * that a lost link shows and nothing asks for a password behind the person's back.
 */
export function createSshSideChannel(options: { host: SshHost; setup: SshSetup }): SideChannel {
  const { host, setup } = options;

  async function run(argv: string[], side: SideOptions): Promise<SideResult> {
    const begin = `cotty-${randomText(20)}`;
    const maxBytes = side.maxBytes ?? defaultSideBytes;
    const command = remoteCommand(wrap(argv, begin, side.cwd));
    const ended = await runToEnd(muxCommand(host, ["-T", "--", host.hostName, command]), {
      signal: side.signal,
      timeoutMs: side.timeoutMs,
      env: setup.env,
      maxBytes: maxBytes + noiseBytes,
      ...(side.stdin === undefined ? {} : { stdin: side.stdin }),
    });
    const stdout = afterMark(ended.stdout, begin);
    const stderr = afterMark(ended.stderr, begin);
    const wasEnded = ended.timedOut || ended.truncated || ended.wasAborted;
    if (wasEnded && stdout.mark !== null) await endRemote(stdout.mark);
    if (ended.wasAborted) throw side.signal.reason;
    if (stdout.mark === null && !wasEnded) throw explainNoStart(host, ended);
    const isOver = stdout.rest.length > maxBytes || stderr.rest.length > maxBytes;
    return {
      stdout: stdout.rest.slice(0, maxBytes),
      stderr: stderr.rest.slice(0, maxBytes),
      exitCode: isOver ? null : ended.exitCode,
      timedOut: ended.timedOut,
      truncated: ended.truncated || isOver,
    };
  }

  /** Closing a channel does not end the program at its other end: sshd only hangs up terminals. */
  async function endRemote(pid: string) {
    const script = `kill -9 -- -${pid} 2>/dev/null || kill -9 ${pid}`;
    // The link may be the very reason why we are here; sshd then ends its side alone, so no answer is fine.
    await runToEnd(muxCommand(host, ["-T", "--", host.hostName, remoteCommand(script)]), {
      signal: AbortSignal.timeout(5_000),
      timeoutMs: 4_000,
      env: setup.env,
    });
  }

  return { run };
}

/** The ssh client that only talks to our socket: no configuration, no forwards, no connection of its own. */
export function muxCommand(host: SshHost, args: string[]): string[] {
  const options = ["ControlMaster=no", "ProxyCommand=false", "BatchMode=yes", "LogLevel=ERROR"];
  return ["ssh", "-F", "none", "-S", host.controlPath, ...options.flatMap((option) => ["-o", option]), ...args];
}

/** Marks where the program's own output begins, and with which process, then becomes the program. */
function wrap(argv: string[], begin: string, cwd: string | undefined): string {
  const [program] = argv;
  if (program === undefined || program === "" || program.startsWith("-")) {
    throw new TypeError("A side command needs a program to run.");
  }
  const change = cwd === undefined ? "" : `cd -- ${quoteWord(cwd)} || exit 126; `;
  const mark = `printf '%s:%s\\n' ${begin} "$$"; printf '%s:\\n' ${begin} >&2; `;
  const letters = Object.entries(plainLetters).map(([name, value]) => `${name}=${value}; export ${name}; `);
  return `${setLookPath(cwd)}${letters.join("")}${mark}${change}exec ${argv.map(quoteWord).join(" ")}`;
}

function afterMark(bytes: Uint8Array, begin: string): { mark: string | null; rest: Uint8Array } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(begin);
  const end = at < 0 ? -1 : buffer.indexOf("\n", at);
  if (end < 0) return { mark: null, rest: new Uint8Array() };
  return {
    mark: buffer.toString("latin1", at + begin.length + 1, end),
    rest: new Uint8Array(buffer.subarray(end + 1)),
  };
}

function explainNoStart(host: SshHost, ended: SideResult): UserError {
  const said = new TextDecoder().decode(ended.stderr).trim();
  if (/Session open refused by peer/.test(said)) {
    return new UserError(
      "ssh.one-session-only",
      `${host.destination} allows no second session on one connection, so nothing can be looked at beside the terminal.`,
      "Raise MaxSessions in the sshd_config of that host.",
    );
  }
  if (ended.exitCode === 255) {
    return new UserError(
      "ssh.not-connected",
      `The connection to ${host.destination} is not there any more${said === "" ? "" : ` (${said})`}.`,
      "Open the terminal again.",
    );
  }
  return new UserError(
    "ssh.no-commands",
    `${host.destination} did not run a command beside the terminal (its login answered with exit code ${ended.exitCode}).`,
    "If a start-up file there starts another shell, let it do so for people only: case $- in *i*) exec fish;; esac. A host with a forced command can be used in the terminal only.",
  );
}
