import * as z from "zod";
import { createId } from "../../base/index.ts";
import type { Reply as AnyReply } from "../../protocol/index.ts";
import type { ServerContext } from "../context.ts";
import { type HttpError, notFound } from "../http/http-error.ts";
import { Reply, Terminal } from "../http/shapes.ts";
import { refuseAsError, SessionPath } from "./sessions.ts";

const TerminalPath = SessionPath.extend({ terminal: z.string().min(1).max(200) });
const size = { cols: z.int().min(1).max(1000), rows: z.int().min(1).max(1000) };
const base = "/api/v1/sessions/{id}/terminals";
const from = "api";
const mostBytes = 1_000_000;

export function addTerminalRoutes(context: ServerContext): void {
  addTerminalsThemselves(context);
  addKeysAndSize(context);
  addOutput(context);
}

function addTerminalsThemselves({ endpoints, deps, follower }: ServerContext): void {
  endpoints.add({
    method: "get",
    path: base,
    name: "listTerminals",
    access: "view",
    summary: "The terminals of a session.",
    params: SessionPath,
    answers: z.object({
      terminals: z.array(Terminal),
    }),
    handle: async ({ params }) => ({ terminals: (await follower.stateOf(params.id)).terminals }),
  });

  endpoints.add({
    method: "post",
    path: base,
    name: "openTerminal",
    access: "operate",
    summary: "Open one more terminal in a session.",
    params: SessionPath,
    body: z.strictObject({ ...size, cwd: z.string().min(1).max(4096).optional() }),
    answers: z.object({ terminalId: z.string() }),
    status: 201,
    handle: ({ params, body: { cwd, ...wanted }, signal }) =>
      deps.terminals.open(params.id, { ...wanted, ...(cwd !== undefined && { cwd }), signal }),
  });

  endpoints.add({
    method: "delete",
    path: `${base}/{terminal}`,
    name: "closeTerminal",
    access: "operate",
    summary: "End a terminal and what runs in it.",
    params: TerminalPath,
    answers: z.object({ closed: z.string() }),
    handle: async ({ params }) => {
      await deps.terminals.close(params.id, params.terminal);
      return { closed: params.terminal };
    },
  });
}

function addKeysAndSize(context: ServerContext): void {
  const { endpoints } = context;

  endpoints.add({
    method: "post",
    path: `${base}/{terminal}/input`,
    name: "typeIntoTerminal",
    access: "operate",
    summary: "Type: `text`, or `bytes` in base64. Takes the keyboard.",
    params: TerminalPath,
    body: z.union([
      z.strictObject({ text: z.string().max(mostBytes) }),
      z.strictObject({ bytes: z.base64().max(1_400_000) }),
    ]),
    answers: Reply,
    handle: async ({ params, body, identity }) => {
      const bytes = "bytes" in body ? Buffer.from(body.bytes, "base64") : Buffer.from(body.text);
      return refuseAsError(await context.accessOf(identity, from).type(params.id, params.terminal, bytes));
    },
  });

  endpoints.add({
    method: "post",
    path: `${base}/{terminal}/size`,
    name: "resizeTerminal",
    access: "operate",
    summary: "Give a terminal another size.",
    params: TerminalPath,
    body: z.strictObject(size),
    answers: Reply,
    handle: ({ params, body, identity, signal }) =>
      send(context.accessOf(identity, from), params, { type: "resize", terminalId: params.terminal, ...body }, signal),
  });
}

function addOutput(context: ServerContext): void {
  const { endpoints, deps } = context;

  endpoints.add({
    method: "get",
    path: `${base}/{terminal}/output`,
    name: "readOutput",
    access: "operate",
    summary: "Raw bytes from an offset on, up to `max`; the header X-Cotty-Offset says where they begin.",
    params: TerminalPath,
    query: z.object({
      from: z.coerce.number().int().min(0).default(0),
      max: z.coerce.number().int().min(1).max(mostBytes).default(mostBytes),
    }),
    answers: "bytes",
    handle: async ({ params, query }) => {
      const { offset, bytes } = await readBytes(context, params, query);
      return new Response(bytes, {
        headers: { "content-type": "application/octet-stream", "x-cotty-offset": String(offset) },
      });
    },
  });

  for (const [format, name, type, summary] of recordings) {
    endpoints.add({
      method: "get",
      path: `${base}/{terminal}/${name}`,
      name: format === "cast" ? "readRecording" : "readText",
      access: "view",
      summary,
      params: TerminalPath,
      answers: "text",
      handle: ({ params }) => {
        const recording = deps.terminals.recording(params.terminal, format);
        if (recording?.session !== params.id) throw unknownTerminal(params.terminal);
        return new Response(toStream(recording.text), { headers: { "content-type": type } });
      },
    });
  }
}

const recordings = [
  ["cast", "recording", "application/x-asciicast", "The terminal's recording (asciicast v3), secrets replaced."],
  ["txt", "text", "text/plain; charset=utf-8", "What the terminal printed, as plain text, secrets replaced."],
] as const;

/** What is there now, without waiting for more. */
async function readBytes(
  { deps }: ServerContext,
  path: z.infer<typeof TerminalPath>,
  { from: start, max }: { from: number; max: number },
): Promise<{ offset: number; bytes: Uint8Array<ArrayBuffer> }> {
  const end = await deps.terminals.end(path.id, path.terminal);
  const stop = new AbortController();
  const parts: Uint8Array[] = [];
  let offset: number | null = null;
  let length = 0;
  if (end > start) {
    for await (const chunk of deps.terminals.output(path.id, path.terminal, start, { signal: stop.signal })) {
      offset ??= chunk.offset;
      parts.push(chunk.bytes.subarray(0, max - length));
      length += chunk.bytes.length;
      if (length >= max || chunk.offset + chunk.bytes.length >= end) break;
    }
  }
  stop.abort();
  return { offset: offset ?? start, bytes: new Uint8Array(Buffer.concat(parts)) };
}

async function send(
  access: ReturnType<ServerContext["accessOf"]>,
  path: z.infer<typeof TerminalPath>,
  request: Parameters<typeof access.request>[1],
  signal: AbortSignal,
): Promise<AnyReply> {
  return refuseAsError(await access.request(path.id, request, { id: createId("req"), signal }));
}

function toStream(text: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = text[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

function unknownTerminal(id: string): HttpError {
  return notFound(`terminal ${id} in this session`, "List them: GET /api/v1/sessions/{id}/terminals");
}
