import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityProblems, type BrowserWorld, createBrowserWorld, say } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("what waits for a person, over all sessions", needs("chromium"), () => {
  let world: BrowserWorld;
  let mira: Page;
  beforeAll(async () => {
    // A password is asked for as long as the test takes, on a slow machine too.
    world = await createBrowserWorld({ env: { COTTY_AGENT_COMMAND_TIMEOUT_S: "600" } });
    mira = await world.open({ as: "Mira" });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const goToInbox = (page: Page) =>
    page.evaluate(() => {
      location.hash = "#/inbox";
    });

  /** Everything that the page says in passing from now on, also what leaves again before anybody looks. */
  const noteWhatIsSaid = (page: Page) =>
    page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        for (const status of document.querySelectorAll("[role=status]")) said.push(status.textContent ?? "");
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said.join("\n"));

  it("a password that a command asks for is counted, shown with its words, and leads to its terminal", async () => {
    await world.openSession(mira, {
      model: world.home.script([
        command("stty -echo; printf 'Password for the vault: '; read -r word; stty echo; echo; test -n \"$word\""),
        complete(),
      ]),
      mode: "bypassPermissions",
      title: "Open the vault",
    });
    await say(mira, "go");
    await mira.waitForFunction(() => document.title === "(1) Cotty");
    await goToInbox(mira);
    const card = mira.getByRole("region", { name: "Password asked for" });
    await card.getByText("Password for the vault:").waitFor();
    await card.getByText("Open the vault").waitFor();
    expect(await accessibilityProblems(mira)).toEqual([]);
    await card.getByRole("link", { name: "Answer in its terminal" }).click();
    await mira.getByRole("textbox", { name: "Password for the vault" }).fill("swordfish-9");
    await mira.keyboard.press("Enter");
    await mira.getByRole("article", { name: "Complete" }).waitFor();
    await mira.waitForFunction(() => document.title === "Cotty");
  });

  it("an approval that somebody else gives says whose it was, and so does the step afterwards", async () => {
    const jonas = await world.open({ as: "Jonas" });
    await world.openSession(mira, {
      model: world.home.script([command("touch given"), complete()]),
      title: "Make a file",
    });
    await say(mira, "go");
    await goToInbox(mira);
    await mira.getByRole("button", { name: /Approve once/ }).waitFor();
    await noteWhatIsSaid(mira);
    await goToInbox(jonas);
    await jonas.getByRole("button", { name: /Approve once/ }).click();
    await mira.getByText("Nothing waits for you.").waitFor();
    expect(await said(mira)).toContain("Jonas approved this in the browser.");
    await mira
      .getByRole("link", { name: /Make a file/ })
      .first()
      .click();
    await mira.getByRole("article", { name: "Complete" }).waitFor();
    await mira.getByRole("article", { name: "Step: touch given" }).getByRole("button").first().click();
    await mira.getByText("Jonas approved this in the browser.").waitFor();
  });

  it("a double click approves one step: what moves under the finger is not taken for read", async () => {
    const made = (name: string) => existsSync(join(world.home.dir, name));
    for (const name of ["first-of-two", "second-of-two"]) {
      await world.openSession(mira, { model: world.home.script([command(`touch ${name}`), complete()]), title: name });
      await say(mira, "go");
      await mira.getByRole("region", { name: "Approval" }).waitFor();
    }
    await goToInbox(mira);
    const approve = mira.getByRole("button", { name: /Approve once/ });
    await expect.poll(() => approve.count()).toBe(2);
    // The page itself presses what stands where the first one was, in the moment in which it has moved there.
    await mira.evaluate(() => {
      const first = document.querySelector<HTMLButtonElement>(".approval .btn.go");
      const observer = new MutationObserver(() => {
        if (first?.isConnected) return;
        observer.disconnect();
        document.querySelector<HTMLButtonElement>(".approval .btn.go")?.click();
        Object.assign(window, { hasPressedAgain: true });
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await approve.first().click();
    await mira.waitForFunction(() => (window as unknown as { hasPressedAgain?: boolean }).hasPressedAgain);
    await expect.poll(() => made("first-of-two")).toBe(true);
    // It waits still, and a click that comes after a look at it counts.
    await approve.click();
    await mira.getByText("Nothing waits for you.").waitFor();
    await expect.poll(() => made("second-of-two")).toBe(true);
  });

  it("an agent that goes in circles is held, and goes on or ends as the person says", async () => {
    const again = command("echo again");
    await world.openSession(mira, {
      model: world.home.script([again, again, again, again, complete("Out of the circle.")]),
      mode: "bypassPermissions",
      title: "Round and round",
    });
    await say(mira, "go");
    const card = mira.getByRole("region", { name: "Paused" });
    await card.getByText("The agent makes the same call again and again: run_command echo again").waitFor();
    expect(await accessibilityProblems(mira)).toEqual([]);
    await goToInbox(mira);
    await card.getByText("Round and round").waitFor();
    await card.getByRole("button", { name: "Go on" }).click();
    await mira.getByText("Nothing waits for you.").waitFor();
    await mira
      .getByRole("link", { name: /Round and round/ })
      .first()
      .click();
    await mira.getByText("Out of the circle.").waitFor();
  });
});
