import { describe, expect, it } from "vitest";
import { createCottyHome, filesWith } from "../support/cotty.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { fakeKey, startFakeModelServer } from "../support/fake-model-server.ts";
import { chatWire } from "../support/fake-openai.ts";

describe("a key that a page sends to the server", () => {
  it("is used at once and never comes back", async () => {
    await using server = await startFakeModelServer(chatWire());
    using home = createCottyHome();
    using daemon = await startTestDaemon(home, { COTTY_PROVIDERS_OPENAI_BASE_URL: `${server.url}/v1` });
    const chosen = async () => (await daemon.call<{ settings: { model: string } }>("/settings")).settings.model;
    expect(await chosen()).toBe("offline/runbooks");

    const put = await daemon.call<object>("/keys/openai", { method: "PUT", body: { key: fakeKey } });
    expect(put).toEqual({
      key: {
        provider: "openai",
        label: "OpenAI",
        origin: expect.stringContaining("stored key in"),
        isStored: true,
        keyPage: "https://platform.openai.com/api-keys",
      },
      check: { outcome: "accepted", models: 1 },
    });
    expect(await chosen()).toMatch(/^openai\//);
    const read = [
      put,
      await daemon.call("/keys/openai"),
      await daemon.call("/configuration"),
      await daemon.call("/models"),
    ];
    expect(JSON.stringify(read)).not.toContain(fakeKey);
    expect(filesWith(home.dir, fakeKey)).toEqual(["config/cotty/keys.json"]);

    await expect(daemon.call("/keys/openai", { method: "PUT", body: { key: "sk-wrong" } })).rejects.toThrow(
      /502.*not kept/,
    );
    await expect(daemon.call("/keys/nobody", { method: "PUT", body: { key: "sk-1" } })).rejects.toThrow(/400/);
    expect(await daemon.call("/keys/openai", { method: "DELETE" })).toMatchObject({ wasStored: true });
    expect(await chosen()).toBe("offline/runbooks");
    await home.run(["daemon", "stop"]);
  });
});
