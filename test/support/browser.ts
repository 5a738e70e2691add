import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { type CottyHome, createCottyHome, type Started } from "./cotty.ts";
import { pathOf } from "./tools.ts";

const executablePath = pathOf("chromium") ?? "chromium";

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface PageOptions {
  width?: number;
  height?: number;
  theme?: "dark" | "light";
  as?: string;
  view?: boolean;
  /** What the browser lets the page do without asking. */
  permissions?: string[];
}

/** A real daemon on a free port, real shells, and a real browser that is logged in with a one-time link. */
export interface BrowserWorld extends AsyncDisposable {
  readonly home: CottyHome;
  readonly url: string;
  readonly browser: Browser;
  /** What a person follows to log in, once. */
  loginLink(): Promise<string>;
  /** A window of its own login; `as` names somebody else, `view` lets them look only. */
  open(options?: PageOptions): Promise<Page>;
  /** Opens a session with a model of its own and shows it. */
  openSession(page: Page, wanted: { model: string; mode?: string; title?: string }): Promise<string>;
  /** The same without waiting for its terminal. */
  createSession(page: Page, wanted: { model: string; mode?: string; title?: string }): Promise<string>;
  /** Kills the daemon as a crash would, and starts another on the same port. */
  crash(): Promise<void>;
  kill(): Promise<void>;
}

export interface WorldOptions {
  env?: Record<string, string>;
  /** The text of config.toml. */
  config?: string;
}

export async function createBrowserWorld(options: WorldOptions = {}): Promise<BrowserWorld> {
  const home = createCottyHome();
  if (options.config !== undefined) {
    mkdirSync(join(home.dir, "config", "cotty"), { recursive: true });
    writeFileSync(join(home.dir, "config", "cotty", "config.toml"), options.config);
  }
  const browser: Browser = await chromium.launch({ executablePath, args });
  const contexts: BrowserContext[] = [];
  let { daemon, url } = await serve(home, "0", options.env);

  async function kill() {
    daemon.child.kill("SIGKILL");
    await daemon.ended;
  }

  async function loginLink(flags: string[] = []): Promise<string> {
    const { stdout } = await home.run(["web", "--no-open", ...flags], options.env ? { env: options.env } : {});
    const link = /http:\S+/.exec(stdout)?.[0];
    if (!link) throw new Error(`No login link: ${stdout}`);
    return link;
  }

  return {
    home,
    browser,
    loginLink,
    get url() {
      return url;
    },
    async open({ width = 1440, height = 900, theme = "dark", as, view = false, permissions = [] } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: "reduce",
        permissions,
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.goto(await loginLink([...(view ? ["--view"] : []), ...(as === undefined ? [] : ["--name", as])]));
      // The first page is a live terminal; who may only look gets none.
      await page.locator(view ? ".app" : ".keyboard-strip").waitFor({ state: "attached" });
      return page;
    },
    createSession,
    async openSession(page, wanted) {
      const id = await createSession(page, wanted);
      await showSession(page, id);
      return id;
    },
    async crash() {
      await kill();
      const again = await serve(home, new URL(url).port, options.env);
      daemon = again.daemon;
      url = again.url;
    },
    kill,
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await context.close();
      await browser.close();
      // Terminals outlive the daemon by design; those of a test must not.
      await kill();
      await endTerminalHosts(home);
      home[Symbol.dispose]();
    },
  };
}

async function createSession(
  page: Page,
  { model, mode = "default", title = "" }: { model: string; mode?: string; title?: string },
): Promise<string> {
  const answer = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch("/api/v1/sessions", { method: "POST", headers, body: JSON.stringify(body) });
      return (await response.json()) as { id: string };
    },
    { title, settings: { model, mode } },
  );
  return answer.id;
}

export async function showSession(page: Page, id: string): Promise<void> {
  await page.evaluate((session) => {
    const hash = `#/session/${session}`;
    // Until the page has changed, the terminal on it is the one of the session before.
    if (location.hash !== hash) document.querySelector(".terminal-pane")?.setAttribute("data-left", "");
    location.hash = hash;
  }, id);
  // The prompt of the shell: from here on the terminal takes keys.
  const pane = page.locator(".terminal-pane:not([data-left])");
  await pane.locator(".keyboard-strip, .banner.blue").first().waitFor({ state: "attached" });
}

export async function say(page: Page, text: string): Promise<void> {
  await page.fill("[data-composer]", text);
  await page.press("[data-composer]", "Enter");
}

/** Waits until the terminal shows a text; read the way a person hands it to the agent, as "Add terminal text". */
export async function terminalShows(page: Page, text: string): Promise<void> {
  const composer = page.locator("[data-composer]");
  await expect
    .poll(
      async () => {
        await composer.fill("");
        await page.getByRole("button", { name: "Add terminal text" }).click();
        const shown = await composer.inputValue();
        await composer.fill("");
        return shown;
      },
      { timeout: 60_000 },
    )
    .toContain(text);
}

/** What axe has to say against the page as it is now; nothing, when all is well. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => `${node.target.join(" ")} ${node.html}`).join(" | ")}`,
  );
}

async function serve(
  home: CottyHome,
  port: string,
  env?: Record<string, string>,
): Promise<{ daemon: Started; url: string }> {
  const daemon = home.start(["serve", "--port", port], env ? { env } : {});
  let said = "";
  for (;;) {
    const found = /listens on (http:\/\/\S+)/.exec(said)?.[1];
    if (found) return { daemon, url: found };
    if (!daemon.child.stderr) throw new Error("The daemon has no stderr.");
    const next = await Promise.race([once(daemon.child.stderr, "data"), daemon.ended]);
    if (!Array.isArray(next)) throw new Error(`The daemon ended: ${JSON.stringify(next)}`);
    said += String(next[0]);
  }
}

async function endTerminalHosts(home: CottyHome): Promise<void> {
  const directory = join(home.dir, "state", "hosts");
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory).filter((file) => file.endsWith(".json"))) {
    const { pid } = JSON.parse(readFileSync(join(directory, name), "utf8")) as { pid: number };
    if (isRunning(pid)) process.kill(pid, "SIGKILL");
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A host that has ended but whose parent has not looked yet is a zombie, and writes nothing any more. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
