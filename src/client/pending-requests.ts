import { createId } from "../base/index.ts";
import type { ClientMessage, Reply, ReportedError, Request } from "../protocol/index.ts";

type RequestMessage = Extract<ClientMessage, { type: "request" }>;

interface Pending {
  message: RequestMessage;
  madeAt: number;
  /** Set while there is no connection: then it is given up. */
  timer?: ReturnType<typeof setTimeout>;
  resolve(reply: Reply): void;
}

/**
 * A person decides about what they see now. A request that is older than this when there is a connection again is not
 * sent any more: what was clicked on a page that had gone quiet must not take effect later.
 */
const sentAgainWithinMs = 5000;

/**
 * Requests on their way. One whose reply was lost a moment ago is sent again with its id, and the server carries it out
 * once.
 */
export interface PendingRequests {
  send(session: string, request: Request, options: { signal: AbortSignal }): Promise<Reply>;
  receive(message: { id: string; reply: Reply }): void;
  /** There is no connection any more. */
  lost(): void;
  resume(): void;
  giveUp(error: ReportedError): void;
}

export function createPendingRequests(send: (message: ClientMessage) => void): PendingRequests {
  const pending = new Map<string, Pending>();

  function answer(id: string, reply: Reply): void {
    const waiting = pending.get(id);
    pending.delete(id);
    clearTimeout(waiting?.timer);
    waiting?.resolve(reply);
  }

  return {
    send(session, request, { signal }) {
      const id = createId("req");
      const message: RequestMessage = { type: "request", id, session, request };
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const onAbort = () => {
          clearTimeout(pending.get(id)?.timer);
          pending.delete(id);
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        pending.set(id, {
          message,
          madeAt: Date.now(),
          resolve(reply) {
            signal.removeEventListener("abort", onAbort);
            resolve(reply);
          },
        });
        send(message);
      });
    },
    receive: ({ id, reply }) => answer(id, reply),
    lost() {
      for (const [id, waiting] of pending) {
        clearTimeout(waiting.timer);
        const leftMs = Math.max(0, waiting.madeAt + sentAgainWithinMs - Date.now());
        waiting.timer = setTimeout(() => answer(id, { outcome: "refused", error: unanswered }), leftMs);
      }
    },
    resume() {
      for (const { message, timer } of pending.values()) {
        clearTimeout(timer);
        send(message);
      }
    },
    giveUp(error) {
      for (const id of [...pending.keys()]) answer(id, { outcome: "refused", error });
    },
  };
}

/** Asked for while there was no connection. */
export const notSent: ReportedError = {
  code: "client.disconnected",
  message: "Cotty does not answer, so this was not sent.",
  nextStep: "Try again when the page is connected.",
};

const unanswered: ReportedError = {
  code: "client.unanswered",
  message: "The connection was lost before Cotty answered.",
  nextStep: "Look at the session before you try again: it may have been carried out.",
};
