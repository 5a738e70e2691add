import { OpenAPIHono } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { describeError, UserError } from "../base/index.ts";
import { createAccess } from "./access.ts";
import type { Credentials } from "./auth/credentials.ts";
import type { Places } from "./auth/places.ts";
import { createProgramGuard } from "./auth/program-guard.ts";
import { createRateLimit } from "./auth/rate-limit.ts";
import type { ServerContext } from "./context.ts";
import type { ServerDeps } from "./deps.ts";
import { createSessionFollower } from "./follow/session-follower.ts";
import { createEndpoints, type RouteInfo, refuseInvalid } from "./http/endpoint.ts";
import { type AppEnv, bodyGuard, hostGuard, identityGuard, originGuard, programGuard } from "./http/guards.ts";
import { errorResponse, HttpError, notFound } from "./http/http-error.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { addStaticFiles } from "./http/static-files.ts";
import { addCatalogRoutes } from "./routes/catalog.ts";
import { addDocs } from "./routes/docs.ts";
import { addKeyRoutes } from "./routes/keys.ts";
import { addLoginRoutes } from "./routes/login.ts";
import { addSessionRoutes } from "./routes/sessions.ts";
import { addStream } from "./routes/stream.ts";
import { addTerminalRoutes } from "./routes/terminals.ts";
import { addGeminiRoutes } from "./seed/gemini-routes.ts";
import { addProjectSockets } from "./seed/project-sockets.ts";
import { createLiveSockets } from "./stream/live-sockets.ts";

export interface AppOptions {
  deps: ServerDeps;
  credentials: Credentials;
  places: Places;
  /** Cookies know no ports: two servers on one machine must not take each other's. */
  cookieName: string;
  /** The built browser app. */
  webRoot: string;
  promptsPerMinute: number;
  heartbeatMs?: number;
}

const wrongTokensPerMinute = 100;

/** The whole server as a function from request to response, and the table of who may use which route. */
export function createApp(options: AppOptions): { app: OpenAPIHono<AppEnv>; routes: readonly RouteInfo[] } {
  const { deps, credentials, places, cookieName } = options;
  const app = new OpenAPIHono<AppEnv>({ defaultHook: (result) => refuseInvalid(result) });
  const prompts = createRateLimit({ limit: options.promptsPerMinute, windowMs: 60_000 });
  const wrongTokens = createRateLimit({ limit: wrongTokensPerMinute, windowMs: 60_000 });
  const checkProgram = createProgramGuard(deps.programs);
  const guards = { places, credentials, cookieName, wrongTokens, checkProgram };
  app.use(
    securityHeaders,
    hostGuard(guards),
    bodyGuard,
    identityGuard(guards),
    programGuard(guards),
    originGuard(guards),
  );
  app.onError((error) => {
    if (error instanceof HTTPException) return errorResponse(badRequest(error));
    if (!(error instanceof UserError)) deps.report(describeError(error));
    return errorResponse(error);
  });

  const context: ServerContext = {
    app,
    endpoints: createEndpoints(app, deps),
    deps,
    follower: createSessionFollower(deps.sessions),
    credentials,
    cookieName,
    places,
    wrongTokens,
    checkProgram,
    accessOf: (identity, from) => createAccess(identity, { deps, credentials, prompts, from }),
    sockets: createLiveSockets({ credentials, heartbeatMs: options.heartbeatMs ?? 20_000 }),
  };
  addLoginRoutes(context);
  addSessionRoutes(context);
  addTerminalRoutes(context);
  addCatalogRoutes(context);
  addKeyRoutes(context);
  addGeminiRoutes(context);
  addProjectSockets(context);
  addDocs(context);
  addStream(context);

  app.all("/api/*", () => errorResponse(notFound("such route", "See /api/v1/docs for those there are.")));
  addStaticFiles(app, options.webRoot);
  app.notFound(() => errorResponse(notFound("such route", "See /api/v1/docs for those there are.")));
  return { app, routes: context.endpoints.routes };
}

function badRequest(error: HTTPException): HttpError {
  const status = error.status === 415 ? 415 : 400;
  return new HttpError(status, "request.invalid", `The request is not right: ${error.message}`, "See /api/v1/docs.");
}
