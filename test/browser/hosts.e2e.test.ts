import { delimiter } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserWorld, createBrowserWorld, terminalShows } from "../support/browser.ts";
import { needs } from "../support/needs.ts";
import { startSshd, type ThrowawaySshd } from "../support/sshd.ts";

describe("hosts in the side bar", needs("chromium", "ssh", "sshd"), () => {
  let sshd: ThrowawaySshd;
  let world: BrowserWorld;
  let page: Page;
  beforeAll(async () => {
    sshd = await startSshd();
    world = await createBrowserWorld({
      env: { PATH: `${sshd.binFolder}${delimiter}${process.env["PATH"]}` },
      config: `[hosts.lab]\ndestination = "${sshd.name}"\n[hosts.gone]\ndestination = "nobody@no-such-host.invalid"\n`,
    });
    page = await world.open();
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await sshd?.[Symbol.asyncDispose]();
  });

  it("one click opens a session with a shell on the host [S0.4, S2.23]", async () => {
    await page.getByRole("button", { name: /^lab/ }).click();
    await page.locator(".head .chip", { hasText: "lab" }).waitFor();
    await page.locator(".keyboard-strip").waitFor();
    await page.click(".term-host");
    await page.keyboard.type('echo "$SSH_CONNECTION" | cut -d" " -f4\n');
    await terminalShows(page, String(sshd.port));
  });

  it("a host that cannot be reached says why and what to do, and nothing runs here instead", async () => {
    await page.getByRole("button", { name: /^gone/ }).click();
    const banner = page.getByRole("alert");
    await banner
      .getByText(/no-such-host.invalid/)
      .first()
      .waitFor();
    await banner.getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.locator(".keyboard-strip").count()).toBe(0);
  });
});
