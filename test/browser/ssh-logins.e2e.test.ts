import { delimiter } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, terminalShows } from "../support/browser.ts";
import { needs } from "../support/needs.ts";
import { clientOf, startSshd, type ThrowawaySshd } from "../support/sshd.ts";

describe("a host that has questions, in the browser", needs("chromium", "ssh", "sshd", "root"), () => {
  let asking: ThrowawaySshd;
  let strange: ThrowawaySshd;
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    asking = await startSshd({
      name: "asking",
      questions: [
        { method: "password", answer: "open sesame" },
        { method: "keyboard-interactive", answer: "123456" },
      ],
    });
    strange = await startSshd({ name: "strange" });
    strange.forgetHost();
    world = await createBrowserWorld({
      env: { PATH: `${clientOf(asking, strange)}${delimiter}${process.env["PATH"]}` },
      config: "[hosts.asking]\n[hosts.strange]\n",
    });
    page = await world.open();
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await strange?.[Symbol.asyncDispose]();
    await asking?.[Symbol.asyncDispose]();
  });

  const portThere = async () => {
    await page.getByRole("status", { name: "Keyboard" }).waitFor();
    await page.click(".term-host");
    await page.keyboard.type('echo "port $SSH_CONNECTION" | cut -d" " -f1,5\n');
  };

  it("its password and its code are typed into masked fields, and are in no event", async () => {
    await page.getByRole("button", { name: /^asking/ }).click();
    const password = page.getByLabel(/'s password$/);
    await password.waitFor();
    await page.waitForFunction(() => document.title === "(1) Cotty");
    await page.evaluate(() => {
      location.hash = "#/inbox";
    });
    const waiting = page.getByRole("region", { name: "Password asked for" });
    await waiting.getByText("Password asked for on asking").waitFor();
    await waiting.getByRole("link", { name: "Answer in its terminal" }).click();
    await password.fill("not it");
    await page.keyboard.press("Enter");
    await page.getByText("That was not accepted").waitFor();
    expect(await password.getAttribute("type")).toBe("password");
    await password.fill("open sesame");
    await page.keyboard.press("Enter");
    const code = page.getByLabel(/\) Password$/);
    expect(await code.getAttribute("type")).toBe("password");
    await code.fill("123456");
    await page.keyboard.press("Enter");
    await portThere();
    await terminalShows(page, `port ${asking.port}`);
    const events = await page.evaluate(async () => {
      const id = location.hash.split("/").at(-1);
      return (await fetch(`/api/v1/sessions/${id}/events?limit=5000`)).text();
    });
    expect(events).toContain("login.finished");
    expect(events).not.toMatch(/open sesame|not it|123456/);
  });

  it("a lost connection says so, and is made again by a click", async () => {
    asking.dropConnections();
    const banner = page.getByRole("alert").filter({ hasText: "The connection to asking was lost" });
    await banner.getByRole("button", { name: "Connect again" }).click();
    await page.getByLabel(/'s password$/).fill("open sesame");
    await page.keyboard.press("Enter");
    await page.getByLabel(/\) Password$/).fill("123456");
    await page.keyboard.press("Enter");
    await portThere();
    await terminalShows(page, `port ${asking.port}`);
  });

  it("its key is accepted only by a click below the fingerprint", async () => {
    await page.getByRole("button", { name: /^strange/ }).click();
    const question = page.getByRole("region", { name: "Host key" });
    await question.getByText(strange.hostFingerprint()).waitFor();
    const dot = page.getByRole("button", { name: /^strange/ }).getByRole("img");
    expect([await page.locator(".keyboard-strip").count(), await dot.getAttribute("aria-label")]).toEqual([
      0,
      "closed",
    ]);
    await question.getByRole("button", { name: /accept and connect/ }).click();
    await portThere();
    await expect.poll(() => dot.getAttribute("aria-label"), { timeout: 30_000 }).toBe("connected");
    await terminalShows(page, `port ${strange.port}`);
  });
});
