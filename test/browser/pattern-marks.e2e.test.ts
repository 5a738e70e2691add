import { describe, expect, it } from "vitest";
import { createBrowserWorld, say } from "../support/browser.ts";
import { complete } from "../support/cotty.ts";
import { needs } from "../support/needs.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });

describe("a default dangerous pattern in the browser", needs("chromium"), () => {
  it("is a mark on the step that ran, on the card that asks, and in the sheet of a danger [S3.26, S3.53]", async () => {
    await using world = await createBrowserWorld();
    const page = await world.open();
    const asked = [run("echo mkfs is not run"), run("dd if=a.img of=b.img"), complete()];
    await world.openSession(page, { model: world.home.script(asked) });
    await say(page, "Look around");
    const card = page.getByRole("region", { name: "Approval" });
    await card.waitFor();
    expect(await card.locator(".pattern-mark").allInnerTexts()).toEqual([
      String.raw`Matches the default dangerous pattern dd\s+if=`,
    ]);
    const ran = page.getByRole("article", { name: "Step: echo mkfs is not run" });
    await ran.getByRole("button").first().click();
    expect(await ran.locator(".pattern-mark").allInnerTexts()).toEqual(["Matches the default dangerous pattern mkfs"]);

    await world.openSession(page, { model: world.home.script([run("rm -rf /srv"), complete()]) });
    await say(page, "Clean up");
    await page.getByRole("button", { name: "Review before you decide" }).click();
    const sheet = page.getByRole("complementary", { name: "Dangerous command: review" });
    await sheet.waitFor();
    expect(await sheet.locator(".pattern-mark").allInnerTexts()).toEqual([
      String.raw`Matches the default dangerous pattern rm\s+-rf\s+/`,
    ]);
  });
});
