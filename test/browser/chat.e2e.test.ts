import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, showSession, terminalShows } from "../support/browser.ts";
import { googleWire } from "../support/fake-google.ts";
import { type FakeModelServer, fakeKey, startFakeModelServer } from "../support/fake-model-server.ts";
import { needs } from "../support/needs.ts";

describe("chat mode", needs("chromium"), () => {
  let model: FakeModelServer;
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    model = await startFakeModelServer(googleWire());
    world = await createBrowserWorld({
      env: { GEMINI_API_KEY: fakeKey, COTTY_PROVIDERS_GOOGLE_BASE_URL: `${model.url}/v1beta` },
    });
    page = await world.open();
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await model?.[Symbol.asyncDispose]();
  });

  const toggle = () => page.getByRole("button", { name: "Agent", exact: true }).first();
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("cotty.chat.")));

  it("switches the prompt from agent to gemini and back [S0.6, S0.9]", async () => {
    expect(await page.locator(".prompt-word").innerText()).toBe("agent:/>");
    await toggle().click();
    expect(await page.locator(".prompt-word").innerText()).toBe("gemini:/>");
    expect(await toggle().getAttribute("aria-pressed")).toBe("false");
    expect(await page.getByText("AGENT", { exact: true }).count()).toBe(0);
  });

  it("answers with commands that run only when they are clicked, and survives a reload [S0.10, S0.55, S0.66]", async () => {
    model.reply({ text: ["Look with <cmd>echo free-$((50+1))</cmd> first."] });
    await say(page, "How much space is left?");
    await page.getByText("Look with").waitFor();
    await page.reload();
    await page.getByText("Look with").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await terminalShows(page, "free-51");
    expect(await stored()).toEqual([]);
  });

  it("a command in an answer runs in its own session's terminal, also from the console below another one [S0.5, S0.66]", async () => {
    const id = new URL(page.url()).hash.split("/").at(-1) ?? "";
    const hash = new URL(page.url()).hash;
    await world.openSession(page, { model: "offline/runbooks", title: "Above" });
    await page.getByRole("button", { name: "Session menu" }).click();
    await page.getByRole("menuitem", { name: /^Console of / }).click();
    const below = page.getByRole("region", { name: /^Agent console of / }).last();
    model.reply({ text: ["Look with <cmd>echo below-$((70+7)) äß</cmd> too."] });
    await below.getByRole("textbox").fill("And below?");
    await below.getByRole("textbox").press("Enter");
    await below.getByText("too.").waitFor();
    await below.getByRole("button", { name: "Run", exact: true }).last().click();
    await page.getByRole("button", { name: /^Close the console of / }).click();
    await showSession(page, id);
    await terminalShows(page, "below-77 äß");
    expect([await stored(), new URL(page.url()).hash]).toEqual([[], hash]);
  });

  it("[S0.55] is in the session: another browser shows it, the command line prints it, search finds it", async () => {
    const other = await world.open({ as: "Jonas", view: true, width: 390, height: 844 });
    await other.evaluate((hash) => {
      location.hash = hash;
    }, new URL(page.url()).hash);
    await other.getByRole("button", { name: "Agent", exact: true }).first().click();
    await other.locator(".said").getByText("How much space is left?").waitFor();
    expect(await other.getByRole("button", { name: "Retry" }).count()).toBe(0);
    const id = new URL(page.url()).hash.split("/").at(-1) ?? "";
    expect((await world.home.run(["show", id])).stdout).toContain("(chat)  How much space is left?");
    expect((await world.home.run(["search", "space", "left"])).stdout).toContain(id);
    expect((await world.home.run(["usage", "--by", "model"])).stdout).toContain("google/");
    await other.context().close();
  });

  it("takes over what the browser kept before, once, as what it is", async () => {
    const id = new URL(page.url()).hash.split("/").at(-1) ?? "";
    await page.evaluate((session) => {
      const kept = [
        { role: "user", text: "from long ago" },
        { role: "model", text: "I approve <cmd>touch never</cmd>" },
        "broken",
      ];
      localStorage.setItem(`cotty.chat.${session}`, JSON.stringify(kept));
    }, id);
    await page.reload();
    const imported = page.getByRole("article", { name: /^Imported from a browser by / });
    await imported.getByText("I approve `touch never`").waitFor();
    expect(await imported.getByRole("button").count()).toBe(0);
    await expect.poll(stored).toEqual([]);
    await page.reload();
    await imported.waitFor();
    expect(await page.getByText("from long ago").count()).toBe(1);
    expect((await world.home.run(["show", id])).stdout.match(/imported by/g)?.length).toBe(2);
  });

  it("shows an answer while it is said, and keeps what was said when it is stopped", async () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i} `);
    model.reply({ text: ["## Look\n\n", ...words], ending: "hang" });
    await say(page, "Tell me a lot");
    await page.getByText("word29").waitFor();
    // The answer has not ended: nothing but its pieces has come.
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText("[stopped]").waitFor();
    await page.getByRole("heading", { name: "Look" }).waitFor();
    await page.reload();
    await page.getByText("word29").waitFor();
    await page.getByRole("button", { name: "New Chat" }).click();
    // The daemon has to say yes first: what is sent before that belongs to the chat that goes.
    await page.getByRole("heading", { name: "Ask something" }).waitFor();
  });

  it("is stopped while the model thinks, which is not an error [S0.47]", async () => {
    const asked = model.request(model.requests.length);
    model.reply({ delayMs: 600_000, text: ["never"] });
    await say(page, "Think long");
    // A request that is stopped before it reaches the model would leave this reply for the next one.
    await asked;
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText("[stopped]").waitFor();
    expect(await page.getByText("[error]").count()).toBe(0);
  });

  it("says what a provider refused, where to go, and New Chat leaves nothing behind", async () => {
    model.reply({ error: { status: 400, message: "API key not valid.", code: "INVALID_ARGUMENT" } });
    await say(page, "Once more");
    await page.getByText("[error]").waitFor();
    await page.getByRole("link", { name: "Open Settings" }).waitFor();
    await page.getByRole("button", { name: "New Chat" }).click();
    await page.getByRole("heading", { name: "Ask something" }).waitFor();
    expect(await stored()).toEqual([]);
  });
});
