import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createClient, createWebSocketTransport } from "../client/index.ts";
import { App } from "./app.tsx";
import { createApi } from "./backend/api.ts";
import { CottyContext } from "./backend/context.ts";
import { ErrorBoundary } from "./parts/error-boundary.tsx";
import "./styles/app.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const stream = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/stream`;
const connect = createWebSocketTransport({ open: () => new WebSocket(stream), onClose });
const client = createClient({ name: "web", connect, retryDelayMs });

createRoot(root).render(
  <StrictMode>
    <CottyContext value={{ client, api: createApi() }}>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </CottyContext>
  </StrictMode>,
);

/** 4401: this login was revoked or is too old. The page says how to get another one. */
function onClose(code: number): void {
  if (code === 4401) location.reload();
}

/** A page may stay open for days: it never gives up, and never waits long after the machine woke up. */
function retryDelayMs(attempt: number): number {
  return Math.min(5000, 250 * 2 ** Math.min(attempt, 5));
}
