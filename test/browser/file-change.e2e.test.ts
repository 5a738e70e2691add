import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say } from "../support/browser.ts";
import { complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

const write = (path: string, content: string) => ({
  calls: [{ name: "write_file", input: { path, content, reasoning: "r" } }],
});

describe("a file change in the browser", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const linesOf = (where: string) => page.locator(`${where} .diff pre > span`).allInnerTexts();

  it("is shown whole, also lines that look like the head of a difference and marks that cannot be seen", async () => {
    const model = world.home.script([write("a.c", "++i; evil();\n-- \u202ehidden\n"), complete()]);
    await world.openSession(page, { model });
    await say(page, "Write it");
    const card = page.getByRole("region", { name: "Approval" });
    await card.waitFor();
    expect(await linesOf(".approval")).toEqual(["@@ -0,0 +1,2 @@", "+++i; evil();", "+-- ‹U+202E›hidden"]);
    await card.getByRole("button", { name: /^Approve once/ }).click();
    await page.getByRole("article", { name: "Complete" }).waitFor();
    expect(existsSync(join(world.home.dir, "a.c"))).toBe(true);
  });

  it("that is dangerous is shown in the sheet in which it is confirmed", async () => {
    const model = world.home.script([write(".bashrc", "alias ls=evil\n"), complete()]);
    await world.openSession(page, { model });
    await say(page, "Set it up");
    await page.getByRole("button", { name: "Review before you decide" }).click();
    const sheet = page.getByRole("complementary", { name: "Dangerous command: review" });
    await sheet.waitFor();
    expect(await linesOf(".sheet")).toEqual(["@@ -0,0 +1,1 @@", "+alias ls=evil"]);
    expect(await sheet.getByRole("button").allInnerTexts()).not.toContain("Edit");
    expect(existsSync(join(world.home.dir, ".bashrc"))).toBe(false);
  });
});
