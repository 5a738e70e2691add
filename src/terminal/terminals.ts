import { createId, UserError } from "../base/index.ts";
import type { OpenParams } from "./contract/methods.ts";
import type { Terminal, TerminalOptions, Terminals } from "./contract/terminal.ts";
import type { Owner } from "./contract/values.ts";
import { createHostPool } from "./pty-host/client/host-pool.ts";
import { createTerminalProxy } from "./pty-host/client/terminal-proxy.ts";
import type { HostRegister } from "./pty-host/host-register.ts";
import { readTerminalCard, terminalIdPattern } from "./raw-log/terminal-card.ts";
import { createSshSetup } from "./ssh/ssh-setup.ts";
import { terminalEnvironment } from "./system/environment.ts";

const defaultIdleAfterMs = 10 * 60_000;

export interface TerminalsOptions {
  /** Raw logs, and how to find hosts again, are kept below it. */
  stateDir: string;
  /** Where the allow-listed environment of terminals is taken from. Default: this process's own. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Lets programs in local terminals use the person's ssh agent. Default: no. */
  sshAgent?: boolean;
  /** Instead of the person's own ssh configuration. */
  sshConfigFile?: string;
  /** Of a terminal's raw log. Default: 256 MB. */
  capBytes?: number;
  /** A host without a connection and without a running command ends after this long. Default: 10 minutes. */
  idleAfterMs?: number;
  /** Where the hosts that are started here are entered, for those who decide whether they may be in one. */
  register?: HostRegister;
  /**
   * What disposing does to the hosts started here: `end` them with their terminals (`run` and `exec`), or `leave` them
   * for the next process to adopt (the daemon). Default: `end`.
   */
  whenDisposed?: "end" | "leave";
}

/** Terminals in host processes that outlive this one. */
export function createTerminals(options: TerminalsOptions): Terminals {
  const { stateDir, whenDisposed = "end" } = options;
  const env = options.env ?? process.env;
  const hosts = createHostPool(stateDir, () => ({
    register: options.register,
    env: terminalEnvironment({ from: env, sshAgent: true }),
    // No timer counts further than this (24 days), and one that cannot count ends at once.
    idleAfterMs: Math.min(options.idleAfterMs ?? defaultIdleAfterMs, 2 ** 31 - 1),
  }));

  async function open({ signal, ...wanted }: TerminalOptions & { signal: AbortSignal }): Promise<Terminal> {
    if (hosts.isClosed) throw new Error("Terminals were disposed of already.");
    signal.throwIfAborted();
    const host = await hosts.withRoom();
    host.terminals++;
    const to = { terminal: createId("term"), owner: wanted.owner };
    const onClosed = () => {
      host.terminals--;
    };
    try {
      const { connection } = host;
      const params = openParams(wanted, { ...options, env });
      const { result: opened } = await connection.request(to, { method: "open", params }, { signal });
      return createTerminalProxy({ stateDir, to, connection, opened, onClosed });
    } catch (error) {
      onClosed();
      throw error;
    }
  }

  async function adopt(terminalId: string, owner: Owner): Promise<Terminal | null> {
    if (!terminalIdPattern.test(terminalId)) {
      throw new UserError("terminal.id", `"${terminalId}" is not the id of a terminal.`, "Use an id from the session.");
    }
    const card = readTerminalCard(stateDir, terminalId);
    const connection = card === null ? null : await hosts.connectionTo(card.host);
    if (connection === null) return null;
    const to = { terminal: terminalId, owner };
    const { result: opened } = await connection.request(to, { method: "adopt" });
    if (opened === null) return null;
    return createTerminalProxy({ stateDir, to, connection, opened, onClosed: () => {} });
  }

  return {
    async prepare() {
      if (!hosts.isClosed) await hosts.withRoom();
    },
    open,
    adopt,
    async isAlive(terminalId) {
      const card = terminalIdPattern.test(terminalId) ? readTerminalCard(stateDir, terminalId) : null;
      return card !== null && (await hosts.isAlive(card.host));
    },
    [Symbol.asyncDispose]: () => hosts.close({ endsStarted: whenDisposed === "end" }),
  };
}

type Environment = Pick<TerminalsOptions, "sshAgent" | "sshConfigFile" | "capBytes"> &
  Required<Pick<TerminalsOptions, "env">>;

/** What a host is told to open. */
function openParams(wanted: TerminalOptions, options: Environment): OpenParams {
  const { target, destination, cwd, shell, history } = wanted;
  const { cols = 80, rows = 24, integration = "auto", capture = "marks" } = wanted;
  return {
    target,
    ...(destination === undefined ? {} : { destination }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(shell === undefined ? {} : { shell }),
    ...(options.capBytes === undefined ? {} : { capBytes: options.capBytes }),
    ...environmentFor(wanted, options),
    cols,
    rows,
    integration,
    capture,
    ...(history === undefined ? {} : { history }),
  };
}

function environmentFor({ target, env: extra }: TerminalOptions, { env, sshAgent, sshConfigFile }: Environment) {
  if (target === "local") {
    return { env: terminalEnvironment({ from: env, sshAgent: sshAgent === true, extra: extra ?? {} }) };
  }
  // The ssh client on this side is the person's own and may use their agent; what it forwards is their config's say.
  return {
    env: createSshSetup({ env }).env,
    ...(extra === undefined ? {} : { remoteEnv: extra }),
    ...(sshConfigFile === undefined ? {} : { sshConfigFile }),
  };
}
