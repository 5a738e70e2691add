import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

interface Shown {
  title: string;
  body?: string;
  tag?: string;
}

describe("being told that something waits", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open({ permissions: ["notifications"] });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  /** A browser without a screen shows no notifications: they are noted where the page hands them over. */
  const noteNotices = () =>
    page.evaluate(() => {
      const shown: Shown[] = [];
      class Noted {
        static permission = "granted";
        static requestPermission = async () => "granted";
        onclick: (() => void) | null = null;
        constructor(title: string, options: { body?: string; tag?: string } = {}) {
          shown.push({ title, ...options });
          Object.assign(window, { clickNotice: () => this.onclick?.() });
        }
        close() {}
      }
      Object.assign(window, { Notification: Noted, shown });
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    });
  const shown = () => page.evaluate(() => (window as unknown as { shown: Shown[] }).shown);

  it("the count is in the title, and a page nobody looks at says who waits where, and never what", async () => {
    await noteNotices();
    await page.evaluate(() => {
      location.hash = "#/inbox";
    });
    await page.getByRole("button", { name: "Notify me" }).click();
    await page.getByRole("button", { name: "Notifications on" }).waitFor();
    const model = world.home.script([command("touch secret-name"), complete()]);
    const id = await world.openSession(page, { model, title: "Tidy up" });
    await say(page, "go");
    await expect
      .poll(shown)
      .toEqual([{ title: "Waiting for you on this machine", body: "Tidy up", tag: expect.stringContaining(id) }]);
    expect(await page.title()).toBe("(1) Cotty");
    await page.evaluate(() => {
      location.hash = "#/settings";
    });
    await page.getByText("Terminal font").waitFor();
    await page.evaluate(() => (window as unknown as { clickNotice(): void }).clickNotice());
    await page.waitForFunction((session) => location.hash.endsWith(session), id);
    await page.getByRole("button", { name: /Approve once/ }).click();
    await page.getByRole("article", { name: "Complete" }).waitFor();
    expect(await page.title()).toBe("Cotty");
    expect(await shown()).toHaveLength(1);
  });

  it("what waited before the page was opened is in the inbox, and no news", async () => {
    const model = world.home.script([command("touch waits"), complete()]);
    await world.openSession(page, { model, title: "Waiting since before" });
    await say(page, "go");
    await page.getByRole("region", { name: "Approval" }).waitFor();
    await page.reload();
    await page.waitForFunction(() => document.title === "(1) Cotty");
    await noteNotices();
    await page.evaluate(() => {
      location.hash = "#/inbox";
    });
    await page.getByRole("button", { name: /Approve once/ }).click();
    await page.getByText("Nothing waits for you.").waitFor();
    expect(await shown()).toEqual([]);
  });
});
