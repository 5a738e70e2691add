import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, showSession, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("settings, replay, and more than one console", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld({
      config: '[agent]\nmax_steps = 33\n[providers.google]\napi_key = "key-that-nobody-sees"\n',
      env: { COTTY_MODE: "review" },
    });
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const show = (hash: string) =>
    page.evaluate((wanted) => {
      location.hash = wanted;
    }, hash);

  it("settings say where each value comes from and what fixes it, and show no key", async () => {
    await show("#/settings");
    const row = (key: string) => page.locator(".setting", { has: page.getByText(key, { exact: true }) });
    await row("agent.max_steps")
      .getByText(/config\.toml:2/)
      .waitFor();
    expect(await row("agent.max_steps").locator("dd").innerText()).toBe("33");
    await row("mode").getByText("Fixed by COTTY_MODE").waitFor();
    await row("mode").getByRole("img", { name: "fixed" }).waitFor();
    await row("providers.google.api_key").getByText("••••••••").waitFor();
    await page.getByText("Add a key", { exact: true }).click();
    await page.getByText(/keys add google/).waitFor();
    await page.getByRole("button", { name: "Light", exact: true }).first().click();
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
    expect(await page.content()).not.toContain("key-that-nobody-sees");
  });

  it("a replay has its steps on the same time line, a card leads to its moment, and the log is intact", async () => {
    const model = world.home.script([command("echo one; sleep 1"), command("echo two"), complete()]);
    const id = await world.openSession(page, { model, mode: "bypassPermissions", title: "Recorded" });
    await say(page, "go");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await show(`#/replay/${id}`);
    await page.getByText("Log intact").waitFor();
    const time = page.getByRole("slider", { name: "Time" });
    const steps = page.getByRole("region", { name: "Steps" });
    await steps.getByRole("button", { name: /echo one/ }).click();
    const first = Number(await time.inputValue());
    await steps.getByRole("button", { name: /echo two/ }).click();
    await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(first);
  });

  it("a replay stays where it is when its session goes on", async () => {
    const model = world.home.script([command("echo one; sleep 2"), command("echo two"), complete()]);
    const id = await world.openSession(page, { model, mode: "bypassPermissions", title: "Goes on" });
    await say(page, "go");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await show(`#/replay/${id}`);
    await page.getByText("Log intact").waitFor();
    const time = page.getByRole("slider", { name: "Time" });
    const steps = page.getByRole("region", { name: "Steps" });
    await steps.getByRole("button", { name: /echo two/ }).click();
    await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(1000);
    const player = await page.locator(".ap-player").elementHandle();
    await page.evaluate(async (session) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ request: { type: "prompt", text: "And again?" } });
      await fetch(`/api/v1/sessions/${session}/requests`, { method: "POST", headers, body });
    }, id);
    await steps
      .getByRole("button", { name: /echo two/ })
      .nth(1)
      .waitFor();
    expect(await player?.evaluate((element) => element.isConnected)).toBe(true);
  });

  it("the console of another session stands below, asks there, and follows the same switch [S0.5]", async () => {
    const other = await world.openSession(page, {
      model: world.home.script([command("touch from-below"), complete("Made from below.")]),
      mode: "default",
      title: "Below",
    });
    await say(page, "go");
    await page.getByRole("region", { name: "Approval" }).waitFor();
    await world.openSession(page, { model: "offline/runbooks", title: "Above" });
    await page.getByRole("button", { name: "Session menu" }).click();
    await page.getByRole("menuitem", { name: /Console of Below/ }).click();
    const below = page.getByRole("region", { name: "Agent console of Below" });
    await page.reload();
    await below.waitFor();
    expect(await page.locator(".prompt-word").allInnerTexts()).toEqual(["agent:/>", "agent:/>"]);
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
    await expect
      .poll(async () => (await page.locator(".prompt-word").allInnerTexts()).filter((word) => word === "agent:/>"))
      .toEqual([]);
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
    await below.getByRole("button", { name: /Approve once/ }).click();
    await below.getByText("Made from below.").waitFor();
    await page.getByRole("button", { name: "Close the console of Below" }).click();
    await below.waitFor({ state: "detached" });
    await showSession(page, other);
  });

  it("a viewer whose page stands still holds nobody up, and shows how it ended once it goes on", async () => {
    const slow = await world.open();
    const id = await world.openSession(page, { model: "offline/runbooks" });
    await showSession(slow, id);
    const still = slow.evaluate(() => {
      const end = Date.now() + 4000;
      while (Date.now() < end);
    });
    await page.click(".term-host");
    await page.keyboard.type("yes 0123456789012345678901234567890123456789 | head -c 8000000; echo over-$((1+1))\n");
    await terminalShows(page, "over-2");
    await still;
    await terminalShows(slow, "over-2");
  });
});
