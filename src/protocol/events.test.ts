import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf } from "../../test/support/zod-arbitrary.ts";
import { eventBodies } from "./events.ts";
import { Envelope, type Event, eventSchemas, eventTypes, isKnownEvent, type UnknownEvent } from "./index.ts";

const envelope = { seq: 1, at: 0, session: "s_1", by: "engine" as const, hash: "h" };

/** How a reader takes an event: an unknown type only needs a sound envelope, a known one its body too. */
function parseEvent(value: unknown): Event | UnknownEvent {
  const event = Envelope.parse(value) as Event | UnknownEvent;
  return isKnownEvent(event) ? eventSchemas[event.type].parse(value) : event;
}

/** An event as a later version might write it: with more fields, in every object that it holds. */
function fromTheFuture(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromTheFuture);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, fromTheFuture(field)]);
  return { ...Object.fromEntries(fields), addedLater: { deep: [1, null] } };
}

describe("events", () => {
  it.each(eventTypes)("keeps every field of %s, known or not, on the way through an older reader", (type) => {
    fc.assert(
      fc.property(arbitraryOf(eventSchemas[type]), (event) => {
        const written = JSON.stringify(fromTheFuture(event));
        const read = parseEvent(JSON.parse(written));
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(written));
        expect(isKnownEvent(read)).toBe(true);
      }),
    );
  });

  it("keeps an event of a type it does not know exactly as it is", () => {
    const types = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("constructor", "toString", "__proto__"));
    fc.assert(
      fc.property(
        types.filter((type) => !Object.hasOwn(eventBodies, type)),
        fc.dictionary(fc.stringMatching(/^x\w{0,5}$/), fc.jsonValue(), { noNullPrototype: true }),
        (type, body) => {
          const written = JSON.stringify({ ...body, ...envelope, type });
          const read = parseEvent(JSON.parse(written));
          expect(read).toEqual(JSON.parse(written));
          expect(isKnownEvent(read)).toBe(false);
        },
      ),
    );
  });

  it.each(eventTypes)("refuses a %s that lacks a field it needs", (type) => {
    const needed = Object.entries(eventBodies[type].shape).filter(([, field]) => field._zod.optin !== "optional");
    fc.assert(
      fc.property(
        arbitraryOf(eventSchemas[type]),
        fc.constantFrom(...needed.map(([name]) => name), "seq", "at", "session", "by", "hash", "type"),
        (event, field) => {
          const { [field]: _, ...rest } = event as Record<string, unknown>;
          expect(() => parseEvent(rest)).toThrow(`"${field}"`);
        },
      ),
    );
  });

  it.each([
    ["seq", 0],
    ["seq", 1.5],
    ["at", -1],
    ["session", ""],
    ["by", "somebody"],
    ["by", "person:"],
    ["turn", ""],
  ])("refuses an envelope whose %s is %j", (field, value) => {
    expect(() => parseEvent({ type: "weather.changed", ...envelope, [field]: value })).toThrow(`"${field}"`);
  });
});
