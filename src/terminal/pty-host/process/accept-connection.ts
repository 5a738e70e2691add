import { timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import * as z from "zod";
import { describeError, UserError } from "../../../base/index.ts";
import type { Call } from "../../contract/methods.ts";
import { createFrameDecoder, encodeFrame } from "../frames.ts";
import { ClientMessage, followSince, type HostMessage, hostProtocol } from "../messages.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

const helloWithinMs = 5000;
const RequestId = z.looseObject({ kind: z.literal("request"), id: z.int().min(0) });

/** An engine that is connected to the host. */
export interface Connection {
  watched: Set<string>;
  /** Of these, the ones whose output somebody reads there. */
  follows(terminal: string): boolean;
  send(message: HostMessage, bytes?: Uint8Array): void;
  /** Latest end wins: a reader that is slow gets one message, not a backlog, and reads the bytes from the log. */
  tellWritten(terminal: string, end: number, bytes: Uint8Array | null): void;
}

export type Request = Extract<ClientMessage, { kind: "request" }>;

export interface ConnectionHandlers {
  opened(connection: Connection): void;
  closed(connection: Connection): void;
  answer(connection: Connection, message: Request, call: Call): Promise<unknown>;
  /** Somebody begins to read a terminal's output. */
  followed(connection: Connection, terminal: string): void;
  end(): void;
}

/** Greets a client that knows the token, and carries its requests out until it goes. */
export function acceptConnection(socket: Socket, token: string, handlers: ConnectionHandlers): void {
  const outbox = createOutbox(socket);
  const unsent = new Map<string, number>();
  const followed = new Set<string>();
  let version: number | null = null;
  const connection: Connection = {
    watched: new Set(),
    follows: (terminal) => version !== null && (version < followSince || followed.has(terminal)),
    send: (message, bytes) => outbox.send(encodeFrame(message, bytes)),
    tellWritten(terminal, end, bytes) {
      if (socket.writableNeedDrain) unsent.set(terminal, end);
      else this.send({ kind: "written", terminal, end }, bytes ?? undefined);
    },
  };
  const requests = createRequests(connection, { outbox, handlers });
  const tooLate = setTimeout(() => socket.destroy(), helloWithinMs);

  function greet(message: ClientMessage) {
    clearTimeout(tooLate);
    const refusal = message.kind === "hello" ? refusalOf(message, token) : notGreeted();
    if (refusal !== null || message.kind !== "hello") {
      connection.send({ kind: "refused", error: describeError(refusal) });
      return process.nextTick(() => socket.end());
    }
    version = Math.min(message.newest, hostProtocol.newest);
    handlers.opened(connection);
    connection.send({ kind: "welcome", version, pid: process.pid });
  }

  function receive(message: ClientMessage, bytes: Uint8Array) {
    if (version === null) return greet(message);
    switch (message.kind) {
      case "hello":
        return;
      case "request":
        return requests.carryOut(message, bytes);
      case "abort":
        return requests.abort(message.id);
      case "follow":
        return follow(message.terminal, message.isOn);
      case "end":
        return handlers.end();
    }
  }

  function follow(terminal: string, isOn: boolean) {
    if (!isOn) followed.delete(terminal);
    // Whoever has neither opened nor adopted it is told nothing of it.
    else if (connection.watched.has(terminal)) {
      followed.add(terminal);
      handlers.followed(connection, terminal);
    }
  }

  readMessages(socket, (message, bytes) => {
    const parsed = ClientMessage.safeParse(message);
    if (parsed.success) return receive(parsed.data, bytes);
    // One wrong request is its sender's mistake; the terminals behind this connection must not pay for it.
    const request = RequestId.safeParse(message);
    if (version === null || !request.success) throw parsed.error;
    connection.send({ kind: "failed", id: request.data.id, error: describeError(badRequest(parsed.error)) });
  });
  socket.on("drain", () => {
    for (const [terminal, end] of unsent) connection.send({ kind: "written", terminal, end });
    unsent.clear();
  });
  // Commands of a client that is gone go on; their results wait for the next one (see hosted-terminal).
  socket.on("error", () => {});
  socket.on("close", () => {
    clearTimeout(tooLate);
    handlers.closed(connection);
  });
}

/** What a connected engine has asked for and is not answered yet. */
function createRequests(
  connection: Connection,
  { outbox, handlers }: { outbox: Outbox; handlers: Pick<ConnectionHandlers, "answer"> },
) {
  const running = new Map<number, AbortController>();
  return {
    abort: (id: number) => running.get(id)?.abort(),
    carryOut(message: Request, bytes: Uint8Array) {
      const controller = new AbortController();
      running.set(message.id, controller);
      const { id } = message;
      let own: Uint8Array | undefined;
      const attach = (attached: Uint8Array) => {
        own = attached;
      };
      handlers
        .answer(connection, message, { bytes, signal: controller.signal, attach })
        .then(
          (result) => {
            const frame = encodeFrame({ kind: "reply", id, result: result ?? null } satisfies HostMessage, own);
            if (message.request.method === "type") outbox.sendLater(frame);
            else outbox.send(frame);
          },
          (error: unknown) => connection.send({ kind: "failed", id, error: describeError(error) }),
        )
        .finally(() => running.delete(id));
    },
  };
}

/** Until one is not of this protocol. */
function readMessages(socket: Socket, receive: (message: unknown, bytes: Uint8Array) => void): void {
  const decoder = createFrameDecoder();
  socket.on("data", (chunk) => {
    try {
      for (const { message, bytes } of decoder.push(chunk)) receive(message, bytes);
    } catch (error) {
      process.stderr.write(`A connection sent what is not of this protocol: ${String(error)}\n`);
      socket.destroy();
    }
  });
}

function refusalOf(hello: { token: string; oldest: number; newest: number }, token: string): UserError | null {
  const given = Buffer.from(hello.token);
  const wanted = Buffer.from(token);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    return new UserError("terminal.wrong-token", "The pty host does not know this client.", "Open a new terminal.");
  }
  const isCommon = hello.oldest <= hostProtocol.newest && hello.newest >= hostProtocol.oldest;
  if (isCommon) return null;
  return new UserError(
    "terminal.version",
    `The pty host speaks versions ${hostProtocol.oldest} to ${hostProtocol.newest} of its protocol, this Cotty ${hello.oldest} to ${hello.newest}.`,
    "Close its terminals with the Cotty that opened them, then open new ones.",
  );
}

function badRequest(problem: z.ZodError): UserError {
  return new UserError(
    "terminal.bad-request",
    `The terminal cannot do this: ${z.prettifyError(problem)}`,
    "Check the values, and that engine and host are of the same release.",
  );
}

function notGreeted(): UserError {
  return new UserError("terminal.no-hello", "A client has to greet the pty host first.", "Update Cotty.");
}
