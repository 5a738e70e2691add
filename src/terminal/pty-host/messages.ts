import * as z from "zod";
import { TerminalRequest } from "../contract/methods.ts";
import { Owner } from "../contract/values.ts";
import { terminalIdPattern } from "../raw-log/terminal-card.ts";

/**
 * What an engine process and a pty host say to each other. It is private to this room, but the two may come from
 * different releases: a host lives on while Cotty is updated. So each message is checked on arrival, and a release
 * speaks its own version and the one before.
 */
export const hostProtocol = { oldest: 1, newest: 2 } as const;
/** Before this version a host tells of every growth of every log, and knows no `follow`. */
export const followSince = 2;

const TerminalId = z.string().regex(terminalIdPattern);

export const ClientMessage = z.discriminatedUnion("kind", [
  /** Always first. The client names the range of versions it speaks. */
  z.object({ kind: z.literal("hello"), token: z.string(), oldest: z.int(), newest: z.int() }),
  z.strictObject({
    kind: z.literal("request"),
    id: z.int().min(0),
    terminal: TerminalId,
    owner: Owner,
    request: TerminalRequest,
  }),
  z.strictObject({ kind: z.literal("abort"), id: z.int().min(0) }),
  /** Somebody reads this terminal's output, or nobody does any more: without readers nobody is woken for it. */
  z.strictObject({ kind: z.literal("follow"), terminal: TerminalId, isOn: z.boolean() }),
  /** Ends the host with every terminal in it. */
  z.strictObject({ kind: z.literal("end") }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

const Failure = z.looseObject({ code: z.string(), message: z.string(), nextStep: z.string() });

export const HostMessage = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("welcome"), version: z.int(), pid: z.int() }),
  z.looseObject({ kind: z.literal("refused"), error: Failure }),
  z.looseObject({ kind: z.literal("reply"), id: z.int(), result: z.unknown() }),
  z.looseObject({ kind: z.literal("failed"), id: z.int(), error: Failure }),
  /** Readers find bytes up to `end` in the raw log. A few are beside the message: the last ones before `end`. */
  z.looseObject({ kind: z.literal("written"), terminal: z.string(), end: z.int() }),
  z.looseObject({ kind: z.literal("closed"), terminal: z.string(), end: z.int() }),
]);
export type HostMessage = z.infer<typeof HostMessage>;
