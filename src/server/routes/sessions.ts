import * as z from "zod";
import { createId, UserError } from "../../base/index.ts";
import {
  type Reply as AnyReply,
  requestSchemas,
  type SessionSummary,
  SettingsChange,
  Target,
} from "../../protocol/index.ts";
import type { Access } from "../access.ts";
import type { ServerContext } from "../context.ts";
import { noSuchSession, notFound } from "../http/http-error.ts";
import { Event, Reply, Request, SearchHit, Session, Waiting } from "../http/shapes.ts";

export const SessionPath = z.object({ id: z.string().min(1).max(200) });
const base = "/api/v1/sessions";
const from = "api";
const mostEventChars = 8_000_000;

const OpenSession = z.strictObject({
  title: z.string().max(1000).optional(),
  target: Target.optional(),
  cwd: z.string().min(1).max(4096).optional(),
  /** A named target and folder of the configuration, instead of target and cwd. */
  project: z.string().min(1).optional(),
  settings: SettingsChange.optional(),
  /** What it begins with: there is never a session that lost its first prompt. */
  prompt: requestSchemas.prompt.omit({ type: true }).optional(),
});
type OpenSession = z.infer<typeof OpenSession>;

const flag = z.stringbool().default(false);
const count = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);

export function addSessionRoutes(context: ServerContext): void {
  addSessionsThemselves(context);
  addWhatHappened(context);
  addActs(context);
  addAcrossSessions(context);
}

function addSessionsThemselves(context: ServerContext): void {
  const { endpoints, follower } = context;
  const { list } = follower;

  endpoints.add({
    method: "get",
    path: base,
    name: "listSessions",
    access: "view",
    summary: "List sessions, newest first.",
    query: z.object({ closed: flag, limit: count(1000, 100) }),
    answers: z.object({ sessions: z.array(Session) }),
    handle: async ({ query }) => ({
      sessions: await list.list({ limit: query.limit, includeClosed: query.closed }),
    }),
  });

  endpoints.add({
    method: "post",
    path: base,
    name: "openSession",
    access: "operate",
    summary: "Open a session, with its first prompt or without.",
    body: OpenSession,
    answers: Session,
    status: 201,
    handle: async ({ body, identity }) => {
      const access = context.accessOf(identity, from);
      if (body.prompt !== undefined) access.check({ type: "prompt" });
      const id = await openSession(context, body, access.sender);
      list.refresh();
      return summaryOf(context, id);
    },
  });

  endpoints.add({
    method: "get",
    path: `${base}/{id}`,
    name: "readSession",
    access: "view",
    summary: "One session.",
    params: SessionPath,
    answers: Session,
    handle: ({ params }) => summaryOf(context, params.id),
  });
}

function addWhatHappened({ endpoints, deps }: ServerContext): void {
  endpoints.add({
    method: "get",
    path: `${base}/{id}/events`,
    name: "readEvents",
    access: "view",
    summary:
      "Events of a session after a seq, oldest first. Fewer than `limit` when they are large: go on after the last seq until it is `head`.",
    params: SessionPath,
    query: z.object({ after: z.coerce.number().int().min(0).default(0), limit: count(5000, 500) }),
    answers: z.object({ events: z.array(Event), head: z.int() }),
    handle: async ({ params, query }) => {
      const row = await deps.sessions.get(params.id);
      if (row === null) throw noSuchSession(params.id);
      const events = [];
      let length = 0;
      for await (const event of deps.sessions.read(params.id, query)) {
        events.push(event);
        // One event may be 256 KB: thousands of them are asked for page by page.
        length += JSON.stringify(event).length;
        if (length > mostEventChars) break;
      }
      return { events, head: row.head.seq };
    },
  });

  endpoints.add({
    method: "get",
    path: `${base}/{id}/verification`,
    name: "verifySession",
    access: "view",
    summary:
      "Whether the events are as they were written, by their chain of hashes. It finds accidents and clumsy changes; it is no proof against whoever can write all of Cotty's files.",
    params: SessionPath,
    answers: z.object({ ok: z.boolean(), events: z.int(), detail: z.string() }),
    handle: async ({ params }) => {
      const { ok, events, detail = "" } = await deps.sessions.verify(params.id);
      return { ok, events, detail };
    },
  });
}

