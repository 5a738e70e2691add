import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("Stop", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  async function stopAndRead(): Promise<string> {
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    const card = page.getByRole("article", { name: "Stopped" });
    await card.waitFor();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    return card.innerText();
  }

  it("ends a request to the model that is under way [S0.46, S3.70]", async () => {
    const model = world.home.script([{ delayMs: 600_000, text: "never" }]);
    await world.openSession(page, { model });
    await say(page, "go");
    await page.getByText("Thinking …").waitFor();
    expect(await stopAndRead()).toBe("[stopped] agent stopped by user.");
  });

  it("ends the wait for a command, and keeps what it had printed [S0.82]", async () => {
    const model = world.home.script([command("echo began; sleep 600"), complete()]);
    await world.openSession(page, { model, mode: "bypassPermissions" });
    await say(page, "go");
    await page.getByRole("img", { name: "running" }).waitFor();
    expect(await stopAndRead()).toBe("[stopped] agent stopped by user.");
  });

  it("ends a paused turn", async () => {
    const model = world.home.script([command("sleep 1"), command("sleep 1"), complete()]);
    await world.openSession(page, { model, mode: "bypassPermissions" });
    await say(page, "go");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("agent paused — click Resume to continue").waitFor();
    expect(await stopAndRead()).toBe("[stopped] agent stopped by user.");
  });

  it("while an approval waits leaves what the agent was about to do in view, and never in green", async () => {
    const model = world.home.script([command("touch never-decided"), complete()]);
    await world.openSession(page, { model });
    await say(page, "go");
    await page.getByRole("region", { name: "Approval" }).waitFor();
    expect(await stopAndRead()).toBe("[stopped] agent stopped by user.");
    const step = page.getByRole("article", { name: "Step: touch never-decided" });
    await step.getByText("not decided, nothing ran").waitFor();
    const colours = await step.locator("code").evaluate((code) => {
      const known = document.body.appendChild(document.createElement("i"));
      known.style.color = "var(--green)";
      return [getComputedStyle(code).color, getComputedStyle(known).color];
    });
    expect(colours[0]).not.toBe(colours[1]);
  });
});
