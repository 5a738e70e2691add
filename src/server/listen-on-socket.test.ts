import { once } from "node:events";
import { existsSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openTestServer, type TestServer } from "../../test/support/server.ts";

function statusBehindFile({ server }: TestServer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ socketPath: server.socketPath ?? "", path: "/api/v1/me", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

/** What an upgrade is answered with: 101 when it is taken. */
async function upgradeBehindFile({ server }: TestServer, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`ws+unix:${server.socketPath}:/api/v1/stream`, { headers });
  const status = await Promise.race([
    once(socket, "open").then(() => 101),
    once(socket, "unexpected-response").then(([, response]) => (response as { statusCode: number }).statusCode),
  ]);
  socket.on("error", () => {});
  socket.terminate();
  return status;
}

describe("the server behind a file", () => {
  it("is its owner's alone, wants the same tokens as the port, and is gone with the server", async () => {
    const test = await openTestServer();
    const path = test.server.socketPath ?? "";
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const bearer = { authorization: `Bearer ${test.tokens.operate}` };
    expect(await statusBehindFile(test, { host: "localhost" })).toBe(401);
    expect(await statusBehindFile(test, { host: "localhost", authorization: "Bearer wrong" })).toBe(401);
    expect(await statusBehindFile(test, { host: "localhost", ...bearer })).toBe(200);
    expect(await statusBehindFile(test, { host: "evil.example", ...bearer })).toBe(421);
    await test[Symbol.asyncDispose]();
    expect(existsSync(path)).toBe(false);
  });

  it("takes a WebSocket without an origin, since no browser comes this way, and none of a foreign page", async () => {
    await using test = await openTestServer();
    const headers = { host: "localhost", authorization: `Bearer ${test.tokens.operate}` };
    expect(await upgradeBehindFile(test, headers)).toBe(101);
    expect(await upgradeBehindFile(test, { host: "localhost" })).toBe(401);
    expect(await upgradeBehindFile(test, { ...headers, origin: "https://evil.example" })).toBe(403);
  });

  it("leaves the port as strict as it was", async () => {
    await using test = await openTestServer();
    const onPort = (await test.call("/api/v1/me", { headers: {} })).status;
    const withoutPort = await new Promise<number>((resolve, reject) => {
      const headers = { host: "localhost", authorization: `Bearer ${test.tokens.operate}` };
      request({ host: "127.0.0.1", port: test.server.port, path: "/api/v1/me", headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on("error", reject)
        .end();
    });
    expect([onPort, withoutPort]).toEqual([200, 421]);
  });

  it("takes the place of what a crash has left", async () => {
    const socketPath = join(mkdtempSync(join(tmpdir(), "cotty-socket-")), "daemon.sock");
    writeFileSync(socketPath, "");
    await using test = await openTestServer({ socketPath });
    expect(await statusBehindFile(test, { host: "localhost" })).toBe(401);
  });

  it("is left out where its path is too long for a socket, and the port serves on", async () => {
    await using test = await openTestServer({ socketPath: join(tmpdir(), "x".repeat(120)) });
    expect([test.server.socketPath, (await test.call("/api/v1/me")).status]).toEqual([null, 200]);
  });
});
