import { expect, it } from "vitest";
import { openTestServer } from "../../../test/support/server.ts";

it("takes a key with a cookie from its own page only, as JSON only, and one key of one provider", async () => {
  await using test = await openTestServer();
  const login = await fetch(test.server.createLoginLink("mira"), { redirect: "manual" });
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
  const put = async (headers: Record<string, string>, body: unknown = { key: "sk-1" }, provider = "openai") => {
    const answer = await test.call(`/api/v1/keys/${provider}`, {
      method: "PUT",
      token: null,
      body,
      headers: { cookie, ...headers },
    });
    expect(await answer.text()).not.toContain("sk-1");
    return answer.status;
  };
  const ours = { "x-cotty": "1" };
  expect(await put(ours)).toBe(200);
  expect(await put({})).toBe(403);
  expect(await put({ "sec-fetch-site": "same-site" })).toBe(403);
  expect(await put({ ...ours, origin: "http://127.0.0.1:9" })).toBe(403);
  expect(await put({ ...ours, "content-type": "text/plain" })).toBe(415);
  expect(await put(ours, { key: "sk-1", other: "sk-1" })).toBe(400);
  expect(await put(ours, { key: ["sk-1"] })).toBe(400);
  expect(await put(ours, { key: "sk-1".repeat(10_000) })).toBe(400);
  expect(await put(ours, { key: "sk-1" }, "..%2f..%2fetc")).toBe(400);
  for (const method of ["PUT", "DELETE"]) {
    const body = method === "PUT" ? { key: "sk-1" } : undefined;
    const status = async (init: object) =>
      (await test.call("/api/v1/keys/openai", { method, ...(body && { body }), ...init })).status;
    expect(await status({ token: test.tokens.view })).toBe(403);
    expect(await status({ token: null, headers: { cookie, "sec-fetch-site": "cross-site" } })).toBe(403);
  }
  expect(test.reported).toEqual([]);
});
