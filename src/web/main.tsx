import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createClient } from "../client/index.ts";
import { App } from "./app.tsx";
import { createApi } from "./backend/api.ts";
import { CottyContext } from "./backend/cotty.ts";
import { createHub } from "./backend/hub.ts";
import { openSocket, streamUrl } from "./backend/open-socket.ts";
import "./styles/app.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const hub = createHub(() => openSocket(streamUrl(location)));
const client = createClient({ name: "web", connect: hub.connect, retryDelayMs });

createRoot(root).render(
  <StrictMode>
    <CottyContext value={{ client, hub, api: createApi() }}>
      <App />
    </CottyContext>
  </StrictMode>,
);

/** A page may stay open for days: it never gives up, and never waits long after the machine woke up. */
function retryDelayMs(attempt: number): number {
  return Math.min(5000, 250 * 2 ** Math.min(attempt, 5));
}
