import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { findPeerSocket } from "./peer-socket.ts";

const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const addresses = own.filter(({ scopeid }) => !scopeid).map(({ address }) => address);

describe.runIf(process.platform === "linux")("the other end of a connection within this machine", () => {
  it.each(addresses)("is found at %s, also when it has said that it sends no more", async (host) => {
    const server = createServer({ allowHalfOpen: true }).listen(0, host);
    await once(server, "listening");
    const near = connect({ port: (server.address() as AddressInfo).port, host, allowHalfOpen: true });
    const [[far]] = (await Promise.all([once(server, "connection"), once(near, "connect")])) as [[Socket], unknown];
    const expected = { uid: process.getuid?.(), inode: expect.any(Number) };
    expect(findPeerSocket(far)).toEqual({ ...expected, isEstablished: true });
    const ended = once(far.resume(), "end");
    near.end();
    await ended;
    const found = findPeerSocket(far);
    expect(found).toEqual({ ...expected, isEstablished: false });
    expect(found).not.toMatchObject({ inode: 0 });
    far.destroy();
    near.destroy();
    server.close();
  });

  it("is written as the kernel writes an address of sixteen bytes", () => {
    const row = "0: B80D0120000000000000000009000000:1388 B80D0120000000000000000005000000:0050 01 0:0 0:0 0 1000 0 77";
    const ends = { localAddress: "2001:db8::5", localPort: 80, remoteAddress: "2001:db8::9", remotePort: 5000 };
    expect(findPeerSocket(ends, (name) => (name === "tcp6" ? row : ""))).toEqual({
      uid: 1000,
      inode: 77,
      isEstablished: true,
    });
    expect(findPeerSocket({ ...ends, remotePort: 5001 }, () => row)).toBe("absent");
  });
});
