import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { never } from "../../test/support/engine.ts";
import { googleWire } from "../../test/support/fake-google.ts";
import { fakeKey, startFakeModelServer } from "../../test/support/fake-model-server.ts";
import { openModelAsker } from "../compose/index.ts";
import { loadConfig } from "../config/index.ts";
import { createMemoryStore } from "../store/index.ts";

describe("a question of another program to a model", () => {
  it("[S4.54] counts what it used, for whoever asked and where it came in", async () => {
    const dir = mkdtempSync(join(tmpdir(), "cotty-ask-"));
    using _ = { [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
    await using server = await startFakeModelServer(googleWire());
    const loaded = await loadConfig({
      flags: {},
      cwd: dir,
      env: { HOME: dir, GEMINI_API_KEY: fakeKey, COTTY_PROVIDERS_GOOGLE_BASE_URL: `${server.url}/v1beta` },
    });
    await using store = createMemoryStore();
    const ask = openModelAsker(loaded.config, { cwd: dir, store });
    server.reply({ text: ["Try <cmd>df -h</cmd>."] });
    const answer = await ask(
      {
        model: "gemini-3-flash-preview",
        purpose: "chat",
        by: "person:mira",
        from: "/api/gemini/chat",
        system: "",
        messages: [{ role: "user", text: "disk?" }],
        tools: [],
      },
      { signal: never },
    );
    expect(answer.text).toBe("Try <cmd>df -h</cmd>.");
    expect(await store.looseUsage()).toEqual([
      {
        at: expect.any(Number),
        by: "person:mira",
        from: "/api/gemini/chat",
        model: "google/gemini-3-flash-preview",
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        cost: expect.any(Number),
      },
    ]);
  });
});
