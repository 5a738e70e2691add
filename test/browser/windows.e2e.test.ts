import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, showSession, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("several windows, reloads and crashes", needs("chromium"), () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await createBrowserWorld();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it("an approval that waits in one window is answered in another, and both go on", async () => {
    const [first, second] = [await world.open(), await world.open()];
    const id = await world.openSession(first, { model: world.home.script([command("touch both"), complete()]) });
    await showSession(second, id);
    await say(first, "go");
    await first.getByRole("region", { name: "Approval" }).waitFor();
    await second.getByRole("button", { name: /Approve once/ }).click();
    for (const page of [first, second]) {
      await page.getByRole("article", { name: "Complete" }).waitFor();
      expect(await page.getByRole("region", { name: "Approval" }).count()).toBe(0);
    }
  });

  it("two viewers see the same terminal, whoever types", async () => {
    const [first, second] = [await world.open(), await world.open()];
    const id = await world.openSession(first, { model: "offline/runbooks" });
    await showSession(second, id);
    await first.click(".term-host");
    await first.keyboard.type("echo seen-by-$((1+1))\n");
    await terminalShows(first, "seen-by-2");
    await terminalShows(second, "seen-by-2");
  });

  it("a reload in the middle of a command loses nothing, not even what was being written", async () => {
    const page = await world.open();
    const id = await world.openSession(page, {
      model: world.home.script([command("until [ -e go-on ]; do sleep 0.1; done; echo went-$((4+3))"), complete()]),
      mode: "bypassPermissions",
    });
    await say(page, "go");
    await page.getByRole("img", { name: "running" }).waitFor();
    await page.fill("[data-composer]", "a draft");
    await page.waitForFunction(
      (session) => localStorage.getItem("cotty.preferences")?.includes(`"${session}":"a draft"`),
      id,
    );
    await page.reload();
    await page.getByRole("img", { name: "running" }).waitFor();
    expect(await page.inputValue("[data-composer]")).toBe("a draft");
    await world.home.run(["exec", "--", "touch", "go-on"]);
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await terminalShows(page, "went-7");
  });

  it("a daemon that is killed in the middle of a command is found again, with the rest of the output", async () => {
    const page = await world.open();
    const waitAndSay = "until [ -e go-on-2 ]; do sleep 0.1; done; echo after-$((5+3))";
    // By what was said last: the script of a new process begins at its first reply again.
    const replies = [command(waitAndSay, { when: { role: "user" } }), { when: { role: "tool" }, ...complete() }];
    await world.openSession(page, { model: world.home.script(replies), mode: "bypassPermissions" });
    await say(page, "go");
    await page.getByRole("img", { name: "running" }).waitFor();
    await world.crash();
    await world.home.run(["exec", "--", "touch", "go-on-2"]);
    await terminalShows(page, "after-8");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    const steps = page.getByRole("article", { name: /^Step: until/ });
    expect(await steps.count()).toBe(1);
    expect(await steps.locator(".card-line").innerText()).toContain("exit 0");
  });

  it("says that the server is gone, and that it is back", async () => {
    const page = await world.open();
    await world.openSession(page, { model: "offline/runbooks" });
    await world.kill();
    // First that it tries again, and when that has failed for a while that it has to be started.
    const gone = page
      .getByText(/Reconnecting\. Nothing is lost: the session goes on\.|Cotty does not answer\./)
      .first();
    await gone.waitFor();
    await page.getByText("Start it again: cotty web").first().waitFor();
    await world.crash();
    await gone.waitFor({ state: "detached" });
    await page.click(".term-host");
    await page.keyboard.type("echo back-$((6+3))\n");
    await terminalShows(page, "back-9");
  });

  it("says that the server is gone also where no terminal has been opened yet, and says it once", async () => {
    const page = await world.open();
    // The terminal that a session opens by itself is never answered.
    await page.route("**/terminals", () => {});
    const id = await world.createSession(page, { model: world.home.script([{ text: "Yes?" }]) });
    await page.evaluate((session) => {
      location.hash = `#/session/${session}`;
    }, id);
    await page.getByRole("region", { name: "Terminal" }).waitFor();
    await world.kill();
    const said = page.getByText("Start it again: cotty web").filter({ visible: true });
    await said.waitFor();
    expect(await said.count()).toBe(1);
    await world.crash();
    await said.waitFor({ state: "detached" });
  });

  it("nothing that is clicked while the server is gone takes effect when it is back", async () => {
    const page = await world.open();
    const answer = { text: "Try this: <cmd>touch from-a-dead-page</cmd>" };
    const replies = [command("touch approved-on-a-dead-page", { when: { contains: "do it" } }), answer];
    const id = await world.openSession(page, { model: world.home.script(replies) });
    await say(page, "how?");
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await say(page, "do it");
    const approval = page.getByRole("region", { name: "Approval" });
    await approval.waitFor();
    await world.kill();
    await approval.getByText("nothing can be decided now").waitFor();
    const greyed = [
      approval.getByRole("button", { name: /Approve once/ }),
      approval.getByRole("button", { name: /Edit/ }),
      approval.getByRole("button", { name: /Reject/ }),
      page.getByRole("toolbar", { name: "Agent" }).getByRole("button", { name: "Stop", exact: true }),
      page.getByRole("button", { name: "Run", exact: true }),
    ];
    expect(await Promise.all(greyed.map((button) => button.isDisabled()))).toEqual(greyed.map(() => true));
    await approval.focus();
    await page.keyboard.press("Control+Enter");
    // What is typed is not sent either, and stays where it was typed.
    await say(page, "and this");
    await page.getByText("Cotty does not answer, so this was not sent.").waitFor();
    expect(await page.inputValue("[data-composer]")).toBe("and this");
    const clock = await approval.locator("header span").last().innerText();
    await page.getByText("Start it again: cotty web").first().waitFor();
    expect(await approval.locator("header span").last().innerText()).toBe(clock);
    await world.crash();
    // The page is that of the session again, which waits as before.
    await approval.getByText("nothing can be decided now").waitFor({ state: "detached" });
    const state = await world.home.run(["show", id]);
    expect(state.stdout).toContain("waits");
    expect(state.stdout).not.toMatch(/approved by|added {2}|\[stopped\]/);
    await approval.getByRole("button", { name: /Reject/ }).click();
    await page.getByRole("button", { name: "Reject and end the turn" }).click();
    await page.getByRole("button", { name: "Retry" }).waitFor();
  });

  it("[LO7] titles and results of sessions survive a restart of the daemon, in every list", async () => {
    const page = await world.open();
    const model = world.home.script([
      { when: { contains: "finish" }, ...complete() },
      { delayMs: 600_000, text: "never" },
    ]);
    await world.openSession(page, { model });
    await say(page, "finish this");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await world.openSession(page, { model });
    await say(page, "stop this");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("article", { name: "Stopped" }).waitFor();
    const row = (title: string) =>
      page.getByRole("navigation", { name: "Sessions and hosts" }).getByRole("link", { name: title });
    await row("finish this").getByLabel("complete").waitFor();
    await row("stop this").getByLabel("stopped").waitFor();
    await world.crash();
    await page.reload();
    await row("finish this").getByLabel("complete").waitFor();
    await row("stop this").getByLabel("stopped").waitFor();
    await row("stop this")
      .getByText(/stopped/)
      .waitFor();
    const { stdout } = await world.home.run(["sessions"]);
    expect(stdout).toMatch(/complete .*finish this/);
    expect(stdout).toMatch(/stopped .*stop this/);
  });
});
