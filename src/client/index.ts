export type { AttachedTerminal, TerminalFeed } from "./attached-terminals.ts";
export { type Client, createClient } from "./client.ts";
export { type ConnectionState, isLost } from "./connection.ts";
export type { Feed } from "./feed.ts";
export type { SessionView } from "./session-view.ts";
export { createWebSocketTransport, type SocketLike } from "./websocket-transport.ts";
