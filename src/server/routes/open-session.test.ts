import { describe, expect, it } from "vitest";
import { openTestServer } from "../../../test/support/server.ts";

const json = async (response: Response) => [response.status, await response.json()];

describe("POST /api/v1/sessions with a prompt", () => {
  it("opens the session and begins its first turn in one piece", async () => {
    await using test = await openTestServer({ script: [{ text: "Hello." }] });
    const body = { title: "Greet", prompt: { text: "say hello", kind: "chat" } };
    const [status, { id, title }] = await json(await test.call("/api/v1/sessions", { method: "POST", body }));
    expect([status, title]).toEqual([201, "Greet"]);
    const [, { events }] = await json(await test.call(`/api/v1/sessions/${id}/events?limit=3`));
    expect(events).toMatchObject([
      { type: "session.opened", title: "Greet" },
      { type: "prompt.received", text: "say hello", kind: "chat" },
      { type: "turn.started", agent: "chat" },
    ]);
  });

  it("opens nothing where the prompt is empty or is not one", async () => {
    await using test = await openTestServer();
    for (const prompt of [{ text: " " }, { text: "x", type: "prompt" }, "x"]) {
      const response = await test.call("/api/v1/sessions", { method: "POST", body: { prompt } });
      expect([response.ok, response.status >= 400 && response.status < 500]).toEqual([false, true]);
    }
    expect((await json(await test.call("/api/v1/sessions")))[1]).toEqual({ sessions: [] });
  });
});
