import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf } from "../../test/support/zod-arbitrary.ts";
import { ClientMessage, oldestSpokenVersion, protocolVersion, Reply, ServerMessage, WaitingItem } from "./index.ts";

describe("the handshake", () => {
  it("carries a version in both directions, and is refused without one", () => {
    const hello = { type: "hello", protocol: protocolVersion, client: "test" };
    const welcome = { type: "welcome", protocol: protocolVersion, version: "0.1.0" };
    expect([ClientMessage.parse(hello), ServerMessage.parse(welcome)]).toEqual([hello, welcome]);
    const { protocol: _, ...silentHello } = hello;
    const { protocol: __, ...silentWelcome } = welcome;
    expect([ClientMessage.safeParse(silentHello).success, ServerMessage.safeParse(silentWelcome).success]).toEqual([
      false,
      false,
    ]);
  });

  it("speaks its own version and at most the one before", () => {
    expect([protocolVersion, protocolVersion - 1]).toContain(oldestSpokenVersion);
  });

  it("lets a client say a version that this server has never heard of, so that it can be told", () => {
    expect(ClientMessage.parse({ type: "hello", protocol: 999, client: "" })).toMatchObject({ protocol: 999 });
  });
});

describe("messages", () => {
  it("takes every client message that its schema describes, and refuses one field more", () => {
    fc.assert(
      fc.property(arbitraryOf(ClientMessage), (message) => {
        const sent = JSON.parse(JSON.stringify(message)) as object;
        expect(ClientMessage.parse(sent)).toMatchObject(sent);
        expect(ClientMessage.safeParse({ ...sent, surprise: 1 }).success).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps fields that a later server adds to its messages and replies", () => {
    fc.assert(
      fc.property(arbitraryOf(ServerMessage), arbitraryOf(Reply), (message, reply) => {
        const sent = { ...(JSON.parse(JSON.stringify(message)) as object), addedLater: 1 };
        const answered = { ...(JSON.parse(JSON.stringify(reply)) as object), addedLater: 1 };
        expect([ServerMessage.parse(sent), Reply.parse(answered)]).toEqual([sent, answered]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a step that waits", () => {
  it("has every field that a person decides by, also from a server of before that says nothing of some", () => {
    const place = { session: "s", title: "Tidy up", target: "local", since: 1, cwd: "/tmp" };
    const step = { stepId: "p1", stepKind: "command", command: "ls", reasoning: "" };
    const judged = { verdict: "ask", findings: [], digest: "d", phrase: "delete here" };
    expect(WaitingItem.parse({ kind: "step", ...place, ...step, ...judged })).toEqual({
      kind: "step",
      ...place,
      ...step,
      ...judged,
      confirmHost: null,
      protectedHost: null,
      effect: null,
      diff: null,
      patterns: [],
    });
  });
});
