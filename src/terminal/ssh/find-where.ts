import { UserError } from "../../base/index.ts";
import type { Where } from "../../protocol/index.ts";
import type { SideChannel } from "../system/side-channel.ts";
import { offeredKey } from "./host-keys.ts";
import { identifyRemote } from "./identify-remote.ts";
import type { SshHost } from "./resolve-ssh-host.ts";
import type { RemoteStart } from "./ssh-arguments.ts";
import { recallHostKey, rememberHostKey } from "./ssh-master.ts";

/** Where a terminal really is, once somebody is logged in: what the other machine says, and the key it has proven. */
export async function findWhere(options: {
  host: SshHost;
  /** What the client had written into its log when somebody was logged in. */
  said: string;
  /** The connection was made by another client. */
  isShared: boolean;
  /** Who holds the connection now. */
  master: number | null;
  side: SideChannel;
  start: RemoteStart;
  signal: AbortSignal;
}): Promise<Where> {
  const { host, start, signal } = options;
  const hostKey = findHostKey(options);
  const identity = await identifyRemote(options.side, { destination: host.destination, start, signal }).catch(
    (error: unknown) => {
      // A host that runs no command beside the terminal is still a host; who it is we know from its key alone then.
      if (error instanceof UserError && error.code.startsWith("ssh.")) return {};
      throw error;
    },
  );
  return {
    target: `ssh:${host.destination}`,
    host: host.hostName,
    user: host.user,
    ...identity,
    ...(hostKey === null ? {} : { hostKey: hostKey.slice(hostKey.indexOf(" ") + 1) }),
  };
}

/** The client that made the connection has seen the key, and leaves word of it for those that come later. */
function findHostKey(options: { host: SshHost; said: string; isShared: boolean; master: number | null }) {
  const { host, said, isShared, master } = options;
  if (isShared) return master === null ? null : recallHostKey(host, master);
  const offered = offeredKey(said);
  // Who came second to the socket has a connection of its own, and knows nothing about the one that is shared.
  const isMaster = !/disabling multiplexing/.test(said);
  if (master !== null && isMaster && offered !== null) rememberHostKey(host, master, offered);
  return offered;
}
