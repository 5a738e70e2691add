import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { UserError } from "../base/index.ts";
import {
  Envelope,
  type Event,
  eventBodies,
  type NewEvent,
  parseNewEvent,
  type UnknownEvent,
} from "../protocol/index.ts";
import { damaged } from "./store-errors.ts";

/** An event as it lies on the disk. `text` is its JSON without the hash, byte for byte what was hashed. */
export interface StoredEvent {
  seq: number;
  text: string;
  hash: string;
}

export const maxEventBytes = 256 * 1024;

const NewEnvelope = Envelope.omit({ seq: true, hash: true, session: true });

/** [ST4] Each hash covers the one before it, so no event can be changed, moved or removed without a trace. */
export function chainHash(previousHash: string, text: string): string {
  return hash("sha256", `${previousHash}\n${text}`);
}

export function toStoredEvent(session: string, seq: number, previousHash: string, event: NewEvent): StoredEvent {
  checkNewEvent(session, seq, event);
  // The envelope is ours: a stray `seq`, `session` or `hash` in an open body must not get into the log.
  const text = JSON.stringify(Object.assign({ seq, session }, event, { seq, session, hash: undefined }));
  // UTF-8 takes at most three bytes for each unit of a string, so most events need no counting.
  if (text.length * 3 > maxEventBytes) checkSize(session, seq, event.type, Buffer.byteLength(text));
  return { seq, text, hash: chainHash(previousHash, text) };
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

function checkNewEvent(session: string, seq: number, event: NewEvent) {
  const where = `Event ${seq} of session ${session} (${String(event.type)})`;
  const refuse = (reason: string, cause?: unknown) =>
    new UserError("store.invalid-event", `${where} was not stored: ${reason}`, "This is a defect: please report it.", {
      cause,
    });
  if (!Object.hasOwn(eventBodies, event.type)) throw refuse("its type is not in the protocol.");
  try {
    NewEnvelope.parse(event);
    parseNewEvent(event);
  } catch (cause) {
    throw refuse(`its shape is not in the protocol.\n${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

function checkSize(session: string, seq: number, type: string, bytes: number) {
  if (bytes <= maxEventBytes) return;
  throw new UserError(
    "store.event-too-large",
    `Event ${seq} of session ${session} (${type}) has ${bytes} bytes; the limit is ${maxEventBytes}.`,
    "Shorten it, or keep the data in a file and refer to that.",
  );
}
