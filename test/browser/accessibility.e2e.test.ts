import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityProblems, type BrowserWorld, createBrowserWorld, say } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe.each(["dark", "light"] as const)("accessibility, %s", needs("chromium"), (theme) => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open({ theme });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const show = (hash: string) =>
    page.evaluate((wanted) => {
      location.hash = wanted;
    }, hash);
  const start = async (replies: unknown, mode = "default") => {
    const id = await world.openSession(page, { model: world.home.script(replies), mode, title: "A session" });
    await say(page, "go");
    return id;
  };

  it("finds nothing on the first visit", async () => {
    await page.getByText("What should be done here?").waitFor();
    await page.locator(".keyboard-strip").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("finds nothing while an approval waits, is edited and is rejected", async () => {
    await start([command("touch a && sed -i s/a/b/ a", { thinking: "Hm.", text: "**Bold** `code`" }), complete()]);
    const card = page.getByRole("region", { name: "Approval" });
    await card.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.focus();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Command" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await page.getByText("Why not?").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Enter");
  });

  it("finds nothing in the danger sheet", async () => {
    await start([command("find x | xargs sudo rm -rf"), complete()]);
    await page.getByRole("button", { name: "Review before you decide" }).click();
    await page.getByRole("complementary", { name: "Dangerous command: review" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  it("finds nothing in the inbox, full and empty, nor in settings and search", async () => {
    await show("#/inbox");
    await page.getByRole("button", { name: "Review before you decide" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await show("#/settings");
    await page.getByText("Google Gemini").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  it("finds nothing while a command runs, when paused, after a stop, a failure and a completion", async () => {
    await start([command("sleep 600"), complete()], "bypassPermissions");
    await page.getByRole("img", { name: "running" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("agent paused — click Resume to continue").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("article", { name: "Stopped" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await start([{ error: { code: "model.key", message: "Gemini refused the key.", nextStep: "Check the key." } }]);
    await page.getByRole("article", { name: "Error" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("finds nothing in a finished session, its replay, and one that has ended", async () => {
    const id = await start(
      [command("false"), command("echo fine"), complete("All **good**.", { checks: ["true"] })],
      "bypassPermissions",
    );
    await page.getByRole("article", { name: "Complete" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await show(`#/replay/${id}`);
    await page.getByRole("main", { name: "Replay" }).waitFor();
    await page.locator(".ap-terminal, .ap-term").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await show(`#/session/${id}`);
    await page.getByRole("button", { name: "Session menu" }).click();
    await page.getByRole("menuitem", { name: /End session/ }).click();
    await page.getByRole("button", { name: "Open a new one" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("finds nothing in chat mode, in a session that is not there, in settings unfolded, and beside a second console", async () => {
    const id = await start([command("touch beside"), complete()]);
    await page.getByRole("region", { name: "Approval" }).waitFor();
    await world.openSession(page, { model: "offline/runbooks" });
    await page.getByRole("button", { name: "Session menu" }).click();
    await page
      .getByRole("menuitem", { name: /Console of A session/ })
      .first()
      .click();
    await page.locator(".extra-console").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
    await page.getByRole("heading", { name: "Ask something" }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
    await page.getByRole("button", { name: /Close the console/ }).click();
    await show(`#/session/${id}-not`);
    await page.getByRole("heading", { name: "This session cannot be shown" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await show("#/settings");
    await page.getByText("Add a key", { exact: true }).click();
    await page.getByRole("button", { name: "Show every value" }).click();
    await page.getByText("server.port").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("finds nothing for who may only look, for who has no login, and in an inbox where nothing waits", async () => {
    await using quiet = await createBrowserWorld();
    const empty = await quiet.open({ theme });
    await empty.evaluate(() => {
      location.hash = "#/inbox";
    });
    await empty.getByText("Nothing waits for you.").waitFor();
    expect(await accessibilityProblems(empty)).toEqual([]);
    const guest = await quiet.open({ theme, view: true });
    await guest.getByText("You are watching. Secrets are hidden").waitFor();
    expect(await accessibilityProblems(guest)).toEqual([]);
    await guest.context().clearCookies();
    await guest.goto(quiet.url);
    await guest.getByRole("heading", { name: "You are not logged in" }).waitFor();
    expect(await accessibilityProblems(guest)).toEqual([]);
  });

  it("finds nothing on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await show("#/inbox");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const pane of ["Agent", "Terminal", "Sessions"]) {
      await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: pane }).click();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});
