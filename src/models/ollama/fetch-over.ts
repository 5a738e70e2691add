import { request } from "node:http";
import type { Socket } from "node:net";
import { type Duplex, Readable } from "node:stream";
import { neverAborted } from "../../base/index.ts";

/** Opens a stream of bytes to an address as it is seen from somewhere else, such as a host's own loopback over SSH. */
export type Connect = (address: { host: string; port: number }, options: { signal: AbortSignal }) => Promise<Duplex>;

/**
 * fetch for plain http over a stream that someone else provides, so that no port has to be opened anywhere. Each
 * request has a stream of its own, which is closed with it.
 */
export function fetchOver(connect: Connect): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = init.signal ?? neverAborted;
    signal.throwIfAborted();
    const stream = await connect({ host: url.hostname, port: Number(url.port || 80) }, { signal });
    return await send(stream, url, init, signal);
  };
}

function send(stream: Duplex, url: URL, init: RequestInit, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const body = typeof init.body === "string" ? init.body : "";
    const sent = request(
      {
        // A duplex is all that HTTP needs of a socket.
        createConnection: () => stream as Socket,
        method: init.method ?? "GET",
        host: url.hostname,
        port: url.port || 80,
        path: `${url.pathname}${url.search}`,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          "content-length": Buffer.byteLength(body),
          connection: "close",
        },
        signal,
      },
      (received) => {
        // Half an answer ends as an error of this stream; the reader of the response sees it.
        received.on("error", () => stream.destroy());
        received.on("close", () => stream.destroy());
        const headers = Object.entries(received.headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
        );
        const status = received.statusCode ?? 502;
        const hasBody = ![204, 205, 304].includes(status);
        resolve(new Response(hasBody ? (Readable.toWeb(received) as ReadableStream) : null, { status, headers }));
      },
    );
    sent.on("error", (error) => {
      stream.destroy();
      // A forwarded connection that the far end refuses just closes, without a word.
      const message = `nothing answers at ${url.host} (${error.message})`;
      reject(signal.aborted ? signal.reason : Object.assign(new Error(message), { code: "ECONNREFUSED" }));
    });
    sent.end(body);
  });
}
