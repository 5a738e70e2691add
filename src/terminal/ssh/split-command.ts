import { quoteWord, randomText, type UserError } from "../../base/index.ts";
import { shellWords } from "../shells/shell-words.ts";
import { runProgram } from "../system/side-channel.ts";
import { explainFailure } from "./explain-failure.ts";
import { createLoginLog } from "./login-log.ts";
import { remoteCommand } from "./remote-command.ts";
import { logHostKeyOption, resolveSshHost, type SshHost } from "./resolve-ssh-host.ts";
import { carefulOptions, fromHome, optionArguments, type RemoteStart } from "./ssh-arguments.ts";
import { keepSeconds } from "./ssh-master.ts";
import type { SshSetup } from "./ssh-setup.ts";

/** A command on a host without a terminal: its output and error output come apart from the client that is started for it. */
export interface SplitCommand extends Disposable {
  /** The client. It shares the connection of terminals, and holds to the same host keys. */
  readonly argv: string[];
  readonly env: Record<string, string>;
  /** The command's error output begins with a line of ours: this word, and the number of its process group. */
  readonly greeting: string;
  /** Ends the command there. Closing the connection would not: it has no terminal that could go away. */
  end(group: number, signalName: string): Promise<void>;
  /** Why the client ended before the greeting. */
  explain(): UserError;
}

const endWithinMs = 5000;

export async function splitCommand(
  destination: string,
  options: { setup: SshSetup; signal: AbortSignal; isAttended: boolean; command: string; start: RemoteStart },
): Promise<SplitCommand> {
  const { setup, signal, isAttended } = options;
  const host = await resolveSshHost(destination, { setup, signal });
  const log = createLoginLog(setup.controlDirectory);
  const greeting = `cotty-${randomText(16)}`;
  const script = startScript(greeting, options.command, fromHome(options.start));
  const client = (words: string[], more: string[]) => [
    ...["ssh", ...(setup.configFile === undefined ? [] : ["-F", setup.configFile]), ...words],
    ...optionArguments([...more, ...sharing(host), ...carefulOptions(host)]),
  ];
  const messages = ["LogLevel=VERBOSE", ...(host.canLogHostKey ? [logHostKeyOption] : [])];
  const questions = `BatchMode=${isAttended ? "no" : "yes"}`;
  return {
    argv: [...client(["-E", log.path], [questions, ...messages]), "-T", "--", destination, remoteCommand(script)],
    env: setup.env,
    greeting,
    async end(group, signalName) {
      const kill = remoteCommand(`kill -s ${signalName} -- -${group} 2>/dev/null || kill -${signalName} -${group}`);
      const argv = [...client([], ["BatchMode=yes", "LogLevel=ERROR"]), "-T", "--", destination, kill];
      await runProgram(argv, { signal: AbortSignal.timeout(endWithinMs), timeoutMs: endWithinMs, env: setup.env });
    },
    explain: () => explainFailure({ host, setup, text: log.text() }).error,
    [Symbol.dispose]: () => log.close(),
  };
}

function sharing({ controlPath }: SshHost): string[] {
  return [
    "RemoteCommand=none",
    "ControlMaster=auto",
    `ControlPath=${controlPath}`,
    `ControlPersist=${keepSeconds}`,
    "EscapeChar=none",
  ];
}

/** sshd has made the process the leader of a group of its own. */
function startScript(greeting: string, command: string, { cwd, shell, env = {} }: RemoteStart): string {
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoteWord(value)}; `);
  const change = cwd === undefined ? "" : `cd -- ${quoteWord(cwd)} || exit 126; `;
  const program = shell === undefined ? '"${SHELL:-/bin/sh}"' : shellWords(shell).argv.map(quoteWord).join(" ");
  return `echo ${greeting} $$ >&2; ${variables.join("")}${change}exec ${program} -c ${quoteWord(command)}`;
}
