import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, say, terminalShows } from "../support/browser.ts";
import { command, complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

describe("what programs and models print against the page", needs("chromium"), () => {
  let world: BrowserWorld;
  let page: Page;
  const outside: string[] = [];
  beforeAll(async () => {
    world = await createBrowserWorld();
    page = await world.open({ permissions: ["clipboard-read", "clipboard-write"] });
    page.on("request", (request) => {
      if (!request.url().startsWith(world.url)) outside.push(request.url());
    });
    page.on("dialog", (dialog) => outside.push(`dialog: ${dialog.message()}`));
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  it("an answer of a model loads nothing, runs nothing, and says where its links lead", async () => {
    const answer = [
      "# Hello <script>alert(1)</script>",
      "<img src='https://evil.example/a.png' onerror='alert(1)'> ![a dot](https://evil.example/t.png)",
      "[a page](javascript:alert(1)) and [your bank](https://evil.example/login) and <https://plain.example/>",
      "<iframe src='https://evil.example'></iframe>",
      `| ${Array.from({ length: 40 }, (_, i) => `column${i}`).join(" | ")} |\n|${"-|".repeat(40)}`,
      "<cmd>echo safe\u202e # text that runs backwards</cmd>",
    ].join("\n\n");
    await world.openSession(page, { model: world.home.script([{ text: answer }]) });
    await say(page, "go");
    await page.getByRole("heading", { name: "Hello <script>alert(1)</script>" }).waitFor();
    const shown = page.locator(".answer");
    await expect.poll(() => shown.locator("table").count()).toBe(1);
    expect(await shown.locator("img, iframe, script").count()).toBe(0);
    expect(
      await shown.locator("a").evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)),
    ).toEqual(["https://evil.example/login", "https://plain.example/"]);
    await page.getByText("(javascript:alert(1))").waitFor();
    await page.getByText("(evil.example)").waitFor();
    await page.getByText("echo safe‹U+202E› # text that runs backwards").waitFor();
    const columnWidth = await shown
      .locator("th")
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().width);
    expect(columnWidth).toBeGreaterThan(40);
    const flow = page.locator(".flow");
    expect(await flow.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(outside).toEqual([]);
  });

  it("a program's title is one short line, and its clipboard is closed until somebody does something", async () => {
    const file = (name: string, text: string) => writeFileSync(join(world.home.dir, name), text);
    file("hostile", `\x1b]0;<b>root\n@prod</b>${"x".repeat(300)}\x07\x1b]52;c;${btoa("taken")}\x07`);
    file("polite", `\x1b]52;c;${btoa("given")}\x07`);
    file("curious", "\x1b]52;c;?\x07");
    const steps = [command("cat hostile; echo titled-$((1+1))"), complete()];
    await page.evaluate(() => navigator.clipboard.writeText("mine"));
    await world.openSession(page, { model: world.home.script(steps), mode: "bypassPermissions" });
    await say(page, "go");
    await page.getByRole("article", { name: "Complete" }).waitFor();
    await terminalShows(page, "titled-2");
    await page.getByText("A program wanted to change the clipboard while nobody typed.").waitFor();
    expect(await clipboard()).toBe("mine");
    const tab = page.locator(".tab").first();
    expect(await tab.innerText()).toMatch(/^<b>root@prod<\/b>x{50,70}$/);
    expect((await tab.boundingBox())?.width ?? 0).toBeLessThan(320);
    await page.click(".term-host");
    // A gesture counts for two seconds; a shell on a busy machine may take longer to print, so a person tries again.
    const typeAndLook = async () => {
      await page.keyboard.type("cat polite\n");
      return clipboard();
    };
    await expect.poll(typeAndLook, { interval: 1000 }).toBe("given");
    // Reading it is never answered: nothing is typed into the shell.
    await page.keyboard.type("cat curious; echo asked-$((1+1))\n");
    await terminalShows(page, "asked-2");
    await page.getByText("A program tried to read your clipboard. Cotty blocked it.").waitFor();
  });

  it("a hundred million bytes leave a page that still takes keys at once [S3.78]", async () => {
    await world.openSession(page, { model: "offline/runbooks" });
    await page.click(".term-host");
    await page.keyboard.type("yes 0123456789012345678901234567890123456789 | head -c 100000000; echo over-$((1+1))\n");
    await expect.poll(async () => shellSays(page, "over-2"), { timeout: 120_000 }).toBe(true);
    await page.click(".term-host");
    await page.keyboard.type("echo still-$((1+2))\n");
    await terminalShows(page, "still-3");
  });
});

async function shellSays(page: Page, text: string): Promise<boolean> {
  await page.getByRole("button", { name: "Add terminal text" }).click();
  const shown = await page.locator("[data-composer]").inputValue();
  await page.locator("[data-composer]").fill("");
  return shown.includes(text);
}
