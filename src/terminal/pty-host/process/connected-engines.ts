import type { Connection } from "./accept-connection.ts";
import type { HostedTerminalEvents } from "./hosted-terminal.ts";

/** The engines that are connected to this host, and what they are told of its terminals. */
export function createConnectedEngines() {
  const connections = new Set<Connection>();

  function followers(terminal: string): Connection[] {
    return [...connections].filter((each) => each.watched.has(terminal) && each.follows(terminal));
  }

  return {
    get areThere() {
      return connections.size > 0;
    },
    came: (connection: Connection) => void connections.add(connection),
    left: (connection: Connection) => void connections.delete(connection),
    eventsOf(terminal: string): HostedTerminalEvents {
      return {
        isFollowed: () => followers(terminal).length > 0,
        onWritten(end, bytes) {
          for (const each of followers(terminal)) each.tellWritten(terminal, end, bytes);
        },
        onClosed(end) {
          for (const each of connections) {
            if (each.watched.has(terminal)) each.send({ kind: "closed", terminal, end });
          }
        },
      };
    },
  };
}
