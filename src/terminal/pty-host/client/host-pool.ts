import { hasEnded, readHostCard, removeHostFiles } from "../host-files.ts";
import { connectToHost, type HostConnection } from "./host-connection.ts";
import { type StartHostOptions, startHost } from "./start-host.ts";

/** Above this a host's one thread is what everyone waits for; another host takes the next ones. */
const terminalsPerHost = 250;

/** A host that this process has started. */
export interface OwnHost {
  id: string;
  connection: HostConnection;
  /** How many are open in it. */
  terminals: number;
}

/** The pty hosts that this process knows: those it has started, and those of earlier processes. */
export function createHostPool(stateDir: string, optionsNow: () => Omit<StartHostOptions, "stateDir">) {
  const started: OwnHost[] = [];
  const adopted = new Map<string, HostConnection>();
  let starting: Promise<OwnHost> | null = null;
  let isClosed = false;

  async function startNext(): Promise<OwnHost> {
    try {
      const host = { ...(await startHost({ stateDir, ...optionsNow() })), terminals: 0 };
      started.push(host);
      return host;
    } finally {
      starting = null;
    }
  }

  return {
    get isClosed() {
      return isClosed;
    },
    /** One that was started here and takes another terminal. */
    async withRoom(): Promise<OwnHost> {
      const found = started.find((host) => host.connection.isOpen && host.terminals < terminalsPerHost);
      if (found !== undefined) return found;
      starting ??= startNext();
      return await starting;
    },
    /** A connection to any host; null when it is gone. */
    async connectionTo(hostId: string): Promise<HostConnection | null> {
      const own = started.find((host) => host.id === hostId)?.connection ?? adopted.get(hostId);
      if (own !== undefined) return own.isOpen ? own : null;
      const card = readHostCard(stateDir, hostId);
      if (card === null) return null;
      const connection = await connectToHost(card);
      if (connection === null) removeHostFiles(stateDir, hostId);
      else adopted.set(hostId, connection);
      return connection;
    },
    /** It has not ended, for all that can be told. */
    async isAlive(hostId: string): Promise<boolean> {
      const host = readHostCard(stateDir, hostId);
      return host !== null && !(await hasEnded(stateDir, host));
    },
    /** Leaves every host, and ends before that, if it is wanted, those that were started here. */
    async close({ endsStarted }: { endsStarted: boolean }): Promise<void> {
      isClosed = true;
      await starting?.catch(() => undefined);
      if (endsStarted) await Promise.all(started.map((host) => host.connection.endHost()));
      for (const host of started) host.connection.close();
      for (const connection of adopted.values()) connection.close();
    },
  };
}
