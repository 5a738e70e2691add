import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("where the keys go", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);

  it("a new terminal and a new session take them, and Space opens no further one", async () => {
    await world.openSession(page, { model: "offline/runbooks" });
    await page.getByRole("button", { name: "New terminal" }).click();
    await expect.poll(focused).toBe("Terminal input");
    await page.keyboard.type("echo second-$((40+2)) ok\n");
    await terminalShows(page, "second-42 ok");
    expect(await page.locator(".tab").count()).toBe(2);
    const before = page.url();
    await page.getByRole("button", { name: "New session", exact: true }).click();
    await expect.poll(() => page.url()).not.toBe(before);
    await expect.poll(focused).toBe("Terminal input");
    await page.keyboard.type("echo third-$((40+3)) ok\n");
    await terminalShows(page, "third-43 ok");
  });

  it("one decision after the other by keyboard alone, from the composer on, with an edit between", async () => {
    const model = world.home.script([command("touch one"), command("touch two"), command("touch three"), complete()]);
    await world.openSession(page, { model });
    await say(page, "go");
    const shown = page.getByTestId("command");
    const card = page.getByRole("region", { name: "Approval" });
    const settled = () => card.locator("[data-approve]:enabled").waitFor();
    await shown.getByText("touch one").waitFor();
    await settled();
    // From the composer, where the focus is after a task was sent: nothing is written there.
    await page.keyboard.press("Control+Enter");
    await shown.getByText("touch two").waitFor();
    await card.focus();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Command" }).fill("touch four");
    await page.keyboard.press("Control+Enter");
    await shown.getByText("touch four").waitFor();
    await expect.poll(focused).toBe("Approval");
    await settled();
    await page.keyboard.press("Control+Enter");
    await shown.getByText("touch three").waitFor();
    await expect.poll(focused).toBe("Approval");
    await settled();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await page.getByText("3 approved by a person").waitFor();
  });

  it("Stop is above the sheet of a danger, in the inbox, and for all sessions at once; what comes is announced", async () => {
    const danger = () => world.home.script([command("find here -name '*.dump' | xargs rm -rf"), complete()]);
    await world.openSession(page, { model: danger(), title: "One" });
    await say(page, "go");
    await page.getByText(/^Dangerous command on this machine, One: find here/).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Review before you decide" }).click();
    await page.getByRole("complementary", { name: "Dangerous command: review" }).waitFor();
    // Really clicked: whatever lies over it would take the click.
    await page
      .getByRole("toolbar", { name: "Agent" })
      .getByRole("button", { name: "Stop", exact: true })
      .click({ timeout: 5000 });
    await page.getByRole("article", { name: "Stopped" }).waitFor();
    await say(page, "again");
    await page.getByRole("button", { name: "Review before you decide" }).waitFor();
    await world.openSession(page, { model: danger(), title: "Two" });
    await say(page, "go");
    await page.getByRole("button", { name: "Review before you decide" }).waitFor();
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await expect.poll(() => page.getByRole("button", { name: "Stop its agent" }).count()).toBe(2);
    await page.getByRole("button", { name: "Stop its agent" }).first().click();
    await expect.poll(() => page.getByRole("button", { name: "Stop its agent" }).count()).toBe(1);
    await page.getByRole("main").getByRole("button", { name: "Stop everything" }).click();
    await page.getByText("Nothing waits for you.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Stop everything" }).count()).toBe(0);
  });
});
