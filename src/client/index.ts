export { type Client, type ClientOptions, type Connect, type ConnectionState, createClient } from "./client.ts";
export type { SessionView } from "./session-view.ts";
