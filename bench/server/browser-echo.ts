import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { spawn } from "node-pty";
import type { Page } from "playwright-core";
import { WebSocketServer } from "ws";
import { createBrowserWorld } from "../../test/support/browser.ts";
import { quantile, report } from "../report.ts";

const rounds = 30;
const keysInOneTurn = 20;
const warmUpRounds = 6;
const { resolve } = createRequire(import.meta.url);
const scripts = new Map([
  ["/xterm.js", resolve("@xterm/xterm")],
  ["/webgl.js", resolve("@xterm/addon-webgl")],
]);

/**
 * The way of a key as a person meets it: pressed in a page of a real browser, until its echo is back in the page. Beside
 * ours a page as ttyd has it (xterm.js drawn with WebGL, a bare WebSocket, node-pty) in the same browser; they take turns.
 */
export async function measureBrowserEcho(): Promise<void> {
  await using world = await createBrowserWorld();
  await using bare = await startBarePage();
  const pages = { bare: await world.browser.newPage(), ours: await world.browser.newPage() };
  for (const page of Object.values(pages)) await page.addInitScript(watchEchoes);
  await pages.bare.goto(bare.url);
  await pages.ours.goto(await world.loginLink());
  await pages.ours.locator(".keyboard-strip").waitFor({ state: "attached" });
  const times = { bare: [] as number[], ours: [] as number[] };
  for (const page of Object.values(pages)) {
    await page.locator(".xterm-helper-textarea").first().focus();
    await press(page, 1);
  }
  await pages.ours.keyboard.type("\bcat\n");
  for (let round = 0; round < rounds; round++) {
    for (const [name, page] of Object.entries(pages)) {
      await page.bringToFront();
      const turn = await press(page, keysInOneTurn);
      if (round >= warmUpRounds) times[name as keyof typeof times].push(...turn);
    }
  }
  for (const share of [0.5, 0.95]) {
    const [own, theirs] = [quantile(times.ours, share), quantile(times.bare, share)];
    report(
      `keystroke in a browser p${share * 100}`,
      `${own.toFixed(2)} ms`,
      `xterm.js + bare ws + node-pty: ${theirs.toFixed(2)} ms`,
      `ratio ${(own / theirs).toFixed(2)} (bound 1.5)`,
    );
  }
}

interface Echoes {
  pressedAt: number | null;
  times: number[];
}

/** Runs in the page, before anything of it: notes when a key goes down, and when the next bytes come. */
function watchEchoes(): void {
  const echoes: Echoes = { pressedAt: null, times: [] };
  Object.assign(window, { echoes });
  addEventListener("keydown", () => (echoes.pressedAt = performance.now()), { capture: true });
  const Bare = WebSocket;
  window.WebSocket = class extends Bare {
    constructor(...options: ConstructorParameters<typeof Bare>) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string" || echoes.pressedAt === null) return;
        echoes.times.push(performance.now() - echoes.pressedAt);
        echoes.pressedAt = null;
      });
    }
  };
}

async function press(page: Page, count: number): Promise<number[]> {
  await page.evaluate(() => (window as unknown as { echoes: Echoes }).echoes.times.splice(0));
  for (let i = 1; i <= count; i++) {
    await page.keyboard.press("x");
    await page.waitForFunction((wanted) => (window as unknown as { echoes: Echoes }).echoes.times.length >= wanted, i);
  }
  return await page.evaluate(() => (window as unknown as { echoes: Echoes }).echoes.times);
}

/** As ttyd does it: what comes is written, what is read is sent. */
async function startBarePage() {
  const pty = spawn("cat", [], { cols: 80, rows: 24, encoding: null });
  const html = `<!doctype html><div id="terminal"></div><script src="/xterm.js"></script>
    <script src="/webgl.js"></script><script>
    const terminal = new Terminal();
    terminal.open(document.getElementById("terminal"));
    terminal.loadAddon(new WebglAddon.WebglAddon());
    const socket = new WebSocket(location.href.replace("http", "ws"));
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => terminal.write(new Uint8Array(data));
    terminal.onData((text) => socket.send(text));
  </script>`;
  const server = createServer(({ url }, response) => {
    const script = scripts.get(url ?? "");
    response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
    response.end(script === undefined ? html : readFileSync(script));
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on("connection", (socket) => {
    pty.onData((data) => socket.send(data as unknown as Buffer, { binary: true }));
    socket.on("message", (data) => pty.write(String(data)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      pty.kill();
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
