import * as z from "zod";
import { Actor, type EventBody, type EventType, eventBodies } from "./events.ts";

const envelopeFields = {
  /** 1, 2, 3 … within a session, without gaps. */
  seq: z.int().positive(),
  /** Milliseconds since 1970, UTC. */
  at: z.int().min(0),
  session: z.string().min(1),
  turn: z.string().min(1).optional(),
  by: Actor,
  /** Chained over the exact stored text of this event and the hash before it; the store computes it. */
  hash: z.string(),
};

export const Envelope = z.looseObject({ type: z.string().min(1), ...envelopeFields });
export type Envelope = {
  seq: number;
  at: number;
  session: string;
  turn?: string | undefined;
  by: Actor;
  hash: string;
};

/** An event as it is stored and sent. */
export type Event<T extends EventType = EventType> = EventBody<T> & Envelope;

/** An event that has not been stored: the store adds `seq` and `hash`. */
export type NewEvent<T extends EventType = EventType> = EventBody<T> & Omit<Envelope, "seq" | "hash" | "session">;

/** An event of a type this reader does not know. It is kept and passed on as it is. */
export type UnknownEvent = Envelope & { type: string; [field: string]: unknown };

// As plain objects: comparing every body with every other takes the type checker seconds.
const plainBodies: [string, z.ZodObject][] = Object.entries(eventBodies);
export const eventSchemas = Object.fromEntries(
  plainBodies.map(([type, body]) => [type, body.extend({ type: z.literal(type), ...envelopeFields })]),
) as unknown as { [T in EventType]: z.ZodType<Event<T>> };

export function isKnownEvent(event: Event | UnknownEvent): event is Event {
  return Object.hasOwn(eventBodies, event.type);
}
