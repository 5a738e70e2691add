import { createId } from "../base/index.ts";
import type { ClientMessage, Reply, ReportedError, Request } from "../protocol/index.ts";

type RequestMessage = Extract<ClientMessage, { type: "request" }>;

interface Pending {
  message: RequestMessage;
  resolve(reply: Reply): void;
}

/** Requests on their way. One whose reply was lost is sent again with its id, and the server carries it out once. */
export interface PendingRequests {
  send(session: string, request: Request, options: { signal: AbortSignal }): Promise<Reply>;
  receive(message: { id: string; reply: Reply }): void;
  resume(): void;
  giveUp(error: ReportedError): void;
}

export function createPendingRequests(send: (message: ClientMessage) => void): PendingRequests {
  const pending = new Map<string, Pending>();
  return {
    send(session, request, { signal }) {
      const id = createId("req");
      const message: RequestMessage = { type: "request", id, session, request };
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const onAbort = () => {
          pending.delete(id);
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        pending.set(id, {
          message,
          resolve(reply) {
            signal.removeEventListener("abort", onAbort);
            resolve(reply);
          },
        });
        send(message);
      });
    },
    receive({ id, reply }) {
      const waiting = pending.get(id);
      pending.delete(id);
      waiting?.resolve(reply);
    },
    resume() {
      for (const { message } of pending.values()) send(message);
    },
    giveUp(error) {
      for (const { resolve } of pending.values()) resolve({ outcome: "refused", error });
      pending.clear();
    },
  };
}
