import { upgradeWebSocket } from "@hono/node-server";
import type { WebSocket } from "ws";
import { serveConnection } from "../connection.ts";
import type { ServerContext } from "../context.ts";
import { requireScope } from "../http/guards.ts";
import { createPresence } from "../presence.ts";
import { createWebSocketPipe } from "../stream/websocket-pipe.ts";

/** The protocol of src/protocol/wire.ts on a WebSocket. */
export function addStream(context: ServerContext): void {
  const { app, endpoints, deps, follower, sockets } = context;
  const path = "/api/v1/stream";
  const presence = createPresence();
  endpoints.routes.push({ method: "get", path, access: "view", kind: "websocket" });
  app.get(
    path,
    (c, next) => {
      requireScope(c.get("identity"), "view");
      return next();
    },
    upgradeWebSocket((c) => {
      const identity = requireScope(c.get("identity"), "view");
      const access = context.accessOf(identity, identity.kind === "browser" ? "web" : `api ${identity.name}`);
      return {
        onOpen(_event, ws) {
          const socket = ws.raw as unknown as WebSocket;
          sockets.add(socket, identity);
          if (identity.kind === "browser" && identity.scope === "operate") deps.terminals.prepare();
          void serveConnection(createWebSocketPipe(socket), {
            requests: deps.sessions,
            events: follower.events,
            version: deps.version,
            sender: access.sender,
            list: follower.list,
            presence,
            check: access.check,
            ...(!access.seesAll && { show: access.show }),
            // Raw bytes and input are for who may operate; others get what the events say.
            ...(identity.scope === "operate" && { terminals: deps.terminals }),
          });
        },
      };
    }),
  );
}
