import type { WebSocket } from "ws";
import { describeError } from "../../base/index.ts";
import type { Access } from "../access.ts";
import type { ServerDeps } from "../deps.ts";
import { foldSession } from "../session-summaries.ts";

export interface ProjectTerminalOptions {
  deps: ServerDeps;
  access: Access;
  session(): Promise<string>;
  size: { cols: number; rows: number };
}

const highWaterBytes = 1_000_000;

/** Raw bytes both ways and nothing else: what the shell prints, and what is typed. */
export async function serveProjectTerminal(socket: WebSocket, options: ProjectTerminalOptions): Promise<void> {
  const { deps, access, size } = options;
  const closed = new AbortController();
  const { signal } = closed;
  socket.on("close", () => closed.abort());
  const early: Uint8Array[] = [];
  let type = (bytes: Uint8Array): unknown => early.push(bytes);
  socket.on("message", (data: Buffer) => void type(data));
  try {
    const session = await options.session();
    const terminalId = await terminalOf(deps, session, { ...size, signal });
    let typing = Promise.resolve();
    type = (bytes) => {
      // One after the other: what is typed must arrive in the order it was typed.
      typing = typing.then(async () => {
        const request = { type: "keys" as const, terminalId, bytes: Buffer.from(bytes).toString("base64") };
        const reply = await access.request(session, request, { signal });
        if (reply.outcome === "refused") socket.close(1008, reply.error.message.slice(0, 100));
      });
      typing.catch((error: unknown) => socket.close(1011, describeError(error).message.slice(0, 100)));
    };
    for (const bytes of early) type(bytes);
    const now = await deps.terminals.snapshot(session, terminalId, { signal });
    if (now.bytes.length > 0) socket.send(now.bytes);
    for await (const chunk of deps.terminals.output(session, terminalId, now.offset, { signal })) {
      const sent = new Promise<void>((resolve) => socket.send(chunk.bytes, () => resolve()));
      // A viewer that does not read makes its own reader wait, and nobody else.
      if (socket.bufferedAmount > highWaterBytes) await sent;
    }
    socket.close(1000, "The shell has ended.");
  } catch (error) {
    if (!signal.aborted) socket.close(1011, describeError(error).message.slice(0, 100));
  }
}

/** The terminal that is open in this session, or a new one. */
async function terminalOf(
  deps: ServerDeps,
  session: string,
  options: { cols: number; rows: number; signal: AbortSignal },
): Promise<string> {
  const { terminals } = await foldSession(session, deps.sessions.read(session, { after: 0 }));
  const open = terminals.find((terminal) => terminal.open);
  return open?.id ?? (await deps.terminals.open(session, options)).terminalId;
}
