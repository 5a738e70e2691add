import type { Engine } from "../engine/index.ts";
import type { Reply, Request } from "../protocol/index.ts";

/** What requests and keys of clients are for. */
export type Operated = Pick<Engine, "request" | "type">;

/** A request as it came in. Keys are bytes from here on: however they came, there is one way to type. */
export function carryOut(
  operated: Operated,
  session: string,
  wanted: Request,
  { sender, signal }: { sender: Parameters<Engine["type"]>[3]; signal: AbortSignal },
): Promise<Reply> {
  if (wanted.type !== "keys") return operated.request(session, wanted, sender, { signal });
  return operated.type(session, wanted.terminalId, Buffer.from(wanted.bytes, "base64"), sender);
}
