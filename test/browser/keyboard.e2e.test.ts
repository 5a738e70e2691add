import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("without a mouse, and without jumping", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element?.closest(".xterm")) return "terminal";
      if (element?.closest('[data-pane-focus="approval"]')) return "approval";
      if (element?.matches("[data-composer]")) return "composer";
      if (element?.closest("nav.side")) return "sessions";
      return element?.closest(".console") ? "console" : "elsewhere";
    });

  it("an approval takes no focus, and F6 goes round through every pane", async () => {
    const model = world.home.script([command("touch by-keys"), complete()]);
    await world.openSession(page, { model });
    await say(page, "go");
    await page.getByRole("region", { name: "Approval" }).waitFor();
    expect(await focused()).toBe("composer");
    const visited: string[] = [];
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press("F6");
      visited.push(await focused());
    }
    expect(visited).toEqual(["sessions", "terminal", "approval", "console", "composer"]);
    for (let i = 0; i < 3; i++) await page.keyboard.press("F6");
    await page.locator("[data-approve]:enabled").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("article", { name: "Complete" }).waitFor();
  });

  it("a streamed answer moves nothing that is already there", async () => {
    const text = Array.from({ length: 30 }, (_, i) => `Paragraph ${i} with **some** words and \`code\` in it.`).join(
      "\n\n",
    );
    await world.openSession(page, { model: world.home.script([{ text: "First, **the parser**." }]) });
    await say(page, "load the parser");
    await page.locator("strong", { hasText: "the parser" }).waitFor();
    await world.openSession(page, { model: world.home.script([{ text, wordDelayMs: 4 }]) });
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
          if (!hadRecentInput) shifts.push(value);
        }
      }).observe({ type: "layout-shift" });
    });
    await say(page, "stream");
    await page.getByText("Paragraph 29").waitFor();
    await page.getByText(/Done in/).waitFor();
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
  });
});
