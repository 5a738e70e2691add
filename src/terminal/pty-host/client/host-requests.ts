import { UserError } from "../../../base/index.ts";
import {
  type Method,
  type RequestOf,
  type Result,
  type TerminalRequest,
  terminalMethods,
} from "../../contract/methods.ts";
import type { Owner } from "../../contract/values.ts";
import type { ClientMessage } from "../messages.ts";

/** A host answers an abort at once. One that does not is stuck, and stopping must not wait for it. */
const abortGraceMs = 1000;

export const hostGoneCode = "terminal.host-gone";

interface Answer {
  result: unknown;
  bytes: Uint8Array;
}

export interface HostAnswer<M extends Method> {
  result: Result<M>;
  /** Bytes that belong to it. */
  bytes: Uint8Array;
}

/** Requests to a host, each with its answer. */
export interface HostRequests {
  readonly isOpen: boolean;
  ask<M extends Method>(
    to: { terminal: string; owner: Owner },
    request: RequestOf<M>,
    options?: { bytes?: Uint8Array; signal?: AbortSignal },
  ): Promise<HostAnswer<M>>;
  answered(id: number, answer: Answer): void;
  failed(id: number, error: unknown): void;
  /** The host is gone: nothing that was asked is answered any more. */
  end(cause: unknown): void;
}

export function createHostRequests(send: (message: ClientMessage, bytes?: Uint8Array) => void): HostRequests {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let nextId = 0;
  let state: { name: "open" } | { name: "ended"; cause: unknown } = { name: "open" };
  const isOpen = () => state.name === "open";

  function settle(id: number) {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }

  return {
    get isOpen() {
      return isOpen();
    },
    answered: (id, answer) => settle(id)?.resolve(answer),
    failed: (id, error) => settle(id)?.reject(error),
    async ask(to, request, { bytes, signal } = {}) {
      if (state.name === "ended") throw hostGone(state.cause);
      signal?.throwIfAborted();
      const id = nextId++;
      const answer = Promise.withResolvers<Answer>();
      waiting.set(id, answer);
      send({ kind: "request", id, ...to, request: request as TerminalRequest }, bytes);
      let grace: NodeJS.Timeout | undefined;
      const onAbort = () => {
        if (isOpen()) send({ kind: "abort", id });
        grace = setTimeout(() => settle(id)?.reject(signal?.reason), abortGraceMs);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        const { result, bytes: own } = await answer.promise;
        const schema = terminalMethods[request.method].result;
        return { result: schema.parse(result) as Result<typeof request.method>, bytes: own };
      } catch (error) {
        // What fails because we stopped it is no failure of the terminal.
        if (signal?.aborted && isOpen()) throw signal.reason;
        throw error;
      } finally {
        signal?.removeEventListener("abort", onAbort);
        clearTimeout(grace);
      }
    },
    end(cause) {
      state = { name: "ended", cause };
      const error = hostGone(cause);
      for (const each of waiting.values()) each.reject(error);
      waiting.clear();
    },
  };
}

export function hostGone(cause: unknown): UserError {
  return new UserError(
    hostGoneCode,
    "The process that holds this terminal has ended, and the terminal with it.",
    "Open a new terminal; what the old one printed is kept in its log.",
    { cause },
  );
}
