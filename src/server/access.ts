import type { Reply, Request } from "../protocol/index.ts";
import type { Credentials, Identity } from "./auth/credentials.ts";
import type { RateLimit } from "./auth/rate-limit.ts";
import { carryOut } from "./carry-out.ts";
import type { ServerDeps } from "./deps.ts";
import { notLoggedIn, requireScope } from "./http/guards.ts";
import { HttpError } from "./http/http-error.ts";
import { redactStrings } from "./redact-strings.ts";

/** What one identity may do with the world, wherever it asks from: one place for HTTP and WebSocket. */
export interface Access {
  readonly sender: { by: `person:${string}`; from: string };
  /** Throws the reason why not. */
  check(request: Pick<Request, "type">): void;
  /** Counts one prompt, or throws how long to wait. */
  countPrompt(): void;
  request(session: string, request: Request, options: { id?: string; signal: AbortSignal }): Promise<Reply>;
  type(session: string, terminalId: string, bytes: Uint8Array): Promise<Reply>;
  /** What this identity may see of a value that is sent to it. */
  show<T>(value: T): T;
  readonly seesAll: boolean;
}

export function createAccess(
  identity: Identity,
  options: { deps: ServerDeps; credentials: Pick<Credentials, "isValid">; prompts: RateLimit; from: string },
): Access {
  const { deps } = options;
  const sender = { by: `person:${identity.name}` as const, from: options.from };

  function countPrompt() {
    const retryAfterS = options.prompts.take(identity.name);
    if (retryAfterS === null) return;
    throw new HttpError(
      429,
      "prompt.too-many",
      `"${identity.name}" sent too many prompts in a minute.`,
      `Try again in ${retryAfterS} s; server.prompts_per_minute sets the limit.`,
      retryAfterS,
    );
  }

  function check(request: Pick<Request, "type">) {
    // A connection was let in when it opened; what it asks for is weighed when it asks, also after a revocation.
    if (!options.credentials.isValid(identity.id)) throw notLoggedIn();
    requireScope(identity, "operate");
    if (request.type === "prompt" || request.type === "retry" || request.type === "steer") countPrompt();
  }

  return {
    sender,
    check,
    countPrompt,
    async request(session, request, { id, signal }) {
      check(request);
      const from = { ...sender, ...(id !== undefined && { requestId: id }) };
      return carryOut(deps.sessions, session, request, { sender: from, signal });
    },
    async type(session, terminalId, bytes) {
      check({ type: "keys" });
      return deps.sessions.type(session, terminalId, bytes, sender);
    },
    seesAll: identity.scope === "operate",
    show: (value) => (identity.scope === "operate" ? value : redactStrings(value, deps.redact)),
  };
}
