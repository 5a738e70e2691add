import * as z from "zod";
import type { ServerContext } from "../context.ts";
import { apiPage } from "../http/api-page.ts";
import { ClientMessage, ServerMessage } from "../http/shapes.ts";

/** The API described for programs, and for people from the same description. */
export function addDocs({ app, endpoints, deps, cookieName }: ServerContext): void {
  const about = {
    openapi: "3.1.0",
    info: {
      title: "Cotty",
      version: deps.version,
      description: "Sessions in which a person and an agent share a terminal.",
    },
  };
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  registry.registerComponent("securitySchemes", "cookie", { type: "apiKey", in: "cookie", name: cookieName });
  registry.register("ClientMessage", ClientMessage);
  registry.register("ServerMessage", ServerMessage);
  for (const socket of sockets) {
    registry.registerPath({
      method: "get",
      path: socket.path,
      operationId: socket.name,
      summary: socket.summary,
      description: socket.description,
      tags: ["stream"],
      security: [{ bearer: [socket.access] }, { cookie: [socket.access] }],
      request: { params: z.object(Object.fromEntries(socket.params.map((name) => [name, z.string()]))) },
      responses: {
        101: {
          description: "A WebSocket. It needs an Origin header: the server's own address, or one that is allowed.",
        },
      },
    });
  }
  let document: ReturnType<typeof app.getOpenAPI31Document> | null = null;
  const read = () => {
    document ??= app.getOpenAPI31Document(about);
    return document;
  };
  endpoints.routes.push(
    { method: "get", path: "/api/v1/openapi.json", access: "public", kind: "http" },
    { method: "get", path: "/api/v1/docs", access: "public", kind: "http" },
  );
  app.get("/api/v1/openapi.json", (c) => c.json(read()));
  app.get("/api/v1/docs", (c) => c.html(apiPage(read(), new URL(c.req.url).origin)));
}

/** WebSockets have no place of their own in OpenAPI: they are described as what they begin with. */
const sockets = [
  {
    path: "/api/v1/stream",
    name: "stream",
    access: "view",
    params: [],
    summary: "Live events, the list of sessions, requests, and the bytes of terminals.",
    description: `Text messages are JSON, one each: ClientMessage and ServerMessage. The first is hello {protocol: 1, client}; welcome answers.
subscribe {session, after} brings events (the past, in batches), caught-up {seq}, then event by event; after a lost connection subscribe again with the last seq.
subscribe-sessions brings sessions once, then session-changed and session-removed.
request {id, session, request} brings reply {id}; the same id twice is carried out once, so it may be sent again when no reply came.
attach {channel, session, terminalId, from, window?} brings binary frames, big-endian: kind (1 byte), channel (4), offset (8), bytes. Kind 1 is output that begins at offset, kind 2 a snapshot (clear, draw, go on at offset), kind 3 is what a client sends: input; failed {channel, input: true, error} says why it did not reach the terminal, which stays attached. from null begins with a snapshot. With a window no more than that many bytes come before an ack {channel, offset}; who falls 2 MB behind gets a snapshot instead of what was missed. Terminals need the scope operate.
ping {id} brings pong {id}. The server pings too, every 20 s. Close codes: 4401 the login is not valid any more, 1008 too many messages, 1009 a message over 4 MB, 1001 the server ends.`,
  },
  {
    path: "/projects/{id}/terminal",
    name: "projectTerminal",
    access: "operate",
    params: ["id"],
    summary: "A project's shell: raw bytes both ways. ?cols= and ?rows= set its size.",
    description:
      "Close codes: 1000 the shell has ended, 1011 it could not be opened (with the reason), 4401 the login is not valid any more.",
  },
  {
    path: "/projects/{id}/agent/{agent}",
    name: "projectAgent",
    access: "operate",
    params: ["id", "agent"],
    summary: "A project's agent in the messages of an agent service.",
    description: `In: prompt {prompt, settings?}, approve {toolId}, reject {toolId}, abort, settings {settings}; settings are {model?, permissionMode?, extendedThinking?, autoApprove?}.
Out, each with agent: init {sessionId}, history {history} (when there is one), text and thinking {content, streaming?}, tool_use {tool: {id, name, input, status: pending | running | complete}}, tool_result {toolId, result?, error?}, error {error}, done {usage?: {inputTokens, outputTokens, cost}}.
An agent that is not installed answers with one error and code 1008.`,
  },
] as const;
