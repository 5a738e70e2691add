import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("a step and the keyboard of a person", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it("[KB7] a task takes the idle prompt of whoever sends it, with a half-typed line, which comes back", async () => {
    const model = world.home.script([command("echo ran-$((40+2))"), complete()]);
    await world.openSession(page, { model, mode: "bypassPermissions" });
    await page.click(".term-host");
    await page.keyboard.type("echo half");
    await page.getByText("You have the keyboard").waitFor();
    await say(page, "go");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await terminalShows(page, "ran-42");
    await terminalShows(page, "echo half");
  });

  it("[KB6] a step that waits says so on its card, in the side bar, the inbox and the title, and shows no output", async () => {
    const model = world.home.script([command("touch waited && echo sent-$((40+2))"), complete()]);
    const id = await world.openSession(page, { model, title: "Waits" });
    await say(page, "go");
    const approval = page.getByRole("region", { name: "Approval" });
    await approval.waitFor();
    await page.click(".term-host");
    await page.keyboard.type("ls /nowhere");
    await page.getByText("You have the keyboard").waitFor();
    await approval.getByRole("button", { name: "Approve once" }).click();
    const card = page.getByRole("article", { name: /touch waited/ });
    await card
      .getByRole("img", { name: "waits for the keyboard" })
      .or(card.getByLabel("waits for the keyboard"))
      .waitFor();
    expect(await card.locator(".output").count()).toBe(0);
    expect(await card.getAttribute("class")).toContain("held");
    await page.getByRole("toolbar", { name: "Agent" }).getByText("Waits for the keyboard").waitFor();
    await expect.poll(() => page.title()).toBe("(1) Cotty");
    const row = page.getByRole("region", { name: "Waiting for you" }).getByRole("link", { name: /^Waits|Waits/ });
    await row.getByText("waits for the keyboard").waitFor();
    await page.getByRole("link", { name: /^Inbox/ }).click();
    const waiting = page.getByRole("region", { name: "Waits for the keyboard" });
    await waiting.getByText("You have the keyboard. Nothing was sent yet.").waitFor();
    expect((await world.home.run(["sessions"])).stdout).toContain("waiting for the keyboard");
    expect((await world.home.run(["show", id])).stdout).toMatch(
      /waits for the keyboard: \S+ has the keyboard\. Nothing was sent yet\./,
    );
    await page.goBack();
    await card.getByRole("button", { name: "Hand back" }).click();
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await card.getByRole("button").first().click();
    await card.getByText("sent-42").waitFor();
    expect(await card.locator(".output").innerText()).toBe("sent-42");
    await expect.poll(() => page.title()).toBe("Cotty");
  });
});
