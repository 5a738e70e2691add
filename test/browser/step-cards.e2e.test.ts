import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, showSession, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

type Colour = "red" | "orange" | "green" | "blue" | "grey" | "none";

/** What a person would call a colour of an element, as the browser really computes it. */
async function colourOf(
  element: Locator,
  property: "color" | "background-color" | "border-top-color",
): Promise<Colour> {
  const [red, green, blue, alpha] = await element.evaluate((node, name) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    if (canvas === null) throw new Error("There is no canvas.");
    canvas.fillStyle = getComputedStyle(node).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }, property);
  return nameOf(red ?? 0, green ?? 0, blue ?? 0, alpha ?? 0);
}

function nameOf(red: number, green: number, blue: number, alpha: number): Colour {
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  if (alpha === 0) return "none";
  // The greys of the page are a little blue.
  if (most - least < 6 || (most === blue && most - least < most * 0.3)) return "grey";
  if (most === blue) return "blue";
  if (most === green) return "green";
  return green - blue > 30 && green > most * 0.4 ? "orange" : "red";
}

const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

describe("what a step and its turn look like", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open();
    // Whoever asks for less motion gets none; here it is looked at.
    await page.emulateMedia({ reducedMotion: "no-preference" });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const tool = (name: string) => page.getByRole("toolbar", { name: "Agent" }).getByRole("button", { name });
  const stepCard = (name: string) => page.getByRole("article", { name: `Step: ${name}` });
  const open = (replies: unknown, mode = "bypassPermissions") =>
    world.openSession(page, { model: world.home.script(replies), mode });

  it("a command has a subtle border, its reasoning, the command in green behind >, and output that scrolls [S0.17, S0.74]", async () => {
    await open([command("seq 1 200"), { text: "Counted." }]);
    await say(page, "count");
    await page.getByText("Counted.").waitFor();
    const card = stepCard("seq 1 200");
    if ((await card.getByText("because").count()) === 0) await card.getByRole("button").first().click();
    await card.getByText("because").waitFor();
    const shown = card.locator("code.cmd");
    expect([await shown.innerText(), await colourOf(shown, "color")]).toEqual(["> seq 1 200", "green"]);
    expect([await styleOf(card, "border-top-width"), await colourOf(card, "border-top-color")]).toEqual([
      "1px",
      "grey",
    ]);
    const output = card.locator("pre.output");
    expect(await output.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    expect(await output.innerText()).toContain("\n200");
  });

  it("keys have a blue tint, their reasoning, the keys in blue behind a keyboard, and the screen afterwards [S0.17, S0.75]", async () => {
    const keys = { calls: [{ name: "send_keys", input: { keys: "y Enter", reasoning: "It asks whether to go on." } }] };
    const asks = "printf 'Continue? [y/n] '; read -r reply; echo \"so $reply it is\"";
    await open([command(asks), keys, { text: "It went on." }]);
    await say(page, "go");
    await page.getByText("It went on.").waitFor();
    const card = stepCard("y Enter");
    if ((await card.getByText("It asks whether to go on.").count()) === 0)
      await card.getByRole("button").first().click();
    await card.getByText("It asks whether to go on.").waitFor();
    expect(await colourOf(card.locator("code.cmd"), "color")).toBe("blue");
    expect(await colourOf(card, "background-color")).toBe("blue");
    await card.getByRole("img", { name: "keys" }).or(card.getByLabel("keys")).first().waitFor();
    expect(await card.locator("pre.output").innerText()).toContain("so y it is");
    await page.getByRole("button", { name: "New Chat" }).waitFor();
  });

  it("a step is there as soon as it begins, with what it prints while it prints it [S0.17, S3.76]", async () => {
    const asked = (contains: string) => ({ when: { role: "user", contains } });
    await open([
      { ...command("echo ready-$((1+1))"), ...asked("first") },
      { text: "Ready.", when: { role: "tool" } },
      { ...command("echo begun; sleep 600"), ...asked("second") },
    ]);
    await say(page, "the first thing");
    await page.getByText("Ready.").waitFor();
    // From here on the page has this session's terminal, and draws what it prints.
    await terminalShows(page, "ready-2");
    await say(page, "the second thing");
    const card = stepCard("echo begun; sleep 600");
    await card.getByRole("img", { name: "running" }).waitFor();
    await card.locator("pre.output", { hasText: "begun" }).waitFor();
    await tool("Stop").click();
    await page.getByRole("article", { name: "Stopped" }).waitFor();
  });

  it("a completion has a green tint and [complete] with the summary [S0.15, S0.76]", async () => {
    await open([complete("Nothing was to be done.")]);
    await say(page, "go");
    const end = page.getByRole("article", { name: "Complete" });
    await end.getByText("Nothing was to be done.").waitFor();
    expect(await end.innerText()).toMatch(/^\[complete\]/);
    expect(await colourOf(end, "background-color")).toBe("green");
  });

  it("an error has a red tint and [error] with the message [S0.78]", async () => {
    await open([{ error: { code: "x", message: "The model is on holiday.", nextStep: "Ask another." } }]);
    await say(page, "go");
    const end = page.getByRole("article", { name: "Error" });
    await end.waitFor();
    expect(await end.innerText()).toMatch(/^\[error\] The model is on holiday\./);
    expect(await colourOf(end, "background-color")).toBe("red");
  });

  it("a turn that is stopped says Stopping… with a spinner until it has ended, and is red then [S0.50, S0.77]", async () => {
    // It ends as slowly as the command that it has to interrupt: this one looks away for a second first.
    await open([
      command("sh -c 'trap \"sleep 2; exit 3\" INT; echo began-$((1+1)); while :; do sleep 0.1; done'"),
      complete(),
    ]);
    await say(page, "go");
    await terminalShows(page, "began-2");
    const seen = page.waitForFunction(() => {
      const button = document.querySelector<HTMLButtonElement>(".tool.stop");
      return button?.innerText === "Stopping…" && button.disabled && button.querySelector(".spin") !== null;
    });
    await tool("Stop").click();
    await seen;
    const end = page.getByRole("article", { name: "Stopped" });
    await end.waitFor();
    expect(await end.innerText()).toBe("[stopped] agent stopped by user.");
    expect(await colourOf(end, "background-color")).toBe("red");
    expect(await tool("Stop").count()).toBe(0);
  });

  it("Pause is amber while the agent works under a pulsing badge; Resume is green and pulses [S0.8, S0.40, S0.43]", async () => {
    await open([command("sleep 1"), command("sleep 1"), complete()]);
    await say(page, "go");
    await tool("Pause").waitFor();
    const badge = page.getByText("AGENT", { exact: true });
    expect(await colourOf(tool("Pause"), "color")).toBe("orange");
    // A step that policy is still judging does not pulse yet.
    await expect.poll(() => styleOf(badge, "animation-name")).toBe("pulse");
    await tool("Pause").click();
    await page.getByText("agent paused — click Resume to continue").waitFor();
    expect([await colourOf(tool("Resume"), "color"), await styleOf(tool("Resume"), "animation-name")]).toEqual([
      "green",
      "pulse",
    ]);
    expect(await tool("Pause").count()).toBe(0);
    await tool("Resume").click();
    await page.getByRole("article", { name: "Complete" }).waitFor();
    expect(await styleOf(badge, "animation-name")).toBe("none");
  });

  it("Retry appears once a turn has ended, and runs the last prompt again [S0.51]", async () => {
    await open([{ when: { role: "user", contains: "Say a word" }, text: "Walrus." }]);
    await say(page, "Say a word");
    await page.getByText("Walrus.").waitFor();
    await tool("Retry").click();
    await expect.poll(() => page.getByText("Walrus.").count()).toBe(2);
    expect(await page.getByText("Say a word", { exact: true }).count()).toBeGreaterThan(1);
  });

  it("the Agent toggle glows orange while agent mode is on, and not while it is off [S0.6, S0.7]", async () => {
    const toggle = page.getByRole("button", { name: "Agent", exact: true }).first();
    const look = async () => [
      await toggle.getAttribute("aria-pressed"),
      await colourOf(toggle, "color"),
      (await styleOf(toggle, "box-shadow")) === "none" ? "dark" : "glows",
    ];
    expect(await look()).toEqual(["true", "orange", "glows"]);
    await toggle.click();
    expect(await look()).toEqual(["false", "grey", "dark"]);
    await toggle.click();
    expect(await look()).toEqual(["true", "orange", "glows"]);
  });

  it("Send to Terminal writes a suggestion at the prompt, and does not press Enter [S0.69]", async () => {
    await open([{ text: "Try <cmd>echo sent-$((40+2))</cmd>." }]);
    await say(page, "how?");
    await page.getByRole("button", { name: "Send to Terminal" }).click();
    await terminalShows(page, "echo sent-$((40+2))");
    await page.click(".term-host:visible");
    await page.keyboard.press("Enter");
    await terminalShows(page, "sent-42");
  });

  it("Add terminal text puts all that the terminal holds into the prompt [S0.70]", async () => {
    await open([{ text: "Fine." }]);
    await page.click(".term-host:visible");
    await page.keyboard.type("seq 1 100; echo all-$((40+2))\n");
    await terminalShows(page, "all-42");
    await page.getByRole("button", { name: "Add terminal text" }).click();
    const text = await page.inputValue("[data-composer]");
    // More than fits on a screen: its first line as well as its last.
    expect(text.split("\n").filter((line) => /^\d+$/.test(line.trim())).length).toBe(100);
    await page.fill("[data-composer]", "");
  });

  it("the agent works on while no page is open: its loop is in the engine [S0.2]", async () => {
    const window = await world.open();
    const id = await world.openSession(window, {
      model: world.home.script([command("sleep 2"), command("touch made-alone"), complete("Done alone.")]),
      mode: "bypassPermissions",
    });
    await say(window, "go");
    await window.getByRole("img", { name: "running" }).waitFor();
    await window.close();
    await showSession(page, id);
    await page.getByText("Done alone.").waitFor();
  });

  it("settings of a session change its model, its mode and whether the model thinks at length [S4.49]", async () => {
    await open([{ text: "one" }], "default");
    await page.evaluate(() => {
      location.hash = "#/settings";
    });
    const settings = page.getByRole("region", { name: "This session" });
    const choice = (name: RegExp) => settings.getByRole("combobox", { name });
    const thinking = settings.getByRole("checkbox", { name: /^Extended thinking/ });
    const shown = async () => [
      await choice(/^Model/).inputValue(),
      await choice(/^Mode(?!l)/).inputValue(),
      await thinking.isChecked(),
    ];
    expect((await shown()).slice(1)).toEqual(["default", false]);
    await choice(/^Model/).selectOption("offline/runbooks");
    await choice(/^Mode(?!l)/).selectOption("plan");
    await thinking.click();
    await expect.poll(shown).toEqual(["offline/runbooks", "plan", true]);
    // Loaded again, the page has it from the server.
    await page.reload();
    await expect.poll(shown).toEqual(["offline/runbooks", "plan", true]);
  });

  it("[LT1] a command that outlived its time-out and its turn gets its end on its card, and in the other surfaces", async () => {
    const model = world.home.script([
      {
        when: { role: "user" },
        calls: [
          {
            name: "run_command",
            input: {
              command: "until [ -e late-end ]; do sleep 0.1; done; echo late-$((40+2)); (exit 3)",
              reasoning: "because",
              timeout_seconds: 1,
            },
          },
        ],
      },
      { when: { role: "tool" }, ...complete() },
    ]);
    const id = await world.openSession(page, { model, mode: "bypassPermissions" });
    await say(page, "go");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    const card = page.getByRole("article", { name: /^Step: until/ });
    await card.getByRole("img", { name: "still running" }).waitFor();
    await world.home.run(["exec", "--", "touch", "late-end"]);
    await card.getByText(/^exit 3/).waitFor();
    await card.getByText("late-42", { exact: true }).waitFor();
    await card.getByText(/Nothing was killed\. Ended at \d/).waitFor();
    expect((await world.home.run(["show", id])).stdout).toMatch(/ended {2}until.*\n\s+late-42\n\s+exit 3/);
    expect((await world.home.run(["export", id, "--format", "json"])).stdout).toContain('"command.ended"');
  });
});
