import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createWebSocketPipe } from "./websocket-pipe.ts";

it("cuts off a peer that reads nothing before what it is sent fills the memory", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets = new WebSocketServer({ server });
  const deaf = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [socket] = (await once(sockets, "connection")) as [WebSocket];
  await once(deaf, "open");
  deaf.pause();
  const pipe = createWebSocketPipe(socket);
  let most = 0;
  const closed = once(socket, "close");
  for (let i = 0; i < 100 && socket.readyState === socket.OPEN; i++) {
    pipe.send({ type: "pong", id: "x".repeat(1_000_000) });
    most = Math.max(most, socket.bufferedAmount);
  }
  expect(most).toBeLessThan(34_000_000);
  await closed;
  deaf.terminate();
  server.close();
});
