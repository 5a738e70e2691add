import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { never } from "../../test/support/engine.ts";
import type { ClientMessage } from "../protocol/index.ts";
import { createPendingRequests } from "./pending-requests.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin() {
  const sent: ClientMessage[] = [];
  const requests = createPendingRequests((message) => sent.push(message));
  return { sent, requests, reply: requests.send("s", { type: "stop" }, { signal: never }) };
}

it("a request without a reply is sent again when the connection is back in a moment", () => {
  const { sent, requests } = begin();
  requests.lost();
  vi.advanceTimersByTime(4000);
  requests.resume();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([sent[0], sent[0]]);
});

it("a request that was made a while before the connection is back is refused, and never sent again", async () => {
  const { sent, requests, reply } = begin();
  vi.advanceTimersByTime(3000);
  requests.lost();
  vi.advanceTimersByTime(2000);
  requests.resume();
  expect(await reply).toMatchObject({ outcome: "refused", error: { code: "client.unanswered" } });
  expect(sent.length).toBe(1);
});
