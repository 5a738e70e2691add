import { describe, expect, it } from "vitest";
import { createCottyHome, filesWith } from "../support/cotty.ts";
import { startInTerminal } from "../support/cotty-terminal.ts";
import { fakeKey, startFakeModelServer } from "../support/fake-model-server.ts";
import { chatWire } from "../support/fake-openai.ts";

const addressOf = ({ url }: { url: string }) => ({ COTTY_PROVIDERS_OPENAI_BASE_URL: `${url}/v1` });

describe("cotty keys", () => {
  it("keeps a key that was piped in, uses it, says where it comes from, and forgets it", async () => {
    await using server = await startFakeModelServer(chatWire());
    using home = createCottyHome();
    const env = addressOf(server);
    const added = await home.run(["keys", "add", "openai"], { input: `${fakeKey}\n`, env });
    expect(added).toEqual({ code: 0, stdout: "OpenAI accepted the key, and Cotty keeps it.\n", stderr: "" });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /v1/models"]);

    server.reply({ text: ["Hello from the kept key."] });
    const ran = await home.run(["run", "--model", "openai/gpt-5.1", `say ${fakeKey}`], { env });
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("Hello from the kept key.")]);
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${fakeKey}`);

    const listed = await home.run(["keys"], { env });
    expect(listed.stdout).toMatch(/^openai +stored key in .*keys\.json$/m);
    const shadowed = await home.run(["keys"], { env: { ...env, OPENAI_API_KEY: "sk-other" } });
    expect(shadowed.stdout).toMatch(/^openai +environment OPENAI_API_KEY; a stored key is not used$/m);
    // The session that was told it, every log and every setting: the key stands in its own file and nowhere else.
    expect(filesWith(home.dir, fakeKey)).toEqual(["config/cotty/keys.json"]);
    expect([listed.stdout, shadowed.stdout, ran.stdout, ran.stderr].join()).not.toContain(fakeKey);

    expect((await home.run(["keys", "remove", "openai"], { env })).stdout).toBe("Removed the key for OpenAI.\n");
    expect(filesWith(home.dir, fakeKey)).toEqual([]);
    expect((await home.run(["keys", "remove", "openai"], { env })).code).toBe(1);
  });

  it("does not keep a key that the provider refuses", async () => {
    await using server = await startFakeModelServer(chatWire());
    using home = createCottyHome();
    const ran = await home.run(["keys", "add", "openai"], { input: "sk-wrong\n", env: addressOf(server) });
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toContain("The key was not kept.");
    expect(filesWith(home.dir, "sk-wrong")).toEqual([]);
  });

  it("keeps a key where the provider cannot be asked, and says that it was not checked", async () => {
    using home = createCottyHome();
    const env = { COTTY_PROVIDERS_OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    const ran = await home.run(["keys", "add", "openai"], { input: "sk-1", env });
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("It was not checked:")]);
    expect(filesWith(home.dir, "sk-1")).toEqual(["config/cotty/keys.json"]);
  });

  it("does not show a key while it is typed, and Ctrl+C keeps nothing", async () => {
    await using server = await startFakeModelServer(chatWire());
    using home = createCottyHome();
    const terminal = startInTerminal(home, ["keys", "add", "openai"], { env: addressOf(server) });
    await terminal.shows("Key for OpenAI (not shown):");
    terminal.type(`${fakeKey}\r`);
    await terminal.shows("OpenAI accepted the key");
    expect(await terminal.ended).toBe(0);
    expect(terminal.bytes()).not.toContain(fakeKey);

    const stopped = startInTerminal(home, ["keys", "add", "anthropic"]);
    await stopped.shows("Key for Anthropic (not shown):");
    stopped.type("sk-half\u0003");
    expect(await stopped.ended).toBe(4);
    expect(filesWith(home.dir, "sk-half")).toEqual([]);
  });
});
