import * as z from "zod";
import { ReportedError } from "./events.ts";
import { Request } from "./requests.ts";
import { SessionSummary } from "./session-summary.ts";

const id = z.string().min(1).max(200);
/** A number the client chooses; it names an attached terminal in binary frames (see `terminal-frames.ts`). */
const channel = z.int().min(0).max(0xff_ff_ff_ff);

/** Client → server. The first message is `hello`; `subscribe` replays after a seq and then follows. */
export const ClientMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("hello"), protocol: z.int(), client: z.string().max(200) }),
  z.strictObject({ type: z.literal("subscribe"), session: id, after: z.int().min(0) }),
  z.strictObject({ type: z.literal("unsubscribe"), session: id }),
  /** `id` makes a request idempotent: sent twice, it is carried out once and answered twice. */
  z.strictObject({ type: z.literal("request"), id, session: id, request: Request }),
  z.strictObject({ type: z.literal("ping"), id }),
  /** The list of sessions and what waits in them: sent whole once, then as it changes. */
  z.strictObject({ type: z.literal("subscribe-sessions") }),
  z.strictObject({ type: z.literal("unsubscribe-sessions") }),
  /**
   * A terminal's bytes as binary frames, from an offset on (`null`: a snapshot of what is on it now). No more than
   * `window` bytes are sent before an `ack`; without a window only the socket's own buffer counts.
   */
  z.strictObject({
    type: z.literal("attach"),
    channel,
    session: id,
    terminalId: id,
    from: z.int().min(0).nullable(),
    window: z.int().min(4096).max(67_108_864).optional(),
    /** False: it is only typed into. Nothing of it is shown, and every input frame is answered with `typed` or `failed`. */
    output: z.boolean().optional(),
  }),
  /** Which session this client shows now; whoever shows the same one is told. Null: none. */
  z.strictObject({ type: z.literal("look"), session: id.nullable() }),
  /** Asks the person who has a terminal's keyboard for it: shown to everybody who looks at the session, kept nowhere. */
  z.strictObject({ type: z.literal("ask-keyboard"), terminalId: id }),
  z.strictObject({ type: z.literal("detach"), channel }),
  /** Everything before this offset has been shown. */
  z.strictObject({ type: z.literal("ack"), channel, offset: z.int().min(0) }),
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
  z.looseObject({
    type: z.literal("failed"),
    error: ReportedError,
    session: id.optional(),
    channel: channel.optional(),
    /** What was typed on this channel did not get to the terminal, which stays attached. */
    input: z.boolean().optional(),
  }),
  /** Events in a row, as `event` would carry them one by one: a long replay in fewer messages. */
  z.looseObject({
    type: z.literal("events"),
    session: id,
    events: z.array(z.looseObject({ type: z.string(), seq: z.int() })),
  }),
  z.looseObject({ type: z.literal("sessions"), sessions: z.array(SessionSummary) }),
  z.looseObject({ type: z.literal("session-changed"), session: SessionSummary }),
  z.looseObject({ type: z.literal("session-removed"), session: id }),
  z.looseObject({ type: z.literal("attached"), channel, session: id, terminalId: id }),
  /** What was typed on this channel, which shows nothing, has got to the terminal. */
  z.looseObject({ type: z.literal("typed"), channel }),
  /**
   * Comes before a snapshot frame: the size it was made for, and on which of its lines (from 0) offsets of the log
   * stand where steps began or ended.
   */
  z.looseObject({
    type: z.literal("snapshot"),
    channel,
    cols: z.int().positive(),
    rows: z.int().positive(),
    places: z.array(z.looseObject({ offset: z.int().min(0), line: z.int().min(0) })),
    /** How many lines above the screen a viewer is to keep from here on. */
    scrollback: z.int().min(0).optional(),
  }),
  /** Who looks at the session this client looks at, this one included. `windows`: clients that may operate. */
  z.looseObject({
    type: z.literal("viewers"),
    session: id,
    windows: z.int().min(0),
    people: z.array(z.looseObject({ name: z.string(), scope: z.enum(["view", "operate"]) })),
  }),
  z.looseObject({ type: z.literal("keyboard-asked"), session: id, terminalId: id, name: z.string() }),
  /** Nothing more will come on this channel: the terminal has ended, or another attach took the channel. */
  z.looseObject({ type: z.literal("detached"), channel, reason: z.string() }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;