function addActs(context: ServerContext): void {
  const { endpoints, deps, follower } = context;

  endpoints.add({
    method: "post",
    path: `${base}/{id}/requests`,
    name: "sendRequest",
    access: "operate",
    summary:
      "Send a request to a session: prompt, approve, edit, reject, answer, pause, stop … The same `id` twice is carried out once.",
    params: SessionPath,
    body: z.strictObject({ id: z.string().min(1).max(200).optional(), request: Request }),
    answers: Reply,
    handle: async ({ params, body, identity, signal }) => {
      const access = context.accessOf(identity, from);
      const id = body.id ?? createId("req");
      return refuseAsError(await access.request(params.id, body.request, { id, signal }));
    },
  });

  endpoints.add({
    method: "post",
    path: `${base}/{id}/close`,
    name: "closeSession",
    access: "operate",
    summary: "Close a session and its terminals. What happened stays readable.",
    params: SessionPath,
    answers: Reply,
    handle: async ({ params, identity, signal }) =>
      refuseAsError(await context.accessOf(identity, from).request(params.id, { type: "close" }, { signal })),
  });

  endpoints.add({
    method: "delete",
    path: `${base}/{id}`,
    name: "deleteSession",
    access: "operate",
    summary: "Delete a session with everything that is stored of it.",
    params: SessionPath,
    answers: z.object({ deleted: z.string() }),
    handle: async ({ params, identity }) => {
      const { by } = context.accessOf(identity, from).sender;
      await deps.sessions.delete(params.id, { by });
      follower.list.refresh();
      return { deleted: params.id };
    },
  });
}

function addAcrossSessions({ endpoints, deps, follower }: ServerContext): void {
  endpoints.add({
    method: "get",
    path: "/api/v1/search",
    name: "search",
    access: "view",
    summary: "Find prompts, answers, commands and output in all sessions.",
    query: z.object({ q: z.string().min(1).max(1000), session: z.string().optional(), limit: count(200, 20) }),
    answers: z.object({ hits: z.array(SearchHit) }),
    handle: async ({ query: { q, session, limit }, identity }) => ({
      hits: await deps.sessions.search(q, {
        limit,
        ...(session !== undefined && { session }),
        ...(identity.scope !== "operate" && { show: deps.redact }),
      }),
    }),
  });

  endpoints.add({
    method: "get",
    path: "/api/v1/approvals",
    name: "listApprovals",
    access: "view",
    summary: "What waits for a person, in all sessions, oldest first.",
    answers: z.object({ waiting: z.array(Waiting) }),
    handle: async () => {
      const sessions = await follower.list.list({ limit: 1000, includeClosed: false });
      return { waiting: sessions.flatMap((session) => session.waiting).sort((a, b) => a.since - b.since) };
    },
  });
}

/** A refusal is an answer to a program that speaks the protocol; over plain HTTP it is a status as well. */
export function refuseAsError(reply: AnyReply): AnyReply {
  if (reply.outcome === "accepted") return reply;
  const { code, message, nextStep } = reply.error;
  throw new UserError(code, message, nextStep);
}

async function summaryOf({ follower }: ServerContext, id: string): Promise<SessionSummary> {
  const summary = await follower.list.get(id);
  if (summary === null) throw noSuchSession(id);
  return summary;
}

/** Opens a session for a person; answers with its id. */
export async function openSession(
  { deps }: ServerContext,
  wanted: OpenSession,
  sender: Access["sender"],
): Promise<string> {
  const place = wanted.project === undefined ? null : projectNamed(deps.catalog.projects(), wanted.project);
  const settings = { ...(await deps.catalog.settings()), ...definedOf(wanted.settings ?? {}) };
  return deps.sessions.open({
    title: wanted.title ?? "",
    target: wanted.target ?? place?.target ?? "local",
    cwd: wanted.cwd ?? place?.cwd ?? deps.defaultCwd,
    settings,
    by: sender.by,
    ...(wanted.prompt && { prompt: { request: { ...wanted.prompt, type: "prompt" as const }, sender } }),
  });
}

export function projectNamed<T extends { name: string }>(projects: readonly T[], name: string): T {
  const found = projects.find((project) => project.name === name);
  if (found) return found;
  throw notFound(`project "${name}"`, `Add it to the configuration: [projects.${name}] with target and cwd.`);
}

function definedOf<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}
