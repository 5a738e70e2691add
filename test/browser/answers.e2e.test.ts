import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, terminalShows } from "../support/browser.ts";
import { needs } from "../support/needs.ts";

describe("answers and the composer", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it("code between fences can be run, copied and put at the prompt; what is no shell's can be copied", async () => {
    const text = "Look:\n\n```bash\necho fenced-$((40+2))\n```\n\nor\n\n```python\nprint(1)\n```\n";
    await world.openSession(page, { model: world.home.script([{ text }]) });
    await say(page, "how?");
    await page.getByRole("button", { name: "Retry" }).waitFor();
    const chips = page.locator(".chip-cmd");
    await expect.poll(() => chips.count()).toBe(2);
    const names = (nth: number) => chips.nth(nth).getByRole("button").allInnerTexts();
    expect([await names(0), await names(1)]).toEqual([["Run", "Copy", "Send to Terminal"], ["Copy"]]);
    await chips.first().getByRole("button", { name: "Run" }).click();
    await terminalShows(page, "fenced-42");
  });

  it("a long model name leaves most of the composer to write in", async () => {
    await world.openSession(page, { model: "compatible/meta-llama/Llama-3.3-70B-Instruct-Turbo-Free" });
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
    const word = await page.locator(".prompt-word").boundingBox();
    const field = await page.locator("[data-composer]").boundingBox();
    expect(field?.width).toBeGreaterThan(word?.width ?? Number.POSITIVE_INFINITY);
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
  });
});
