import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestServer } from "../../../test/support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "cotty-web-"));
const webRoot = join(folder, "web");
mkdirSync(join(webRoot, "assets"), { recursive: true });
writeFileSync(join(webRoot, "index.html"), "<title>the page</title>");
writeFileSync(join(webRoot, "icon.svg"), "<svg/>");
writeFileSync(join(webRoot, "assets", "index-1a2b.js"), "run();");
writeFileSync(join(webRoot, "assets", "a name.css"), "a{}");
writeFileSync(join(webRoot, ".env"), "hidden");
writeFileSync(join(folder, "secret.js"), "outside");
afterAll(() => rmSync(folder, { recursive: true }));

/** What a browser with an account gets. */
async function get(path: string, options: { root?: string; headers?: Record<string, string>; method?: string } = {}) {
  await using test = await openTestServer({ webRoot: options.root ?? webRoot });
  const { method = "GET", headers = {} } = options;
  const answer = await test.call(path, { method, headers });
  const header = (name: string) => answer.headers.get(name);
  return { answer, text: await answer.text(), type: header("content-type"), cache: header("cache-control") };
}

describe("the files of the browser app", () => {
  it.each([
    ["/", "<title>the page</title>", "text/html; charset=utf-8", "no-cache"],
    ["/sessions/ses_1", "<title>the page</title>", "text/html; charset=utf-8", "no-cache"],
    ["/assets", "<title>the page</title>", "text/html; charset=utf-8", "no-cache"],
    ["/a%20page", "<title>the page</title>", "text/html; charset=utf-8", "no-cache"],
    ["/assets/index-1a2b.js", "run();", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/assets/a%20name.css", "a{}", "text/css; charset=utf-8", "public, max-age=31536000, immutable"],
  ])("come with their type and how long they may be kept: %s", async (path, text, type, cache) => {
    expect(await get(path)).toMatchObject({ text, type, cache });
  });

  it("are not sent again while they are the same", async () => {
    const { answer } = await get("/");
    const etag = answer.headers.get("etag") ?? "";
    const again = await get("/", { headers: { "if-none-match": etag } });
    expect([again.answer.status, again.text, again.answer.headers.get("etag")]).toEqual([304, "", etag]);
  });

  it("answer HEAD without the file", async () => {
    const { answer, text, type } = await get("/assets/index-1a2b.js", { method: "HEAD" });
    expect([answer.status, text, type]).toEqual([200, "", "text/javascript; charset=utf-8"]);
  });

  it.each([
    "/assets/missing.js",
    "/.env",
    "/assets/.hidden.js",
    "/..%2fsecret.js",
    "/assets/..%2f..%2fsecret.js",
    "/..%5csecret.js",
    "/%2e%2e%2fsecret.js",
    "/%252e%252e%252fsecret.js",
    "/%00.js",
    "/%ff.js",
    "/%ff",
  ])("are none outside the app, hidden or missing: %s", async (path) => {
    const { answer, text } = await get(path);
    expect([answer.status, JSON.parse(text).error.code]).toEqual([404, "request.unknown"]);
  });

  it("say how to build the app where it is not built", async () => {
    const { answer, text } = await get("/", { root: join(folder, "nothing") });
    expect([answer.status, text]).toEqual([404, "The browser app is not built here. Run: npm run build\n"]);
  });
});
