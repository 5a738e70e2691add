import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { Credentials, Identity, Scope } from "../auth/credentials.ts";
import type { Ends } from "../auth/peer-socket.ts";
import type { Places } from "../auth/places.ts";
import type { ProgramGuard } from "../auth/program-guard.ts";
import type { RateLimit } from "../auth/rate-limit.ts";
import { isFromFile } from "../listen-on-socket.ts";
import { errorResponse, HttpError } from "./http-error.ts";

export interface AppEnv {
  Variables: {
    /** Null for who has not said who they are. Set for every request before any route runs. */
    identity: Identity | null;
  };
  Bindings: { incoming: { socket: Ends } };
}

export interface GuardOptions {
  places: Places;
  credentials: Credentials;
  cookieName: string;
  wrongTokens: RateLimit;
  checkProgram: ProgramGuard;
}

/** DNS rebinding ends here: a request that calls us by a name we do not have is not for us. */
export function hostGuard({ places }: GuardOptions) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const host = c.req.header("host");
    if (places.isHost(host) || (host === "localhost" && isFromFile(c.env.incoming.socket))) return next();
    return errorResponse(
      new HttpError(
        421,
        "server.host",
        "This server is not reached under that name.",
        "Use the address that `cotty web` prints, or add its origin: cotty config set server.allowed_origins '[\"https://NAME\"]'.",
      ),
    );
  });
}

export const maxBodyBytes = 2 * 1024 * 1024;

/** Decided before a byte of the body is read. A body that does not say how long it is could be endless. */
export const bodyGuard = createMiddleware<AppEnv>(async (c, next) => {
  const isOpenEnded = c.req.header("transfer-encoding") !== undefined;
  if (!isOpenEnded && Number(c.req.header("content-length") ?? 0) <= maxBodyBytes) return next();
  return errorResponse(
    new HttpError(
      413,
      "request.too-large",
      isOpenEnded ? "The body does not say how long it is." : `The body is larger than ${maxBodyBytes} bytes.`,
      "Send at most 2 MB with a Content-Length; larger data belongs into a file on the target.",
    ),
  );
});

const jsonType = /^application\/json\s*(;|$)/i;
const safeMethods = new Set(["GET", "HEAD"]);

/**
 * Requests that change something, and WebSockets, must come from a page of ours or from a program. Other ports of this
 * machine are the "same site" to a browser, so SameSite alone would let their pages in.
 */
export function originGuard({ places }: GuardOptions) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const isUpgrade = c.req.header("upgrade") !== undefined;
    if (safeMethods.has(c.req.method) && !isUpgrade) return next();
    const origin = c.req.header("origin");
    if (isUpgrade && origin === undefined && isFromFile(c.env.incoming.socket)) return next();
    // A WebSocket is not held back by CORS, so there the origin has to be named and ours.
    if (origin === undefined ? isUpgrade : !places.isOrigin(origin)) return errorResponse(foreignPage());
    if (isUpgrade) return next();
    if (c.req.method !== "DELETE" && !jsonType.test(c.req.header("content-type") ?? "")) {
      return errorResponse(
        new HttpError(
          415,
          "request.content-type",
          "The body must be JSON.",
          "Send it with the header Content-Type: application/json.",
        ),
      );
    }
    if (c.get("identity")?.kind === "browser" && !isFromOurPage((name) => c.req.header(name))) {
      return errorResponse(foreignPage());
    }
    return next();
  });
}

/** A foreign page can set neither of the two without being asked about by the browser first. */
function isFromOurPage(header: (name: string) => string | undefined): boolean {
  return header("sec-fetch-site") === "same-origin" || header("x-cotty") !== undefined;
}

/**
 * For what is read and still reaches further than this server: a browser must have been told to ask by a script of our
 * own page. A link or an image in an answer of an agent is of the same origin too, and anybody's to write.
 */
export function requireOwnScript(identity: Identity | null, header: (name: string) => string | undefined): void {
  if (identity?.kind !== "browser" || header("x-cotty") !== undefined) return;
  if (!isFromOurPage(header) || header("sec-fetch-dest") !== "empty") throw foreignPage();
}

function foreignPage(): HttpError {
  return new HttpError(
    403,
    "server.origin",
    "This request does not come from a page of this server.",
    "Open the address that `cotty web` prints; programs use a token and send the header X-Cotty: 1.",
  );
}

/** Finds out who asks. A wrong credential is refused everywhere, also where none is needed. */
export function identityGuard(options: GuardOptions) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const bearer = /^Bearer\s+(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const cookie = getCookie(c, options.cookieName);
    const identity = options.credentials.check(bearer ?? cookie ?? "");
    const isWrong = identity === null && (c.req.header("authorization") !== undefined || (cookie ?? "") !== "");
    // An old cookie must not keep anyone from the page that explains how to log in, nor from the link that does it.
    if (isWrong && (bearer !== undefined || isForPrograms(c.req.path))) {
      // 256 bits cannot be guessed; the limit is for the noise. Who has the right one is never locked out by others.
      const retryAfterS = options.wrongTokens.take(addressOf(c));
      if (retryAfterS !== null) return errorResponse(tooManyWrong(retryAfterS));
      if (bearer !== undefined) return errorResponse(notLoggedIn());
    }
    c.set("identity", identity);
    return next();
  });
}

/** Who may operate decides about agents, and an agent's own programs must not. */
export function programGuard({ checkProgram }: GuardOptions) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.get("identity")?.scope === "operate") await checkProgram(c.env?.incoming?.socket);
    return next();
  });
}

function isForPrograms(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/projects/");
}

export function addressOf(c: Context<AppEnv>): string {
  return c.env?.incoming?.socket.remoteAddress ?? "";
}

export function tooManyWrong(retryAfterS: number): HttpError {
  return new HttpError(429, "auth.too-many", "Too many wrong tokens.", "Wait, then use a right one.", retryAfterS);
}

/** The identity, where the scope is enough. */
export function requireScope(identity: Identity | null, scope: Scope): Identity {
  if (identity === null) throw notLoggedIn();
  if (scope === "operate" && identity.scope !== "operate") {
    throw new HttpError(
      403,
      "auth.scope",
      `"${identity.name}" may look, and this needs the scope operate.`,
      "Use a token with the scope operate: cotty tokens new NAME --scope operate",
    );
  }
  return identity;
}

export function notLoggedIn(): HttpError {
  return new HttpError(
    401,
    "auth.required",
    "This needs a login.",
    "Run `cotty web` for a link, or send a token: Authorization: Bearer … (cotty tokens new NAME).",
  );
}
