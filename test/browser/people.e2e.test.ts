import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, showSession, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

/** The size that fits once it is known how the terminal is drawn, and that the session has heard of. */
async function settledSize(page: Page, shown: () => Promise<string | undefined>): Promise<string> {
  await page.locator("[data-renderer]").waitFor();
  const fits = (await page.locator("[data-fits]").getAttribute("data-fits")) ?? "";
  await expect.poll(shown).toBe(fits);
  return fits;
}

describe("several people at one session", needs("chromium"), () => {
  let world: BrowserWorld;
  beforeAll(async () => {
    world = await createBrowserWorld();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  it("see each other; who only looks changes nothing, who types has the keyboard and decides the size", async () => {
    const mira = await world.open({ as: "Mira" });
    const jonas = await world.open({ as: "Jonas", width: 1000, height: 700 });
    const id = await world.openSession(mira, { model: "offline/runbooks" });
    const sizeOf = async () => /\d+×\d+/.exec((await mira.locator(".keyboard-strip").textContent()) ?? "")?.[0];
    const before = await settledSize(mira, sizeOf);
    await showSession(jonas, id);
    await mira.getByText("Also here: Jonas").waitFor();
    await jonas.getByText("Also here: Mira").waitFor({ state: "attached" });
    expect(await sizeOf()).toBe(before);

    await jonas.click(".term-host");
    await jonas.keyboard.type("echo by-$((1+1))-jonas\n");
    await terminalShows(mira, "by-2-jonas");
    await mira.getByText("Jonas has the keyboard").waitFor();
    await jonas.getByText("You have the keyboard").waitFor();
    await expect.poll(sizeOf).not.toBe(before);

    await mira.click(".term-host");
    await mira.keyboard.type("echo not-sent\n");
    await mira.getByText("What you typed was not sent").waitFor();
    await mira.getByRole("button", { name: "Ask for it" }).click();
    await jonas.getByText("Mira asks for it").waitFor();
    await jonas.getByRole("button", { name: "Hand back" }).click();
    await mira.getByText("Agent has the keyboard").waitFor();
    await mira.click(".term-host");
    await mira.keyboard.type("echo by-$((1+2))-mira\n");
    await terminalShows(jonas, "by-3-mira");
    await jonas.getByText("Mira has the keyboard").waitFor();
    await expect.poll(sizeOf).toBe(before);
    await jonas.getByRole("button", { name: "Take it" }).click();
    await mira.getByText("Jonas has the keyboard").waitFor();
  });

  it("who may only look sees what happens, says so, and can do nothing", async () => {
    const mira = await world.open({ as: "Mira" });
    const id = await world.openSession(mira, {
      model: world.home.script([command("touch watched", { text: "I make a **file**." }), complete("It is there.")]),
      title: "Watched",
    });
    const guest = await world.open({ view: true });
    await showSession(guest, id);
    await guest.getByText("You are watching. Secrets are hidden").waitFor();
    await mira.getByText("Also here: guest").waitFor();
    await say(mira, "Make a file");
    await guest.getByText("Make a file").waitFor();
    await guest.getByText("Someone who may operate decides.").waitFor();
    expect(await guest.getByRole("button", { name: /Approve|Edit|Reject|Stop|Pause|New Chat/ }).count()).toBe(0);
    expect(await guest.locator("[data-composer]").isDisabled()).toBe(true);
    expect(await guest.locator(".term-host").count()).toBe(0);
    await guest.getByRole("region", { name: "Approval" }).focus();
    await guest.keyboard.press("Control+Enter");
    await mira.getByRole("button", { name: /Approve once/ }).click();
    await guest.getByText("It is there.").waitFor();
    const approvedBy = await mira.evaluate(async (session) => {
      const { events } = await (await fetch(`/api/v1/sessions/${session}/events?limit=5000`)).json();
      return events
        .filter((event: { type: string }) => event.type === "step.approved")
        .map((e: { by: string }) => e.by);
    }, id);
    expect(approvedBy).toEqual(["person:Mira"]);
  });

  it("a page that is opened later shows who ran what in the terminal, and finds a step's place in it", async () => {
    const mira = await world.open({ as: "Mira" });
    const id = await world.openSession(mira, {
      model: world.home.script([command("seq 1 200"), command("echo the-$((40+2))-end"), complete()]),
      mode: "bypassPermissions",
    });
    await say(mira, "go");
    await mira.getByRole("article", { name: "Complete" }).waitFor();
    const later = await world.open({ as: "Mira" });
    await showSession(later, id);
    await terminalShows(later, "the-42-end");
    // Its first command is far up: the bar of what is in view reaches from the top to its end.
    const heights = () =>
      later
        .locator(".command-bar.agent")
        .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect()).map(({ top, height }) => [top, height]));
    await expect.poll(async () => (await heights()).length).toBe(2);
    const scrolledDown = await heights();
    await later.getByRole("article", { name: "Step: seq 1 200" }).getByRole("button").first().click();
    await later.getByRole("button", { name: "Show in terminal" }).click();
    // Now the beginning of the first one is in view, and the second one is not.
    await expect.poll(async () => (await heights()).length).toBe(1);
    expect((await heights())[0]).not.toEqual(scrolledDown[0]);
  });
});
