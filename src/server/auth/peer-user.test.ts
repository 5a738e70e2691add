import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { openTestServer } from "../../../test/support/server.ts";
import { peerUser } from "./peer-user.ts";

describe("who is at the other end", () => {
  it.each(["127.0.0.1", "127.0.0.9"])("is this very user for a connection of ours to %s", async (host) => {
    const server = createServer().listen(0, host);
    await once(server, "listening");
    const near = connect((server.address() as AddressInfo).port, host);
    const [[far]] = (await Promise.all([once(server, "connection"), once(near, "connect")])) as [[Socket], unknown];
    const ends = (socket: Socket) => {
      const { localAddress, localPort, remoteAddress, remotePort } = socket;
      return { localAddress, localPort, remoteAddress, remotePort };
    };
    const open = ends(far);
    expect([peerUser(open), peerUser(ends(near))]).toEqual([process.getuid?.(), process.getuid?.()]);
    // Left behind, it would be listed as root's.
    near.end();
    far.end();
    await Promise.all([once(near, "close"), once(far, "close")]);
    expect(peerUser(open)).toBe("unknown");
    server.close();
  });

  it("is not asked for what comes from elsewhere, nor where the system does not tell", () => {
    const ends = { localAddress: "10.0.0.5", localPort: 80, remoteAddress: "10.0.0.9", remotePort: 5000 };
    expect(peerUser(ends)).toBeNull();
    const here = { localAddress: "127.0.0.1", localPort: 80, remoteAddress: "127.0.0.1", remotePort: 5000 };
    expect(peerUser(here, () => "")).toBeNull();
    const table = "0: 0100007F:1388 0100007F:0050 01 00000000:00000000 00:00000000 00000000 1234 0 1";
    expect(peerUser(here, (name) => (name === "tcp" ? table : ""))).toBe(1234);
    const mapped = table.replaceAll("0100007F:", "0000000000000000FFFF00000100007F:");
    expect(peerUser(here, (name) => (name === "tcp6" ? mapped : ""))).toBe(1234);
    expect(peerUser({ ...here, remoteAddress: "127.0.0.2" }, () => table)).toBe("unknown");
    const six = table.replaceAll("0100007F:", "00000000000000000000000001000000:");
    const ends6 = { ...here, localAddress: "::1", remoteAddress: "::1" };
    expect(peerUser(ends6, (name) => (name === "tcp6" ? six : ""))).toBe(1234);
  });
});

// To be another user takes the right to become one.
describe("a login link that another user of this machine has read", needs("root"), () => {
  it("does not let them in, and is not used up", async () => {
    await using test = await openTestServer();
    const link = test.server.createLoginLink("mira");
    const { port, pathname, search, host } = new URL(link);
    // A program that every user may run, wherever this checkout lies.
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET ${pathname}${search} HTTP/1.1\\r\\nHost: ${host}\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3`;
    const { stdout } = await promisify(execFile)("/bin/bash", ["-c", ask], { uid: 65_534, gid: 65_534, cwd: "/" });
    expect([stdout.split("\r\n")[0], /set-cookie/i.test(stdout)]).toEqual(["HTTP/1.1 403 Forbidden", false]);
    expect((await fetch(link, { redirect: "manual" })).status).toBe(303);
  });
});
