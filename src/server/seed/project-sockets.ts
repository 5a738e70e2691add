import { upgradeWebSocket } from "@hono/node-server";
import type { Context } from "hono";
import type { WebSocket } from "ws";
import { UserError } from "../../base/index.ts";
import type { AgentMessage } from "../../protocol/index.ts";
import type { Identity } from "../auth/credentials.ts";
import type { ServerContext } from "../context.ts";
import type { AppEnv } from "../http/guards.ts";
import { requireScope } from "../http/guards.ts";
import { HttpError } from "../http/http-error.ts";
import { projectNamed } from "../routes/sessions.ts";
import { serveProjectAgent } from "./project-agent.ts";
import { createProjectSessions } from "./project-sessions.ts";
import { serveProjectTerminal } from "./project-terminal.ts";

/** WebSockets of a project, which is a named target and folder of the configuration. */
export function addProjectSockets(context: ServerContext): void {
  const { app, endpoints, deps } = context;
  const sessions = createProjectSessions(context);

  /** Login and project are looked up before the upgrade: what is refused gets a status. */
  function admit(c: Context<AppEnv>): { identity: Identity; project: string } {
    const identity = requireScope(c.get("identity"), "operate");
    const project = projectNamed(deps.catalog.projects(), c.req.param("id") ?? "").name;
    return { identity, project };
  }

  const terminalPath = "/projects/:id/terminal";
  endpoints.routes.push({ method: "get", path: terminalPath, access: "operate", kind: "websocket" });
  app.get(
    terminalPath,
    (c, next) => {
      admit(c);
      return next();
    },
    upgradeWebSocket((c) => {
      const { identity, project } = admit(c as Context<AppEnv>);
      const size = { cols: sizeOf(c.req.query("cols"), 80), rows: sizeOf(c.req.query("rows"), 24) };
      return {
        onOpen(_event, ws) {
          const socket = ws.raw as unknown as WebSocket;
          context.sockets.add(socket, identity);
          void serveProjectTerminal(socket, {
            deps,
            follower: context.follower,
            access: context.accessOf(identity, "project terminal"),
            session: () => sessions.of(project, "terminal", identity.name),
            size,
          });
        },
      };
    }),
  );

  const agentPath = "/projects/:id/agent/:agent";
  endpoints.routes.push({ method: "get", path: agentPath, access: "operate", kind: "websocket" });
  app.get(
    agentPath,
    (c, next) => {
      admit(c);
      whyNot(context, c.req.param("agent") ?? "");
      return next();
    },
    upgradeWebSocket((c) => {
      const { identity, project } = admit(c as Context<AppEnv>);
      const agent = c.req.param("agent") ?? "";
      const missing = whyNot(context, agent);
      return {
        onOpen(_event, ws) {
          if (missing !== null) {
            // After the upgrade, because a page can read a message and not the status of a refused upgrade.
            ws.send(JSON.stringify({ agent, type: "error", error: missing } satisfies AgentMessage));
            return ws.close(1008, "Not installed yet.");
          }
          const socket = ws.raw as unknown as WebSocket;
          context.sockets.add(socket, identity);
          void serveProjectAgent(socket, {
            follower: context.follower,
            access: context.accessOf(identity, "project agent"),
            session: () => sessions.of(project, `agent ${agent}`, identity.name),
            agent,
          });
        },
      };
    }),
  );
}

/** Why an agent that is known cannot be used; null when it can. */
function whyNot({ deps }: ServerContext, name: string): string | null {
  const known = deps.catalog.agents().find((agent) => agent.name === name);
  if (!known) throw new HttpError(404, "agent.unknown", `There is no agent "${name}".`, "See GET /api/v1/agents.");
  return known.installed ? null : `The agent "${name}" is not installed yet. ${known.nextStep}`;
}

function sizeOf(text: string | undefined, usual: number): number {
  const value = Number(text ?? usual);
  if (Number.isInteger(value) && value >= 1 && value <= 1000) return value;
  throw new UserError("request.invalid", `${text} is not a size of a terminal.`, "Use numbers from 1 to 1000.");
}
