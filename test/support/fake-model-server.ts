import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a fake model says, in words that every wire format can express. */
export interface FakeReply {
  thinking?: string[];
  text?: string[];
  calls?: FakeCall[];
  usage?: { inputTokens: number; outputTokens: number };
  finish?: "stop" | "length" | "blocked" | "malformed-call";
  /** An error in place of an answer, in the provider's own shape. */
  error?: FakeError;
  /** An error inside the stream, after the pieces above. */
  streamError?: FakeError;
  /** Every byte in a packet of its own. */
  byteByByte?: boolean;
  /** Before the first piece. */
  delayMs?: number;
  /** After the pieces: `cut` breaks the connection, `early` ends the answer without its end, `hang` never ends it. */
  ending?: "cut" | "early" | "hang";
}

export interface FakeCall {
  name: string;
  input?: unknown;
  /** The arguments exactly as written, for arguments that are not JSON. */
  rawInput?: string;
  /** A signature that the provider wants back (Gemini's thought signature). */
  signature?: string;
}

export interface FakeError {
  status: number;
  message: string;
  code?: string;
  headers?: Record<string, string>;
}

export interface FakeRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  /** `finished` when the answer went out whole, `aborted` when the client closed the connection before. */
  closed: Promise<"finished" | "aborted">;
}

/** One provider's wire format. */
export interface Wire {
  contentType: string;
  /** Pieces of the answer, and what ends it. */
  encode(reply: FakeReply, request: FakeRequest): { pieces: string[]; end: string[] };
  encodeStreamError(error: FakeError): string;
  encodeError(error: FakeError): unknown;
  /** Says no for the provider's own reasons (a wrong key, an unknown model), or answers what is no generation. */
  judge(request: FakeRequest): FakeError | { json: unknown } | null;
}

export interface FakeModelServer extends AsyncDisposable {
  url: string;
  requests: FakeRequest[];
  /** Adds replies to the queue; a function sees the request. */
  reply(...replies: (FakeReply | ((request: FakeRequest) => FakeReply))[]): void;
  /** Forgets replies that nobody asked for. */
  drop(): void;
  /** The request with this index, as soon as it has arrived. */
  request(index: number): Promise<FakeRequest>;
}

/** A server on the loopback that speaks one provider's true wire format and logs what it is sent. */
export async function startFakeModelServer(wire: Wire): Promise<FakeModelServer> {
  const queue: (FakeReply | ((request: FakeRequest) => FakeReply))[] = [];
  const requests: FakeRequest[] = [];
  const waiting = new Map<number, (request: FakeRequest) => void>();

  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming, response);
    const index = requests.push(request) - 1;
    waiting.get(index)?.(request);
    const verdict = wire.judge(request);
    if (verdict !== null && "json" in verdict) return sendJson(response, 200, verdict.json);
    if (verdict !== null) return sendError(response, wire, verdict);
    const next = queue.shift() ?? { error: { status: 500, message: "The fake has no reply left." } };
    const reply = typeof next === "function" ? next(request) : next;
    if (reply.error !== undefined) return sendError(response, wire, reply.error);
    await sendAnswer(response, wire, reply, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply: (...replies) => void queue.push(...replies),
    drop: () => void queue.splice(0),
    request(index) {
      const there = requests[index];
      if (there !== undefined) return Promise.resolve(there);
      return new Promise((resolve) => waiting.set(index, resolve));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<FakeRequest> {
  const closed = new Promise<"finished" | "aborted">((resolve) => {
    response.once("close", () => resolve(response.writableFinished ? "finished" : "aborted"));
  });
  let text = "";
  incoming.setEncoding("utf8");
  for await (const chunk of incoming) text += chunk;
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: incoming.headers,
    body: text.startsWith("{") ? JSON.parse(text) : {},
    closed,
  };
}

async function sendAnswer(response: ServerResponse, wire: Wire, reply: FakeReply, request: FakeRequest): Promise<void> {
  const { pieces, end } = wire.encode(reply, request);
  if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  response.writeHead(200, { "content-type": wire.contentType });
  response.flushHeaders();
  for (const piece of reply.byteByByte ? [...Buffer.from([...pieces, ...end].join(""))] : pieces) {
    response.write(typeof piece === "number" ? Buffer.of(piece) : piece);
    // A turn of the event loop between pieces: they arrive as separate chunks, as from a real server.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (reply.byteByByte) return void response.end();
  if (reply.streamError !== undefined) return void response.end(wire.encodeStreamError(reply.streamError));
  if (reply.ending === "hang") return;
  if (reply.ending === "cut") return void response.write("", () => response.socket?.resetAndDestroy());
  if (reply.ending === "early") return void response.end();
  response.end(end.join(""));
}

function sendError(response: ServerResponse, wire: Wire, error: FakeError): void {
  sendJson(response, error.status, wire.encodeError(error), error.headers);
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** The arguments as they stand on wires that carry them as text. */
export function argumentsText(call: FakeCall): string {
  return call.rawInput ?? JSON.stringify(call.input ?? {});
}

export const fakeKey = "fake-key-1234";
export const unknownModel = "no-such-model";
