import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accessibilityProblems,
  type BrowserWorld,
  createBrowserWorld,
  say,
  terminalShows,
} from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("what can go wrong, or end", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it("a shell that was ended keeps its last screen, and another one is a click away", async () => {
    await world.openSession(page, { model: "offline/runbooks" });
    await page.click(".term-host");
    await page.keyboard.type("echo last-$((40+2))\nexit\n");
    await page.getByText("This shell has ended.").waitFor();
    await terminalShows(page, "last-42");
    await page.getByRole("button", { name: "Open another" }).click();
    await page.getByText("This shell has ended.").waitFor({ state: "detached" });
    await page.click(".term-host:visible");
    await page.keyboard.type("echo fresh-$((40+3))\n");
    await terminalShows(page, "fresh-43");
  });

  it("a link to a session that is not there says so, and leads on", async () => {
    await page.evaluate(() => {
      location.hash = "#/session/ses_nosuchsession";
    });
    await page.getByRole("heading", { name: "This session cannot be shown" }).waitFor();
    await page.getByText(/ses_nosuchsession/).waitFor();
    await page.getByRole("button", { name: "Open a new one" }).click();
    await page.locator(".keyboard-strip").waitFor();
  });

  it("a view that fails says so in its place, leaves the way to others, and comes back when it is loaded again", async () => {
    await world.openSession(page, { model: "offline/runbooks", title: "Breaks" });
    // An answer that no server of ours gives: whatever breaks a view, it must not take the page with it.
    await page.route("**/api/v1/agents", (route) => route.fulfill({ json: { agents: [null] } }));
    await page.reload();
    const failure = page.getByRole("alert").filter({ hasText: "This view failed" });
    await failure.getByText("Sessions go on without it.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await page.getByText("Nothing waits for you.").waitFor();
    await page.goBack();
    await page.unroute("**/api/v1/agents");
    await failure.getByRole("button", { name: "Load the page again" }).click();
    await page.locator(".keyboard-strip").waitFor();
  });

  it("an agent that works can be stopped while somebody chats, and its questions are still asked", async () => {
    await world.openSession(page, { model: world.home.script([command("touch asked"), complete()]) });
    await say(page, "go");
    await page.getByRole("region", { name: "Approval" }).waitFor();
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
    await page.getByRole("toolbar", { name: "Chat" }).waitFor();
    await page.getByRole("region", { name: "Approval" }).waitFor();
    await page.getByRole("toolbar", { name: "Agent" }).getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("toolbar", { name: "Agent" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Agent", exact: true }).first().click();
    await page.getByRole("article", { name: "Stopped" }).waitFor();
  });

  it("New Chat leaves nothing of the session in the browser, not even what was being written [S0.52, S0.53]", async () => {
    const id = await world.openSession(page, { model: world.home.script([{ text: "Hello." }]) });
    await say(page, "go");
    await page.getByText("Hello.").waitFor();
    await page.getByRole("button", { name: "Clear what is shown" }).click();
    await page.getByText("Hello.").waitFor({ state: "detached" });
    await page.fill("[data-composer]", "half a thought");
    const kept = (session: string) =>
      page.evaluate((wanted) => {
        const { drafts, clearedAt } = JSON.parse(localStorage.getItem("cotty.preferences") ?? "{}");
        return [drafts[wanted], clearedAt[wanted] > 0, localStorage.getItem(`cotty.chat.${wanted}`)];
      }, session);
    await expect.poll(() => kept(id)).toEqual(["half a thought", true, null]);
    await page.getByRole("button", { name: "New Chat" }).click();
    await page.getByText("What should be done here?").waitFor();
    await expect.poll(() => kept(id)).toEqual([undefined, false, null]);
    expect(await page.inputValue("[data-composer]")).toBe("");
  });

  it("looking for text in the terminal does not take the keys of somebody who writes a task meanwhile", async () => {
    const model = world.home.script([
      { text: Array.from({ length: 40 }, (_, i) => `word${i}`).join(" "), wordDelayMs: 20 },
    ]);
    await world.openSession(page, { model });
    await page.getByRole("button", { name: "Find in terminal" }).click();
    await page.getByRole("textbox", { name: "Find in terminal" }).waitFor();
    await say(page, "go");
    await page.getByText(/word5/).waitFor();
    await page.locator("[data-composer]").pressSequentially("typed while it streams");
    await page.getByText(/word39/).waitFor();
    expect(await page.inputValue("[data-composer]")).toBe("typed while it streams");
  });

  it("two terminals side by side survive a reload, and the strip follows the one that is used", async () => {
    await world.openSession(page, { model: "offline/runbooks" });
    await page.getByRole("button", { name: "Split" }).click();
    await expect.poll(() => page.locator(".term-host:visible").count()).toBe(2);
    await page.reload();
    await expect.poll(() => page.locator(".term-host:visible").count()).toBe(2);
    await page.locator(".term-host:visible").nth(1).click();
    await page.keyboard.type("echo right-$((1+1))\n");
    await page.getByText("You have the keyboard").waitFor();
    await page.locator(".term-host:visible").nth(0).click();
    await page.getByText("Agent has the keyboard").waitFor();
  });
});
