import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { Identity, Scope } from "../auth/credentials.ts";
import { redactStrings } from "../redact-strings.ts";
import { type AppEnv, requireOwnScript, requireScope } from "./guards.ts";
import { errorResponse, HttpError } from "./http-error.ts";
import { ErrorBody } from "./shapes.ts";

export type Access = Scope | "public";
export type App = OpenAPIHono<AppEnv>;

/** One line of the permission matrix. */
export interface RouteInfo {
  method: "get" | "post" | "put" | "delete";
  path: string;
  access: Access;
  kind: "http" | "websocket";
}

interface Asked<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** Who asks. For public routes: nobody in particular. */
  identity: Identity;
  signal: AbortSignal;
}

interface Endpoint<Params, Query, Body> {
  method: RouteInfo["method"];
  path: string;
  /** What programs that are made from the document call it. */
  name: string;
  access: Access;
  /** It connects to other machines. Nobody's page or link may make us do that, also where nothing is changed. */
  goesOut?: true;
  summary: string;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  answers: z.ZodType | "text" | "bytes" | "lines";
  status?: 200 | 201;
  handle(asked: Asked<Params, Query, Body>): Promise<unknown> | unknown;
}

export interface Endpoints {
  readonly routes: RouteInfo[];
  add<Params, Query, Body>(endpoint: Endpoint<Params, Query, Body>): void;
}

const nobody: Identity = { id: "", name: "", scope: "view", kind: "token" };

/**
 * Adds routes that cannot be without a stated access: the check, the document and the matrix come from one place. So
 * does what people who may only look are shown: no route can forget to replace secrets.
 */
export function createEndpoints(app: App, options: { redact(text: string, session?: string): string }): Endpoints {
  const routes: RouteInfo[] = [];
  return {
    routes,
    add(endpoint) {
      const { method, path, name, access, summary } = endpoint;
      routes.push({ method, path, access, kind: "http" });
      const route = createRoute({
        method,
        path,
        operationId: name,
        summary,
        tags: [path.split("/")[3] ?? path],
        ...(access !== "public" && { security: [{ bearer: [access] }, { cookie: [access] }] }),
        request: {
          ...(endpoint.params && { params: endpoint.params as unknown as z.ZodObject }),
          ...(endpoint.query && { query: endpoint.query as unknown as z.ZodObject }),
          ...(endpoint.body && {
            body: { required: true, content: { "application/json": { schema: endpoint.body } } },
          }),
        },
        responses: {
          [endpoint.status ?? 200]: { description: "Done.", ...contentOf(endpoint.answers) },
          default: { description: refusals, content: { "application/json": { schema: ErrorBody } } },
        },
        // Runs before anything of the request is read or checked.
        middleware: async (c, next) => {
          if (access === "public") return next();
          requireScope(c.get("identity"), access);
          if (endpoint.goesOut) requireOwnScript(c.get("identity"), (header) => c.req.header(header));
          return next();
        },
      });
      app.openapi(route, async (c) => {
        const valid = (target: string) => (c.req.valid as (target: string) => never).call(c.req, target);
        const identity = c.get("identity") ?? nobody;
        const result = await endpoint.handle({
          params: endpoint.params ? valid("param") : (undefined as never),
          query: endpoint.query ? valid("query") : (undefined as never),
          body: endpoint.body ? valid("json") : (undefined as never),
          identity,
          signal: c.req.raw.signal,
        });
        if (result instanceof Response) return result as never;
        const session = path.startsWith("/api/v1/sessions/{id}") ? c.req.param("id") : undefined;
        const shown = identity.scope === "operate" ? result : redactStrings(result, options.redact, session);
        return Response.json(shown, { status: endpoint.status ?? 200 }) as never;
      });
    },
  };
}

const refusals =
  "Refused: 400 what cannot be meant, 401 no login, 403 not allowed, 404 not there, 409 not now, 413 too large, " +
  "415 not JSON, 421 another host name, 429 too often (see Retry-After), 502 what a model's provider refused.";

function contentOf(answers: Endpoint<unknown, unknown, unknown>["answers"]) {
  if (answers === "text") return { content: { "text/plain": { schema: z.string() } } };
  if (answers === "lines") return { content: { "application/x-ndjson": { schema: z.string() } } };
  if (answers === "bytes") return { content: { "application/octet-stream": { schema: z.string() } } };
  return { content: { "application/json": { schema: answers } } };
}

/** What zod says of a request, as one refusal that names the field. */
export function refuseInvalid(result: { success: boolean; error?: unknown; target?: string }): Response | undefined {
  if (result.success) return undefined;
  const issue = (result.error as z.ZodError | undefined)?.issues[0];
  const place = [result.target, ...(issue?.path.map(String) ?? [])].filter(Boolean).join(".");
  return errorResponse(
    new HttpError(
      400,
      "request.invalid",
      `The request is not right: ${place}: ${issue?.message ?? "not understood"}`,
      "See /api/v1/docs for what it takes.",
    ),
  );
}
