export { type Client, type ClientOptions, type Connect, type ConnectionState, createClient } from "./client.ts";
export type { SessionView } from "./session-view.ts";
export {
  createWebSocketTransport,
  type SocketLike,
  type WebSocketTransport,
  type WebSocketTransportOptions,
} from "./websocket-transport.ts";
