import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("a phone", needs("chromium"), () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await createBrowserWorld();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it.each([360, 390])(
    "approves from the inbox at %i px, with nothing cut off and targets of 44 px [S3.77]",
    async (width) => {
      const page = await world.open({ width, height: 780 });
      await world.openSession(page, {
        model: world.home.script([command("touch from-a-phone"), complete()]),
        title: "Phone",
      });
      await say(page, "go");
      await page.getByRole("region", { name: "Approval" }).waitFor();
      const panes = page.getByRole("navigation", { name: "Panes" });
      await panes.getByRole("button", { name: /Inbox/ }).click();
      const approve = page.getByRole("button", { name: /Approve once/ });
      await approve.waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const small = await page
        .locator(".approval button:visible, .phone-nav button:visible")
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getBoundingClientRect().height).filter((height) => height < 44),
        );
      expect(small).toEqual([]);
      await approve.click();
      await page.getByText("Nothing waits for you.").waitFor();
      await panes.getByRole("button", { name: "Agent" }).click();
      await page.getByRole("article", { name: "Complete" }).waitFor();
      await panes.getByRole("button", { name: "Terminal" }).click();
      await page.getByRole("toolbar", { name: "Terminal keys" }).waitFor();
      await panes.getByRole("button", { name: "Sessions" }).click();
      await page.getByRole("link", { name: /Phone/ }).first().waitFor();
    },
  );

  it("has the keys that its own keyboard lacks, and each is typed as it is", async () => {
    const page = await world.open({ width: 390, height: 780 });
    await world.openSession(page, { model: world.home.script([complete()]) });
    await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Terminal" }).click();
    const keys = page.getByRole("toolbar", { name: "Terminal keys" });
    await keys.waitFor();
    await page.click(".term-host");
    await page.keyboard.type("cat -v > typed\n");
    for (const key of ["Esc", "↑", "Tab"]) await keys.getByRole("button", { name: key, exact: true }).click();
    await page.click(".term-host");
    await page.keyboard.type("x\n");
    const written = (name: string) => expect.poll(() => readFileSync(join(world.home.dir, name), "utf8"));
    await written("typed").toBe("^[^[[A\tx\n");
    await keys.getByRole("button", { name: "Ctrl" }).click();
    await keys.getByRole("button", { name: "^C" }).click();
    await page.click(".term-host");
    await page.keyboard.type("echo free > ended\n");
    await written("ended").toBe("free\n");
  });
});
