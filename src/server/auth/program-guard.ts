import { networkInterfaces } from "node:os";
import type { ProgramOrigin, ServerDeps } from "../deps.ts";
import { HttpError } from "../http/http-error.ts";
import { fileOrigin } from "../listen-on-socket.ts";
import { type Ends, findPeerSocket, type PeerSocket } from "./peer-socket.ts";
import { isLoopbackAddress } from "./peer-user.ts";

/** Throws for a connection of a program that was started in a terminal where an agent can type. */
export type ProgramGuard = (connection: (Ends & object) | undefined) => Promise<void>;

/**
 * A token that an agent's program has found is worth nothing to it: what decides about agents must come from a program
 * that was started elsewhere. Looked at for each request, since a connection can be handed on; only that it once came
 * out of a terminal is remembered.
 */
export function createProgramGuard(programs: ServerDeps["programs"]): ProgramGuard {
  const refused = new WeakMap<object, HttpError>();
  const peers = new WeakMap<object, PeerSocket>();

  /** The other end stays the same socket for as long as the connection lives. */
  function peerOf(connection: Ends & object): ReturnType<typeof findPeerSocket> {
    const known = peers.get(connection);
    if (known !== undefined) return known;
    const peer = findPeerSocket(connection);
    if (peer !== null && peer !== "absent") peers.set(connection, peer);
    return peer;
  }

  async function originOf(connection: Ends & object): Promise<ProgramOrigin | "left"> {
    const fromFile = fileOrigin(connection);
    if (fromFile !== null) return await fromFile;
    // A connection that was cut off has no address any more, and what it brought is still read.
    if (connection.remoteAddress === undefined) return "left";
    const peer = peerOf(connection);
    if (peer === null) return { from: "elsewhere" };
    // Whoever left before we could look may have been anybody.
    if (peer === "absent") return isOnThisMachine(connection.remoteAddress) ? "left" : { from: "elsewhere" };
    return peer.inode === 0 ? "left" : programs.ofSocket(peer);
  }

  return async (connection) => {
    if (connection === undefined) return;
    const known = refused.get(connection);
    if (known !== undefined) throw known;
    const origin = await originOf(connection);
    const refusal = origin === "left" ? leftTooSoon() : refusalOf(origin);
    if (refusal === null) return;
    if (origin !== "left" && origin.from === "terminal") refused.set(connection, refusal);
    throw refusal;
  };
}

function isOnThisMachine(address = ""): boolean {
  if (isLoopbackAddress(address)) return true;
  const plain = address.replace(/^::ffff:/, "");
  return Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === plain));
}

function refusalOf(origin: ProgramOrigin): HttpError | null {
  switch (origin.from) {
    case "elsewhere":
      return null;
    case "terminal":
      return new HttpError(
        403,
        "auth.agent-terminal",
        "This program was started in a terminal that Cotty opened, where an agent can type, so it has no operate access.",
        "Use a browser or a program that was started elsewhere. To look, a token with the scope view is enough.",
      );
    case "hidden":
      return new HttpError(
        403,
        "auth.hidden-program",
        `${origin.name} (pid ${origin.pid}) was started in a terminal that Cotty opened and hides its connections, so Cotty cannot tell whether this is one of them.`,
        `End it (kill ${origin.pid}), or decide in a shell of your own: cotty approve`,
      );
    case "unseen":
      return new HttpError(
        403,
        "auth.unseen-program",
        "Cotty cannot see which program of this machine has this connection, and a terminal is open in which an agent can type, so it gets no operate access.",
        "Send it again. Behind `ssh -L`, forward to the file that `cotty daemon status` names instead of the port: ssh -L 4433:FILE HOST",
      );
  }
}

function leftTooSoon(): HttpError {
  return new HttpError(
    403,
    "auth.peer-gone",
    "The program that sent this closed its connection before Cotty could see which program it was.",
    "Send it again, and keep the connection open until the answer is there.",
  );
}
