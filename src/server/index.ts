export { type ConnectionDeps, serveConnection } from "./connection.ts";
