import { describeError } from "../../base/index.ts";
import type { ServerDeps } from "../deps.ts";

type Ask = (options: { signal: AbortSignal; onText: (piece: string) => void }) => ReturnType<ServerDeps["ask"]>;

const encoder = new TextEncoder();

/**
 * An answer as JSON lines, piece by piece. What fails before the first piece is an ordinary refusal with its status;
 * after it, the last line says what broke off. Whoever stops reading stops the model too.
 */
export async function streamAnswer(ask: Ask, signal: AbortSignal): Promise<Response> {
  const gone = new AbortController();
  const lines = new TransformStream<object, Uint8Array>({
    transform: (line, controller) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)),
  });
  const writer = lines.writable.getWriter();
  // The reader has left: nothing more is written, and the model is told.
  writer.closed.catch(() => gone.abort());
  const write = (line: object) => writer.write(line).catch(() => undefined);
  const begun = Promise.withResolvers<void>();
  const answered = ask({
    signal: AbortSignal.any([signal, gone.signal]),
    onText(piece) {
      begun.resolve();
      void write({ text: piece });
    },
  });
  await Promise.race([begun.promise, answered]);
  void answered
    .then(
      () => write({ done: true }),
      (error: unknown) => write({ error: describeError(error) }),
    )
    .then(() => writer.close().catch(() => undefined));
  return new Response(lines.readable, { headers: { "content-type": "application/x-ndjson; charset=utf-8" } });
}
