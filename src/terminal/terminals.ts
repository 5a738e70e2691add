import { createId, UserError } from "../base/index.ts";
import type { Terminal, TerminalOptions, Terminals } from "./contract/terminal.ts";
import { connectToHost, type HostConnection } from "./pty-host/client/host-connection.ts";
import { startHost } from "./pty-host/client/start-host.ts";
import { createTerminalProxy } from "./pty-host/client/terminal-proxy.ts";
import { hasEnded, readHostCard, removeHostFiles } from "./pty-host/host-files.ts";
import type { HostRegister } from "./pty-host/host-register.ts";
import { readTerminalCard, terminalIdPattern } from "./raw-log/terminal-card.ts";
import { createSshSetup } from "./ssh/ssh-setup.ts";
import { terminalEnvironment } from "./system/environment.ts";

/** Above this a host's one thread is what everyone waits for; another host takes the next ones. */
const terminalsPerHost = 250;
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

interface Host {
  id: string;
  connection: HostConnection;
  terminals: number;
}

/** Terminals in host processes that outlive this one. */
export function createTerminals(options: TerminalsOptions): Terminals {
  const { stateDir, whenDisposed = "end" } = options;
  const env = options.env ?? process.env;
  const started: Host[] = [];
  const adopted = new Map<string, HostConnection>();
  let starting: Promise<Host> | null = null;
  let isDisposed = false;

  async function hostWithRoom(): Promise<Host> {
    const found = started.find((host) => host.connection.isOpen && host.terminals < terminalsPerHost);
    if (found !== undefined) return found;
    starting ??= startHost({
      stateDir,
      register: options.register,
      env: terminalEnvironment({ from: env, sshAgent: true }),
      // No timer counts further than this (24 days), and one that cannot count ends at once.
      idleAfterMs: Math.min(options.idleAfterMs ?? defaultIdleAfterMs, 2 ** 31 - 1),
    })
      .then((host) => {
        const entry = { ...host, terminals: 0 };
        started.push(entry);
        return entry;
      })
      .finally(() => {
        starting = null;
      });
    return await starting;
  }

  async function connectionTo(hostId: string): Promise<HostConnection | null> {
    const own = started.find((host) => host.id === hostId)?.connection ?? adopted.get(hostId);
    if (own !== undefined) return own.isOpen ? own : null;
    const card = readHostCard(stateDir, hostId);
    if (card === null) return null;
    const connection = await connectToHost(card);
    if (connection === null) removeHostFiles(stateDir, hostId);
    else adopted.set(hostId, connection);
    return connection;
  }

  function environmentFor({ target, env: extra }: TerminalOptions) {
    if (target === "local") {
      return { env: terminalEnvironment({ from: env, sshAgent: options.sshAgent === true, extra: extra ?? {} }) };
    }
    // The ssh client on this side is the person's own and may use their agent; what it forwards is their config's say.
    return {
      env: createSshSetup({ env }).env,
      ...(extra === undefined ? {} : { remoteEnv: extra }),
      ...(options.sshConfigFile === undefined ? {} : { sshConfigFile: options.sshConfigFile }),
    };
  }

  async function open({ signal, ...wanted }: TerminalOptions & { signal: AbortSignal }): Promise<Terminal> {
    if (isDisposed) throw new Error("Terminals were disposed of already.");
    signal.throwIfAborted();
    const host = await hostWithRoom();
    host.terminals++;
    const id = createId("term");
    const {
      owner,
      target,
      cwd,
      shell,
      cols = 80,
      rows = 24,
      integration = "auto",
      capture = "marks",
      history,
    } = wanted;
    const params = {
      target,
      ...(wanted.destination === undefined ? {} : { destination: wanted.destination }),
      ...(cwd === undefined ? {} : { cwd }),
      ...(shell === undefined ? {} : { shell }),
      ...(options.capBytes === undefined ? {} : { capBytes: options.capBytes }),
      ...environmentFor(wanted),
      cols,
      rows,
      integration,
      capture,
      ...(history === undefined ? {} : { history }),
    };
    const to = { terminal: id, owner };
    const onClosed = () => {
      host.terminals--;
    };
    try {
      const { connection } = host;
      const { result: opened } = await connection.request(to, { method: "open", params }, { signal });
      return createTerminalProxy({ stateDir, to, connection, opened, onClosed });
    } catch (error) {
      onClosed();
      throw error;
    }
  }

  async function adopt(terminalId: string, owner: { session: string; epoch: number }): Promise<Terminal | null> {
    if (!terminalIdPattern.test(terminalId)) {
      throw new UserError("terminal.id", `"${terminalId}" is not the id of a terminal.`, "Use an id from the session.");
    }
    const card = readTerminalCard(stateDir, terminalId);
    const connection = card === null ? null : await connectionTo(card.host);
    if (connection === null) return null;
    const to = { terminal: terminalId, owner };
    const { result: opened } = await connection.request(to, { method: "adopt" });
    if (opened === null) return null;
    return createTerminalProxy({ stateDir, to, connection, opened, onClosed: () => {} });
  }

  return {
    async prepare() {
      if (!isDisposed) await hostWithRoom();
    },
    open,
    adopt,
    async isAlive(terminalId) {
      const card = terminalIdPattern.test(terminalId) ? readTerminalCard(stateDir, terminalId) : null;
      const host = card && readHostCard(stateDir, card.host);
      return host !== null && !(await hasEnded(stateDir, host));
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      await starting?.catch(() => undefined);
      if (whenDisposed === "end") await Promise.all(started.map((host) => host.connection.endHost()));
      for (const host of started) host.connection.close();
      for (const connection of adopted.values()) connection.close();
    },
  };
}
