import type { Access } from "./access.ts";
import type { Credentials, Identity } from "./auth/credentials.ts";
import type { Places } from "./auth/places.ts";
import type { ProgramGuard } from "./auth/program-guard.ts";
import type { RateLimit } from "./auth/rate-limit.ts";
import type { ServerDeps } from "./deps.ts";
import type { SessionFollower } from "./follow/session-follower.ts";
import type { App, Endpoints } from "./http/endpoint.ts";
import type { LiveSockets } from "./stream/live-sockets.ts";

/** What every group of routes gets. */
export interface ServerContext {
  app: App;
  endpoints: Endpoints;
  deps: ServerDeps;
  follower: SessionFollower;
  credentials: Credentials;
  cookieName: string;
  places: Places;
  /** Counts wrong tokens and links by the address they come from. */
  wrongTokens: RateLimit;
  /** Throws for a program that was started in a terminal where an agent can type. */
  checkProgram: ProgramGuard;
  accessOf(identity: Identity, from: string): Access;
  sockets: LiveSockets;
}
