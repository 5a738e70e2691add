import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCottyHome } from "../support/cotty.ts";
import { startTestDaemon } from "../support/daemon.ts";

/** No format tells it: only that Cotty holds it says that it is a secret. */
const key = "orchid-lantern/quarry-7";
const password = "hunter2-meadow";
const forms = [
  password,
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString("base64"),
  Buffer.from(key).toString("hex"),
];
const model = "anthropic/claude-sonnet-4-5";

/** A provider, or a proxy before it, that says the key back in every way there is. */
async function startEcho() {
  const echoed = `Key ${key} (${forms.slice(2).join(", ")}) is not accepted`;
  const answers = [
    { status: 401, headers: {}, body: JSON.stringify({ error: { type: "authentication_error", message: echoed } }) },
    { status: 400, headers: { "x-your-key": key }, body: JSON.stringify({ error: { message: echoed } }) },
    { status: 403, headers: {}, body: `<html><h1>${echoed}</h1></html>` },
    { status: 302, headers: { location: `http://127.0.0.1:1/?key=${encodeURIComponent(key)}` }, body: "" },
    { status: 200, headers: {}, body: `{"type":"error","key":"${key}"` },
    { status: 418, headers: { "retry-after": key }, body: key },
  ];
  let asked = 0;
  const server = createServer((request, response) => {
    const { status, headers, body } = answers[asked++ % answers.length] ?? { status: 500, headers: {}, body: key };
    request.resume();
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    kinds: answers.length,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The database with what is still beside it, the daemon's log, anchors, and whatever else there is. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const leaksIn = (text: string) => forms.filter((form) => text.includes(form));

describe("a key that a provider says back", () => {
  it("is in no output, answer, log, process or file of Cotty", async () => {
    await using echo = await startEcho();
    using home = createCottyHome();
    const env = { ANTHROPIC_API_KEY: key, COTTY_PROVIDERS_ANTHROPIC_BASE_URL: echo.url, COTTY_MODEL: model };
    const local = { COTTY_PROVIDERS_OLLAMA_BASE_URL: `http://me:${password}@127.0.0.1:1` };
    const places: Record<string, string> = {};
    for (let kind = 0; kind < echo.kinds; kind++) {
      const before = echo.asked();
      const ran = await home.run(["run", "--json", "look around"], { env });
      places[`run ${kind}`] = ran.stdout + ran.stderr;
      expect([kind, ran.code === 0, echo.asked() > before]).toEqual([kind, false, true]);
    }
    for (const args of [
      ["run", "look around"],
      ["config"],
      ["config", "--json"],
      ["doctor"],
      ["models"],
      ["models", "--json"],
      ["models", "ollama/qwen3", "--check"],
      ["run", "--model", "ollama/qwen3", "look"],
      ["show", "last"],
      ["sessions", "--json"],
      ["search", "orchid"],
      ["agents"],
      ["hosts"],
    ]) {
      const ran = await home.run(args, { env: { ...env, ...local } });
      places[args.slice(0, 3).join(" ")] = ran.stdout + ran.stderr;
    }

    using daemon = await startTestDaemon(home, env);
    const { id } = await daemon.call<{ id: string }>("/sessions", { body: { target: "local", cwd: home.dir } });
    await daemon.call(`/sessions/${id}/requests`, { body: { request: { type: "prompt", text: "look around" } } });
    await daemon.until<{ events: { type: string }[] }>(`/sessions/${id}/events?limit=5000`, ({ events }) =>
      events.some(({ type }) => type === "turn.finished"),
    );
    for (const path of [`/sessions/${id}/events?limit=5000`, "/sessions", "/models", `/sessions/${id}`, "/config"]) {
      places[`GET ${path}`] = await daemon.call<unknown>(path).then(JSON.stringify, String);
    }
    places["ps"] = readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid))
      .map((pid) => {
        try {
          return readFileSync(join("/proc", pid, "cmdline"), "latin1");
        } catch {
          return "";
        }
      })
      .join("\n");
    await home.run(["daemon", "stop"], { env });
    for (const file of filesBelow(home.dir)) places[file] = readFileSync(file, "latin1");
    for (const [place, text] of Object.entries(places)) expect([place, leaksIn(text)]).toEqual([place, []]);
    expect(Object.keys(places).filter((place) => /cotty\.db|daemon\.log/.test(place)).length).toBeGreaterThan(1);
  }, 240_000);
});
