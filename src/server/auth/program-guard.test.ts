import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { openTestServer, type TestServer } from "../../../test/support/server.ts";
import { createProgramOrigins, type ProgramOrigin } from "../../terminal/index.ts";

const openSession = ({ server, tokens }: TestServer) =>
  [
    "POST /api/v1/sessions HTTP/1.1",
    `Host: 127.0.0.1:${server.port}`,
    `Authorization: Bearer ${tokens.operate}`,
    "Content-Type: application/json",
    "Content-Length: 2",
    "",
    "{}",
  ].join("\r\n");

/** What makes the daemon suspicious: a process that the kernel knows under the name of a pty host. */
async function startHost() {
  const program = `process.title = "cotty-pty-host"; console.log("ready"); setInterval(() => undefined, 1000);`;
  const host = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(host.stdout, "data");
  return { [Symbol.dispose]: () => void host.kill() };
}

/** Asks once as everybody does, then leaves the connection on its way between two sockets of its own and waits. */
const handsItsSocketAway = `
import socket, array, sys
port, request = int(sys.argv[1]), sys.argv[2].encode()
s = socket.create_connection(("127.0.0.1", port))
s.sendall(request)
print(s.recv(4000).split(b"\\r\\n")[0].decode(), flush=True)
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
s.sendall(request)
near, far = socket.socketpair()
near.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [s.fileno()]))])
s.close()
sys.stdin.readline()
fds = array.array("i")
fds.frombytes(far.recvmsg(1, socket.CMSG_LEN(4))[1][0][2][:4])
print(socket.socket(fileno=fds[0]).recv(4000).split(b"\\r\\n")[0].decode(), flush=True)
`;

describe.runIf(process.platform === "linux")("a connection whose program cannot be seen", () => {
  it("has no operate access from then on, although it had it before", needs("python3"), async () => {
    using _host = await startHost();
    const programs = createProgramOrigins();
    const origins: ProgramOrigin[] = [];
    const looks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using test = await openTestServer({
      deps: {
        programs: {
          ...programs,
          ofSocket(socket) {
            const origin = programs.ofSocket(socket);
            looks[origins.push(origin) - 1]?.resolve();
            return origin;
          },
        },
      },
    });
    const client = spawn("python3", ["-c", handsItsSocketAway, String(test.server.port), openSession(test)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    // However this ends, nobody is left waiting.
    using _client = { [Symbol.dispose]: () => void client.kill() };
    const lines = createInterface(client.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("HTTP/1.1 201 Created");
    await Promise.all(looks.map(({ promise }) => promise));
    client.stdin.end("\n");
    expect((await lines.next()).value).toBe("HTTP/1.1 403 Forbidden");
    expect(origins).toEqual([{ from: "elsewhere" }, { from: "unseen" }]);
    expect((await test.store.list({ limit: 10, includeClosed: true })).length).toBe(1);
  });

  it("gets nothing done by a request that it cuts off behind itself", async () => {
    await using test = await openTestServer();
    for (let round = 0; round < 20; round++) {
      const socket = connect(test.server.port, "127.0.0.1");
      await once(socket, "connect");
      socket.write(openSession(test));
      socket.resetAndDestroy();
      await once(socket, "close");
    }
    // What came first has been handled when this is answered.
    expect((await test.call("/api/v1/me")).status).toBe(200);
    expect(await test.store.list({ limit: 10, includeClosed: true })).toEqual([]);
  });
});
