import { networkInterfaces } from "node:os";
import type { ProgramOrigin, ServerDeps } from "../deps.ts";
import { HttpError } from "../http/http-error.ts";
import { fileOrigin } from "../listen-on-socket.ts";
import { type Ends, findPeerSocket } from "./peer-socket.ts";
import { isLoopbackAddress } from "./peer-user.ts";

/** Throws for a connection of a program that was started in a terminal where an agent can type. */
export type ProgramGuard = (connection: (Ends & object) | undefined) => Promise<void>;

/**
 * A token that an agent's program has found is worth nothing to it: what decides about agents must come from a program
 * that was started elsewhere. Found out once for each connection, since a connection does not change hands.
 */
export function createProgramGuard(programs: ServerDeps["programs"]): ProgramGuard {
  const refusals = new WeakMap<object, Promise<HttpError | null>>();

  async function judge(connection: Ends & object): Promise<HttpError | null> {
    const fromFile = fileOrigin(connection);
    if (fromFile !== null) return refusalOf(await fromFile);
    const peer = findPeerSocket(connection);
    if (peer === null) return null;
    // Whoever left before we could look may have been anybody.
    if (peer === "absent") return isOnThisMachine(connection.remoteAddress) ? leftTooSoon() : null;
    return peer.inode === 0 ? leftTooSoon() : refusalOf(programs.ofSocket(peer));
  }

  return async (connection) => {
    if (connection === undefined) return;
    const known = refusals.get(connection) ?? judge(connection);
    refusals.set(connection, known);
    const refusal = await known;
    if (refusal !== null) throw refusal;
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
