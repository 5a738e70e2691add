import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("a password prompt", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it("is answered in a masked field, and the answer is in no event", async () => {
    const model = world.home.script([
      command(`stty -echo; printf 'Password: '; read -r word; stty echo; echo; echo "got \${#word} characters"`),
      complete(),
    ]);
    const id = await world.openSession(page, { model, mode: "bypassPermissions" });
    await say(page, "go");
    const field = page.locator(".keyboard-strip input");
    await field.fill("swordfish-9");
    expect(await field.getAttribute("type")).toBe("password");
    await page.keyboard.press("Enter");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await terminalShows(page, "got 11 characters");
    const events = await page.evaluate(
      async (session) => (await fetch(`/api/v1/sessions/${session}/events?limit=5000`)).text(),
      id,
    );
    expect(events).toContain("got 11 characters");
    expect(events).not.toContain("swordfish-9");
  });
});
