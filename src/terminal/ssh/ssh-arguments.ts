import { quoteWord } from "../../base/index.ts";
import { shellWords } from "../shells/shell-words.ts";
import { remoteCommand } from "./remote-command.ts";
import { setLookPath } from "./remote-look-path.ts";
import { logHostKeyOption, type SshHost } from "./resolve-ssh-host.ts";
import { keepSeconds } from "./ssh-master.ts";
import type { SshSetup } from "./ssh-setup.ts";

/** What a terminal asks for beyond the login shell in the home folder. */
export interface RemoteStart {
  cwd?: string;
  shell?: string;
  env?: Record<string, string>;
}

/** Which shell it is that these words start: `bash --noprofile` is bash. */
export function shellNameOf(shell: string): string {
  return shellWords(shell).name;
}

/** The client in a PTY: the user's own ssh in everything but sharing, logging, and never guessing about host keys. */
export function terminalArguments(options: {
  host: SshHost;
  setup: SshSetup;
  logFile: string;
  start: RemoteStart;
}): [string, ...string[]] {
  const { host, setup, logFile } = options;
  const command = startCommand(options.start);
  return [
    "ssh",
    ...(setup.configFile === undefined ? [] : ["-F", setup.configFile]),
    // Messages go to the log, so that the terminal shows the other side and what the person is asked, nothing else.
    ...["-E", logFile],
    ...optionArguments([
      "LogLevel=VERBOSE",
      ...(host.canLogHostKey ? [logHostKeyOption] : []),
      "ControlMaster=auto",
      `ControlPath=${host.controlPath}`,
      // The connection moves to a process of its own after the login, so closing the first terminal ends no other.
      `ControlPersist=${keepSeconds}`,
      // A tilde after a newline is data here: with escapes on, pasting "~." would cut the connection.
      "EscapeChar=none",
      ...carefulOptions(host),
      // The client refuses two commands; what was asked for here is the one that counts.
      ...(command === null ? [] : ["RemoteCommand=none"]),
    ]),
    ...["-tt", "--", host.destination],
    ...(command === null ? [] : [command]),
  ];
}

/** What we add only where the user's configuration says nothing, and what a host key must pass in any case. */
export function carefulOptions(host: SshHost): string[] {
  const value = (name: string) => host.options.get(name)?.[0];
  const strict = value("stricthostkeychecking") ?? "ask";
  const takesNewHosts = ["accept-new", "no", "off", "false"].includes(strict);
  return [
    `StrictHostKeyChecking=${takesNewHosts ? "accept-new" : "yes"}`,
    ...((value("serveraliveinterval") ?? "0") === "0" ? ["ServerAliveInterval=15"] : []),
    ...((value("connecttimeout") ?? "none") === "none" ? ["ConnectTimeout=20"] : []),
  ];
}

export function optionArguments(options: string[]): string[] {
  return options.flatMap((option) => ["-o", option]);
}

function startCommand({ cwd, shell, env = {} }: RemoteStart): string | null {
  if (cwd === undefined && shell === undefined && Object.keys(env).length === 0) return null;
  const change = cwd === undefined ? "" : `cd -- ${quoteWord(cwd)} || exit 126; `;
  const variables = Object.entries(env).map(([name, value]) => `export ${checkName(name)}=${quoteWord(value)}; `);
  const [name, ...args] = shell === undefined ? [] : shellWords(shell).argv.map(quoteWord);
  // Found before the folder is entered: a PATH may lead to what the folder has by that name.
  const find = name === undefined ? "" : `found=$(${setLookPath(cwd)}command -v -- ${name}) || exit 127; `;
  const program = name === undefined ? '"${SHELL:-/bin/sh}"' : ['"$found"', ...args].join(" ");
  return remoteCommand(`${find}${variables.join("")}${change}exec ${program} -l`);
}

function checkName(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of a variable.`);
  return name;
}

/** Every command there starts in the home folder, so a folder below it is a relative one. */
export function fromHome({ cwd, ...rest }: RemoteStart): RemoteStart {
  if (cwd === undefined || ["", "~", "~/"].includes(cwd)) return rest;
  return { ...rest, cwd: cwd.startsWith("~/") ? `./${cwd.slice(2)}` : cwd };
}
