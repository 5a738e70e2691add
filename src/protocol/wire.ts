import * as z from "zod";
import { ReportedError } from "./events.ts";
import { Request } from "./requests.ts";

const id = z.string().min(1).max(200);

/** Client → server. The first message is `hello`; `subscribe` replays after a seq and then follows. */
export const ClientMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("hello"), protocol: z.int(), client: z.string().max(200) }),
  z.strictObject({ type: z.literal("subscribe"), session: id, after: z.int().min(0) }),
  z.strictObject({ type: z.literal("unsubscribe"), session: id }),
  /** `id` makes a request idempotent: sent twice, it is carried out once and answered twice. */
  z.strictObject({ type: z.literal("request"), id, session: id, request: Request }),
  z.strictObject({ type: z.literal("ping"), id }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

/** What a request came to. A refusal is an expected answer, not a failure of the connection. */
export const Reply = z.discriminatedUnion("outcome", [
  z.looseObject({ outcome: z.literal("accepted"), seq: z.int().min(0) }),
  z.looseObject({ outcome: z.literal("refused"), error: ReportedError }),
]);
export type Reply = { outcome: "accepted"; seq: number } | { outcome: "refused"; error: ReportedError };

/** Server → client. `caught-up` follows the last replayed event; what comes after it is live. */
export const ServerMessage = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("welcome"), protocol: z.int(), version: z.string() }),
  z.looseObject({ type: z.literal("event"), session: id, event: z.looseObject({ type: z.string(), seq: z.int() }) }),
  z.looseObject({ type: z.literal("caught-up"), session: id, seq: z.int().min(0) }),
  z.looseObject({ type: z.literal("reply"), id, reply: Reply }),
  z.looseObject({ type: z.literal("pong"), id }),
  z.looseObject({ type: z.literal("failed"), error: ReportedError, session: id.optional() }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;
