import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("the agent in the browser", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const tool = (name: string) => page.getByRole("toolbar", { name: "Agent" }).getByRole("button", { name });
  const tools = () => page.getByRole("toolbar", { name: "Agent" }).getByRole("button").allInnerTexts();

  it("shows a live shell, one question and three tasks on the first visit, and says what runbooks are [S3.68, S4.6]", async () => {
    await page.getByText("What should be done here?").waitFor();
    await page.getByText("It is not a language model, and says so when nothing matches.").waitFor();
    expect(await page.locator(".task").count()).toBe(3);
    await page.click(".term-host");
    await page.keyboard.type("echo typed-$((40+2))\n");
    await terminalShows(page, "typed-42");
    await page.getByText("You have the keyboard").waitFor();
    await page.getByRole("button", { name: "Hand back" }).click();
    await page.getByText("Agent has the keyboard").waitFor();
  });

  it("does a task that was clicked, with the command in the terminal and in a card, and sums up [S0.2, S0.83]", async () => {
    await page.getByRole("button", { name: /Which programs listen/ }).click();
    const end = page.getByRole("article", { name: "Complete" });
    await end.waitFor();
    expect(await end.innerText()).toContain("[complete]");
    const ran = page.getByRole("article", { name: /^Step: / });
    expect(await ran.count()).toBeGreaterThan(0);
    const command = ((await ran.first().getAttribute("aria-label")) ?? "").replace("Step: ", "");
    await terminalShows(page, command.slice(0, 40));
  });

  it("goes from prompt to approval to completion, with S0.54's buttons at each point [S0.8, S0.10, S0.15, S0.54]", async () => {
    const model = world.home.script([
      command("touch made-by-agent", { text: "I make a file." }),
      complete("The file is there.", { checks: ["test -f made-by-agent"] }),
    ]);
    await world.openSession(page, { model });
    expect(await page.locator(".prompt-word").innerText()).toBe("agent:/>");
    expect(await page.getByText("AGENT", { exact: true }).count()).toBe(1);
    expect((await tools()).filter(Boolean)).toEqual(["New Chat", "Clear what is shown"]);
    await say(page, "Make a file");
    const card = page.getByRole("region", { name: "Approval" });
    await card.waitFor();
    expect(await card.getByTestId("command").innerText()).toBe("touch made-by-agent");
    expect((await tools()).filter(Boolean)).toEqual(["Pause", "Stop", "Clear what is shown"]);
    expect(await page.title()).toBe("(1) Cotty");
    await card.locator("[data-approve]:enabled").waitFor();
    await card.focus();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("article", { name: "Complete" }).getByText("The file is there.").waitFor();
    expect((await tools()).filter(Boolean)).toEqual(["Retry", "New Chat", "Clear what is shown"]);
    expect(await page.title()).toBe("Cotty");
    await page.getByText("verified", { exact: true }).waitFor();
  });

  it("New Chat forgets everything, and the first question is back [S0.52]", async () => {
    await tool("New Chat").click();
    await page.getByText("What should be done here?").waitFor();
    expect(await tools()).toEqual(["New Chat", "Clear what is shown"]);
  });

  it("edits a command in place, has it judged again, and runs what was edited [S3.71]", async () => {
    const model = world.home.script([command("touch wrong-name"), complete()]);
    await world.openSession(page, { model });
    await say(page, "go");
    const card = page.getByRole("region", { name: "Approval" });
    await card.focus();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Command" }).fill("touch right-name");
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(
      () => document.querySelector('[data-testid="command"]')?.textContent === "touch right-name",
    );
    // Who approves sees that it is not what the agent asked for.
    await card.getByText("Edited by you.").waitFor();
    await card.getByText("touch wrong-name").waitFor();
    await page.getByRole("button", { name: /Approve once/ }).click();
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await page.getByRole("article", { name: "Step: touch right-name" }).waitFor();
  });

  it("rejects with a reason that the agent gets, and goes on [S0.16]", async () => {
    const model = world.home.script([
      command("touch no"),
      { when: { contains: "not today" }, text: "Then I leave it." },
    ]);
    await world.openSession(page, { model });
    await say(page, "go");
    await page.getByRole("region", { name: "Approval" }).focus();
    await page.keyboard.press("r");
    await page.keyboard.type("not today");
    await page.keyboard.press("Enter");
    await page.getByText("Then I leave it.").waitFor();
    await page.getByText("“not today”").waitFor();
  });

  it("approves danger only after the exact words, and never by a prominent button [S0.79]", async () => {
    const model = world.home.script([command("find somewhere -name '*.dump' | xargs rm -rf"), complete()]);
    await world.openSession(page, { model });
    await say(page, "go");
    await page.getByRole("button", { name: "Review before you decide" }).click();
    const sheet = page.getByRole("complementary", { name: "Dangerous command: review" });
    const phrase = await sheet.locator(".phrase").innerText();
    const run = sheet.locator("button.danger");
    expect(await run.isDisabled()).toBe(true);
    await sheet.getByRole("textbox").first().fill(phrase.slice(0, -1));
    expect(await run.isDisabled()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await sheet.isVisible()).toBe(true);
    await sheet.getByRole("textbox").first().fill(phrase);
    await page.keyboard.press("Enter");
    await page.getByRole("article", { name: "Complete" }).waitFor();
  });

  it("answers a question of the agent with one of its choices", async () => {
    const model = world.home.script([
      { calls: [{ name: "ask_user", input: { question: "Leave or move?", choices: ["Leave", "Move"] } }] },
      { when: { contains: "Move" }, text: "I move them." },
    ]);
    await world.openSession(page, { model });
    await say(page, "go");
    await page.getByRole("button", { name: "Move" }).click();
    await page.getByText("I move them.").waitFor();
  });

  it("pauses between steps, says so, and resumes [S0.44, S0.45]", async () => {
    const model = world.home.script([command("sleep 1"), command("echo second"), complete()]);
    await world.openSession(page, { model, mode: "bypassPermissions" });
    await say(page, "go");
    await tool("Pause").click();
    await page.getByText("agent paused — click Resume to continue").waitFor();
    expect((await tools()).filter(Boolean)).toEqual(["Resume", "Stop", "Clear what is shown"]);
    await tool("Resume").click();
    await page.getByRole("article", { name: "Complete" }).waitFor();
  });

  it("shows a command in an answer as a chip that runs in the terminal [S0.73]", async () => {
    const model = world.home.script([{ text: "Try this: <cmd>touch from-a-chip && echo chip-$((1+1))</cmd>" }]);
    await world.openSession(page, { model });
    await say(page, "how?");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await terminalShows(page, "chip-2");
    await page.getByText("You have the keyboard").waitFor();
  });
});
