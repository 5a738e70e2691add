import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { UserError } from "../base/index.ts";
import { type Event, eventSchemas, type NewEvent, type UnknownEvent } from "../protocol/index.ts";
import { damaged } from "./store-errors.ts";

/** An event as it lies on the disk. `text` is its JSON without the hash, byte for byte what was hashed. */
export interface StoredEvent {
  seq: number;
  text: string;
  hash: string;
}

export const maxEventBytes = 256 * 1024;

/** [ST4] Each hash covers the one before it, so no event can be changed, moved or removed without a trace. */
export function chainHash(previousHash: string, text: string): string {
  return hash("sha256", `${previousHash}\n${text}`);
}

/** An event as it will be stored, and as every reader will get it. What is checked is what is stored. */
export function recordEvent(
  session: string,
  seq: number,
  previousHash: string,
  event: NewEvent,
): { stored: StoredEvent; event: Event } {
  if (!Object.hasOwn(eventSchemas, event.type)) throw invalid(session, seq, event, "its type is not in the protocol");
  // The envelope is ours: a stray `seq`, `session` or `hash` in an open body must not get into the log.
  const whole = Object.assign({ seq, session }, event, { seq, session, hash: undefined as string | undefined });
  const text = JSON.stringify(whole);
  // UTF-8 takes at most three bytes for each unit of a string, so most events need no counting.
  if (text.length * 3 > maxEventBytes) checkSize(session, seq, event.type, Buffer.byteLength(text));
  const hash = chainHash(previousHash, text);
  whole.hash = hash;
  const recorded = (isItsOwnJson(whole) ? whole : toEvent(session, { seq, text, hash })) as Event;
  const problem = eventSchemas[event.type].safeParse(recorded).error;
  if (problem !== undefined) throw invalid(session, seq, event, `its shape is not in the protocol\n${problem.message}`);
  return { stored: { seq, text, hash }, event: recorded };
}

/**
 * Whether reading the JSON of this object would give an equal one: nothing nested, nothing that JSON drops or turns
 * into something else. True of the streamed events that make up most of a log; it spares parsing them right away.
 */
function isItsOwnJson(value: Record<string, unknown>): boolean {
  for (const name in value) {
    const field = value[name];
    const isPlain = typeof field === "string" || typeof field === "boolean" || Number.isSafeInteger(field);
    if (!isPlain || Object.is(field, -0)) return false;
  }
  return true;
}

/** Only the envelope is checked: a body of a newer program has to survive a reader that does not know it. */
export function toEvent(session: string, stored: StoredEvent): Event | UnknownEvent {
  let event: UnknownEvent;
  try {
    event = JSON.parse(stored.text);
  } catch (cause) {
    throw damaged(session, stored.seq, "it is not JSON", { cause });
  }
  if (event?.seq !== stored.seq || event.session !== session || typeof event.type !== "string") {
    throw damaged(session, stored.seq, "its text belongs to another place in a log");
  }
  event.hash = stored.hash;
  return event;
}

function invalid(session: string, seq: number, event: NewEvent, reason: string): UserError {
  return new UserError(
    "store.invalid-event",
    `Event ${seq} of session ${session} (${String(event.type)}) was not stored: ${reason}`,
    "This is a defect: please report it.",
  );
}

function checkSize(session: string, seq: number, type: string, bytes: number) {
  if (bytes <= maxEventBytes) return;
  throw new UserError(
    "store.event-too-large",
    `Event ${seq} of session ${session} (${type}) has ${bytes} bytes; the limit is ${maxEventBytes}.`,
    "Shorten it, or keep the data in a file and refer to that.",
  );
}
