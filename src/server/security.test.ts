import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { credentialsIn } from "../../test/support/memory-receipts.ts";
import { openTestServer, streamOf, type TestServer, upgradeStatus } from "../../test/support/server.ts";
import { startServer } from "./index.ts";

const cookieOf = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";

/** The last 43 characters; an underscore may be one of them. */
const secretOf = (text: string) => text.slice(-43);

async function logIn({ server }: TestServer): Promise<string> {
  return cookieOf(await fetch(server.createLoginLink("mira"), { redirect: "manual" }));
}

/** A request exactly as written: fetch would not send another Host, nor a path with dots. */
function rawStatus(test: TestServer, options: { path: string; headers?: Record<string, string>; method?: string }) {
  return new Promise<{ status: number; body: string; cookies: string }>((resolve, reject) => {
    const asked = request({ port: test.server.port, host: "127.0.0.1", ...options }, (response) => {
      let body = "";
      response.on("data", (piece) => {
        body += piece;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body, cookies: response.headers["set-cookie"]?.join() ?? "" }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

describe("a login link", () => {
  it("logs a browser in once, with a cookie that scripts and other sites do not get, and an address without the code", async () => {
    await using test = await openTestServer();
    const link = test.server.createLoginLink("mira");
    const first = await fetch(link, { redirect: "manual" });
    expect([first.status, first.headers.get("location")]).toEqual([303, "/"]);
    expect(first.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict$/);
    const second = await fetch(link, { redirect: "manual" });
    expect([second.status, second.headers.get("set-cookie")]).toEqual([401, null]);
    const me = await test.call("/api/v1/me", { token: null, headers: { cookie: cookieOf(first) } });
    expect(await me.json()).toEqual({ name: "mira", scope: "operate", kind: "browser" });
  });

  it("still logs in whoever brings an old cookie, after any number of wrong tokens and links", async () => {
    await using test = await openTestServer();
    const cookie = await logIn(test);
    test.credentials.revoke(cookie.split("_")[1] ?? "");
    const old = { token: null, headers: { cookie } };
    for (let i = 0; i < 60; i++) await test.call("/login?code=wrong", old);
    const answers: number[] = [];
    for (let i = 0; i < 60; i++) answers.push((await test.call("/api/v1/me", old)).status);
    expect([answers[0], answers.at(-1)]).toEqual([401, 429]);
    expect((await test.call("/login?code=wrong", old)).status).toBe(429);
    expect((await test.call("/", old)).status).toBe(404);
    const again = await fetch(test.server.createLoginLink("mira"), { redirect: "manual", headers: { cookie } });
    expect(again.status).toBe(303);
    expect((await test.call("/api/v1/me", { token: null, headers: { cookie: cookieOf(again) } })).status).toBe(200);
  });

  it("is not used up by a program that only asks whether it is there", async () => {
    await using test = await openTestServer();
    const link = test.server.createLoginLink("mira");
    expect((await fetch(link, { method: "HEAD", redirect: "manual" })).status).toBe(401);
    expect((await fetch(link, { redirect: "manual" })).status).toBe(303);
  });

  it("gives a cookie that travels over https only, where a proxy serves us over https", async () => {
    await using test = await openTestServer({ allowedOrigins: ["https://cotty.example"] });
    const { pathname, search } = new URL(test.server.createLoginLink("mira"));
    const headers = { host: "cotty.example" };
    const { cookies } = await rawStatus(test, { path: `${pathname}${search}`, headers });
    expect(cookies).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
  });

  it("is used up by one of two that come at the same moment", async () => {
    await using test = await openTestServer();
    const link = test.server.createLoginLink("mira");
    const all = await Promise.all(Array.from({ length: 10 }, () => fetch(link, { redirect: "manual" })));
    expect(all.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(401)]);
  });

  it("ends after ten minutes", async () => {
    await using test = await openTestServer();
    let now = 1_000_000;
    const credentials = credentialsIn(join(test.directory, "links"), () => now);
    const [early, late] = [
      credentials.createLink({ name: "a", scope: "view" }),
      credentials.createLink({ name: "b", scope: "view" }),
    ];
    now += 9 * 60_000;
    expect(credentials.useLink(early)).toEqual({ name: "a", scope: "view" });
    now += 2 * 60_000;
    expect(credentials.useLink(late)).toBeNull();
  });

  it("leaves nothing of its code or of the cookie in what is stored or reported", async () => {
    await using test = await openTestServer();
    const link = test.server.createLoginLink("mira");
    const cookie = cookieOf(await fetch(link, { redirect: "manual" }));
    const secrets = [link, cookie].map(secretOf);
    const folder = join(test.directory, "credentials");
    const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    for (const secret of secrets) expect([...stored, ...test.reported].join("\n")).not.toContain(secret);
  });

  it("cannot be used as a token", async () => {
    await using test = await openTestServer();
    const code = new URL(test.server.createLoginLink("mira")).searchParams.get("code") ?? "";
    expect((await test.call("/api/v1/me", { token: code })).status).toBe(401);
  });
});

describe("tokens", () => {
  it("are kept as hashes in files that only their owner reads", async () => {
    await using test = await openTestServer();
    const folder = join(test.directory, "credentials");
    const files = readdirSync(folder);
    expect(files.length).toBe(2);
    for (const name of files) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
      for (const token of Object.values(test.tokens)) {
        expect(readFileSync(join(folder, name), "utf8")).not.toContain(secretOf(token));
      }
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("end when they are revoked: every connection that was opened with one is closed", async () => {
    await using test = await openTestServer();
    const paths = ["/api/v1/stream", "/projects/shop/agent/cotty", "/projects/shop/terminal"];
    const streams = paths.map((path) => streamOf(test.dial(path)));
    for (const stream of streams) await stream.opened();
    const other = streamOf(test.dial("/api/v1/stream", { authorization: `Bearer ${test.tokens.view}` }));
    await other.greet();
    expect(test.credentials.revoke("op")).toBe(1);
    expect((await test.call("/api/v1/me")).status).toBe(401);
    expect(await Promise.all(streams.map((stream) => stream.closed()))).toEqual([4401, 4401, 4401]);
    other.send({ type: "ping", id: "still" });
    await other.message("pong");
  });

  it("carry nothing out once they are revoked, also in the moment before their connection is closed", async () => {
    await using test = await openTestServer();
    const id = await test.openSession();
    const stream = streamOf(test.dial("/api/v1/stream"));
    await stream.greet();
    test.credentials.revoke("op");
    stream.send({ type: "request", id: "r1", session: id, request: { type: "prompt", text: "still here" } });
    expect((await stream.message("reply")).reply).toMatchObject({
      outcome: "refused",
      error: { code: "auth.required" },
    });
    expect((await test.store.getSession(id))?.head.seq).toBe(1);
  });

  it("end on their day", async () => {
    await using test = await openTestServer();
    let now = 5;
    const credentials = credentialsIn(join(test.directory, "tokens"), () => now);
    const { text } = credentials.create({ kind: "token", name: "ci", scope: "view", expiresAt: 10 });
    expect(credentials.check(text)?.name).toBe("ci");
    now = 10;
    expect([credentials.check(text), credentials.list()]).toEqual([null, []]);
  });

  it("are refused with 429 after too many wrong ones, while the right one still works", async () => {
    await using test = await openTestServer();
    const wrong = test.tokens.operate.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    const statuses = new Map<number, number>();
    for (let i = 0; i < 1000; i++) {
      const { status, headers } = await test.call("/api/v1/me", { token: wrong });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect(statuses.get(429)).toBe(900);
    expect((await test.call("/api/v1/me")).status).toBe(200);
  });
});

describe("names and pages", () => {
  it("refuses requests under a name that is not its own", async () => {
    await using test = await openTestServer();
    for (const host of [
      "evil.example",
      `evil.example:${test.server.port}`,
      "127.0.0.1",
      `127.0.0.1:${test.server.port + 1}`,
    ]) {
      expect((await rawStatus(test, { path: "/api/v1/health", headers: { host } })).status).toBe(421);
    }
    for (const host of ["127.0.0.1", "localhost", "LOCALHOST"]) {
      const named = { host: `${host}:${test.server.port}` };
      expect((await rawStatus(test, { path: "/api/v1/health", headers: named })).status).toBe(200);
    }
  });

  it.each(["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost.evil.example", ""])(
    "refuses a WebSocket from the origin %j",
    async (origin) => {
      await using test = await openTestServer();
      expect(await upgradeStatus(test.dial("/api/v1/stream", { origin }))).toBe(403);
    },
  );

  it("refuses a WebSocket without an origin, and takes one from its own page or from one that is allowed", async () => {
    await using test = await openTestServer({ allowedOrigins: ["https://cotty.example"] });
    const { WebSocket } = await import("ws");
    const bare = new WebSocket(`${test.server.url.replace("http", "ws")}/api/v1/stream`, {
      headers: { authorization: `Bearer ${test.tokens.operate}` },
    });
    expect(await upgradeStatus(bare)).toBe(403);
    expect(await upgradeStatus(test.dial("/api/v1/stream"))).toBe(101);
    expect(await upgradeStatus(test.dial("/api/v1/stream", { origin: "https://cotty.example" }))).toBe(101);
  });

  it("takes a change with a cookie from its own page only, and as JSON only", async () => {
    await using test = await openTestServer();
    const cookie = await logIn(test);
    const post = (headers: Record<string, string>, body = "{}") =>
      test.call("/api/v1/sessions", { method: "POST", token: null, body, headers: { cookie, ...headers } });
    const status = async (headers: Record<string, string>) => (await post(headers)).status;
    expect(await status({ "x-cotty": "1" })).toBe(201);
    expect(await status({ "sec-fetch-site": "same-origin", origin: test.server.url })).toBe(201);
    expect(await status({})).toBe(403);
    expect(await status({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await status({ "x-cotty": "1", origin: "http://127.0.0.1:9" })).toBe(403);
    expect(await status({ "x-cotty": "1", origin: "null" })).toBe(403);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      expect(await status({ "x-cotty": "1", "content-type": type })).toBe(415);
    }
  });

  it.each(["/api/v1/hosts/web1/key", "/api/v1/models"])(
    "goes out for GET %s with a cookie only when a script of its own page asks",
    async (path) => {
      await using test = await openTestServer();
      const cookie = await logIn(test);
      const status = async (headers: Record<string, string>) =>
        (await test.call(path, { token: null, headers: { cookie, ...headers } })).status;
      const ours = { "sec-fetch-site": "same-origin" };
      expect(await status({ ...ours, "sec-fetch-dest": "empty" })).toBe(200);
      expect(await status({ "x-cotty": "1" })).toBe(200);
      expect(await status({})).toBe(403);
      expect(await status({ ...ours, "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" })).toBe(403);
      expect(await status({ ...ours, "sec-fetch-dest": "image" })).toBe(403);
      for (const site of ["cross-site", "same-site", "none"])
        expect(await status({ "sec-fetch-site": site, "sec-fetch-dest": "empty" })).toBe(403);
      expect((await test.call(path)).status).toBe(200);
    },
  );

  it("sends the headers that keep frames, inline scripts, sniffing and referrers out, and allows no other origin", async () => {
    await using test = await openTestServer();
    for (const path of ["/", "/login", "/api/v1/health", "/api/v1/sessions", "/nothing.js"]) {
      const { headers } = await test.call(path, { headers: { origin: "https://evil.example" } });
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' 'wasm-unsafe-eval'");
      expect(
        Object.fromEntries(
          ["x-content-type-options", "referrer-policy", "access-control-allow-origin"].map((name) => [
            name,
            headers.get(name),
          ]),
        ),
      ).toEqual({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "access-control-allow-origin": null,
      });
    }
  });
});

describe("the address", () => {
  it("is this machine's own unless there is a token", async () => {
    await using test = await openTestServer();
    const credentials = credentialsIn(join(test.directory, "none"));
    const options = { port: 0, allowedOrigins: [], promptsPerMinute: 60, webRoot: "/nowhere", deps: {} as never };
    await expect(startServer({ ...options, host: "0.0.0.0", credentials })).rejects.toMatchObject({
      code: "server.no-credentials",
    });
    credentials.createLink({ name: "mira", scope: "operate" });
    await expect(startServer({ ...options, host: "0.0.0.0", credentials })).rejects.toMatchObject({
      code: "server.no-credentials",
    });
    credentials.create({ kind: "token", name: "phone", scope: "operate" });
    await using open = await startServer({ ...options, host: "0.0.0.0", credentials });
    expect(open.port).toBeGreaterThan(0);
  });
});

describe("hostile requests", () => {
  it.each([
    "/../package.json",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd.txt",
    "/assets/..%5c..%5csecret.js",
    "/.env",
    "/assets/.git/config.js",
    "/%00.js",
    "/%ff.js",
    "//etc/passwd.js",
  ])("gets nothing from outside the app for %s", async (path) => {
    await using test = await openTestServer();
    const { status } = await rawStatus(test, { path });
    expect([400, 404]).toContain(status);
  });

  it("refuses bodies that are too large, endless, broken or of another shape, and lives", async () => {
    await using test = await openTestServer();
    const post = (body: string, headers = {}) => test.call("/api/v1/sessions", { method: "POST", body, headers });
    expect((await post(JSON.stringify({ title: "x".repeat(2_200_000) }))).status).toBe(413);
    const endless = await fetch(`${test.server.url}/api/v1/sessions`, {
      method: "POST",
      headers: { authorization: `Bearer ${test.tokens.operate}`, "content-type": "application/json" },
      body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{}")) }),
      duplex: "half",
    } as RequestInit);
    expect(endless.status).toBe(413);
    expect((await post("{")).status).toBe(400);
    const unknown = await post(JSON.stringify({ surprise: 1 }));
    expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: { code: "request.invalid" } }]);
    expect((await test.call("/api/v1/health")).status).toBe(200);
  });

  it("cannot be kept from ending by connections that say nothing, half of something, or no goodbye", async () => {
    const test = await openTestServer();
    const host = `127.0.0.1:${test.server.port}`;
    const begin = `GET /api/v1/stream HTTP/1.1\r\nHost: ${host}\r\n`;
    const upgrade = `Origin: ${test.server.url}\r\nAuthorization: Bearer ${test.tokens.operate}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    const sockets = ["", begin, `${begin}Upgrade: x\r\n`, `${begin}${upgrade}`].map((text) => {
      // Stays open on its side whatever the other does.
      const socket = connect({ port: test.server.port, host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => {});
      socket.write(text);
      return socket;
    });
    const [, , , stream] = sockets;
    if (stream) await once(stream, "data");
    await test[Symbol.asyncDispose]();
    for (const socket of sockets) socket.destroy();
  });

  it.each(["h2c", "foo", "", "websocket, h2c"])(
    "does not keep a connection that wants to speak %j",
    async (protocol) => {
      await using test = await openTestServer();
      const socket = connect(test.server.port, "127.0.0.1");
      let answer = "";
      socket.on("data", (data) => {
        answer += String(data);
      });
      const host = `127.0.0.1:${test.server.port}`;
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);
      await once(socket, "close");
      expect(answer).toMatch(/^HTTP\/1.1 40[03] /);
    },
  );

  it("answers a question about what is not there with 404 and a reason", async () => {
    await using test = await openTestServer();
    for (const path of ["/api/v1/nothing", "/api/v1/sessions/s_none", "/api/v1/sessions/s_none/events"]) {
      const response = await test.call(path);
      expect([response.status, Object.keys((await response.json()) as object)]).toEqual([404, ["error"]]);
    }
  });
});

describe("too many prompts", () => {
  it("are refused with the time to wait, over HTTP and over the WebSocket, and everything else goes on [S4.54]", async () => {
    await using test = await openTestServer({ promptsPerMinute: 2 });
    const id = await test.openSession();
    const send = (request: object) =>
      test.call(`/api/v1/sessions/${id}/requests`, { method: "POST", body: { request } });
    await send({ type: "prompt", text: "one" });
    await send({ type: "prompt", text: "two" });
    const third = await send({ type: "prompt", text: "three" });
    expect(third.status).toBe(429);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send({ type: "settings", settings: { thinking: true } })).status).toBe(200);
    const gemini = { model: "m", messages: [{ role: "user", text: "x" }] };
    expect((await test.call("/api/gemini/chat", { method: "POST", body: gemini })).status).toBe(429);
  });
});
