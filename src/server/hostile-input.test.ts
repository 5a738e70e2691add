import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestServer, streamOf } from "../../test/support/server.ts";
import { ReportedError } from "../protocol/index.ts";

/** Texts that paths, databases, shells and parsers have taken for something else. */
const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("..", "../../etc/passwd", "%2e%2e", "\0", "-oProxyCommand=x", "__proto__", "constructor", "a/b"),
  fc.constantFrom("' OR 1=1 --", '"', "*", "NEAR(", "AND", "1e999", "-1", "NaN", "🦊", "x".repeat(5000)),
);

const bodies = fc.oneof(
  fc.json({ maxDepth: 4 }),
  nasty,
  fc.constantFrom("", "{", "null", "[]", '{"request":{"type":"keys","terminalId":"x","bytes":"!"}}'),
  fc.record({ cols: fc.integer(), rows: fc.integer(), cwd: nasty }).map((value) => JSON.stringify(value)),
  fc.record({ title: nasty, cwd: nasty, target: nasty, project: nasty }).map((value) => JSON.stringify(value)),
  fc
    .record({ request: fc.record({ type: fc.constantFrom("prompt", "approve", "edit", "secret"), text: nasty }) })
    .map((value) => JSON.stringify(value)),
);

describe("whatever is asked", () => {
  it("every route answers with what was asked for or with one refusal that says what to do, and never fails inside", async () => {
    await using test = await openTestServer({ promptsPerMinute: 100_000 });
    const id = await test.openSession();
    const routes = test.server.routes.filter(({ kind, path }) => kind === "http" && path !== "/login");
    const asked = fc.record({
      route: fc.constantFrom(...routes),
      session: fc.oneof(fc.constant(id), nasty),
      other: nasty,
      query: fc.dictionary(fc.constantFrom("after", "limit", "q", "from", "max", "closed", "session"), nasty),
      body: bodies,
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ route, session, other, query, body }) => {
        // Encoded in UTF-8 as a client would: half a surrogate cannot be sent.
        const part = (text: string) => encodeURIComponent(text.toWellFormed()) || "%20";
        const path = route.path.replace("{id}", part(session)).replaceAll(/\{\w+\}/g, part(other));
        const wanted = Object.entries(query).map(([name, value]) => `${name}=${part(value)}`);
        const method = route.method.toUpperCase();
        const response = await test.call(`${path}?${wanted.join("&")}`, {
          method,
          ...(["POST", "PUT"].includes(method) && { body: body.toWellFormed() }),
        });
        const text = await response.text();
        expect([route.path, response.status < 500, test.reported]).toEqual([route.path, true, []]);
        if (!response.ok) ReportedError.parse(JSON.parse(text).error);
      }),
      { numRuns: 400, seed: 6 },
    );
  });

  it("the stream answers each message, or closes, and goes on for others", async () => {
    await using test = await openTestServer();
    const id = await test.openSession();
    const message = fc.oneof(
      fc.json({ maxDepth: 3 }),
      nasty,
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .record({
          type: fc.constantFrom("hello", "subscribe", "unsubscribe", "attach", "detach", "ack", "request", "ping"),
          session: fc.oneof(fc.constant(id), nasty),
          id: nasty,
          after: fc.integer({ min: -5, max: 2 ** 40 }),
          channel: fc.integer({ min: -1, max: 2 ** 33 }),
          terminalId: nasty,
          offset: fc.double(),
        })
        .chain((fields) => fc.subarray(Object.entries(fields), { minLength: 1 }))
        .map((fields) => JSON.stringify(Object.fromEntries(fields))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 30 }), async (messages) => {
        const socket = test.dial("/api/v1/stream");
        const stream = streamOf(socket);
        await stream.greet();
        for (const one of messages) socket.send(one);
        stream.send({ type: "ping", id: "the end" });
        await stream.until(() => stream.messages.find((told) => told.type === "pong" && told["id"] === "the end"));
        socket.close();
      }),
      { numRuns: 100, seed: 6 },
    );
    expect(test.reported).toEqual([]);
  });
});
