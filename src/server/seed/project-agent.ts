import type { WebSocket } from "ws";
import { createAsyncQueue, describeError, UserError } from "../../base/index.ts";
import {
  AgentClientMessage,
  type AgentMessage,
  agentHistory,
  agentRequests,
  createAgentTranslator,
  type Event,
  type UnknownEvent,
} from "../../protocol/index.ts";
import type { Access } from "../access.ts";
import type { SessionFollower } from "../follow/session-follower.ts";
import { sendAtItsPace } from "./polite-socket.ts";

export interface ProjectAgentOptions {
  follower: Pick<SessionFollower, "events">;
  access: Access;
  session(): Promise<string>;
  agent: string;
}

/** A session in the words of an agent service: `init`, perhaps `history`, then what happens. */
export async function serveProjectAgent(socket: WebSocket, options: ProjectAgentOptions): Promise<void> {
  const { follower, access, agent } = options;
  const closed = new AbortController();
  const { signal } = closed;
  const incoming = createAsyncQueue<string>({
    limit: 1000,
    onOverflow: () => socket.close(1008, "Too many messages."),
  });
  socket.on("close", () => {
    closed.abort();
    incoming.end();
  });
  socket.on("message", (data: Buffer, isBinary: boolean) => incoming.push(isBinary ? "" : String(data)));
  const send = (message: AgentMessage) => sendAtItsPace(socket, JSON.stringify(message));
  const fail = (error: unknown) => {
    const { message, nextStep } = describeError(error);
    void send({ agent, type: "error", error: `${message} ${nextStep}` });
  };

  try {
    const session = await options.session();
    await send({ agent, type: "init", sessionId: session });
    const translator = createAgentTranslator(agent);
    const follow = async () => {
      const past: (Event | UnknownEvent)[] = [];
      let isLive = false;
      const onCaughtUp = () => {
        isLive = true;
        const history = agentHistory(agent, past);
        if (history.length > 0) void send({ agent, type: "history", history });
      };
      for await (const { event } of follower.events(session, { after: 0, signal, onCaughtUp })) {
        const messages = translator.translate(event);
        if (isLive) for (const message of messages) await send(message);
        else past.push(event);
      }
    };
    follow().catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
    for await (const text of incoming) {
      try {
        const asked = AgentClientMessage.parse(JSON.parse(text));
        for (const request of agentRequests(asked, translator.shownAs)) {
          const reply = await access.request(session, request, { signal });
          if (reply.outcome === "refused") {
            const { code, message, nextStep } = reply.error;
            fail(new UserError(code, message, nextStep));
            break;
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        fail(readable(error));
      }
    }
  } catch (error) {
    fail(error);
    socket.close(1011, "The session could not be opened.");
  }
}

/** A message that is not understood is the sender's to correct, not a defect of ours. */
function readable(error: unknown): unknown {
  if (error instanceof SyntaxError) return notUnderstood("it is not JSON");
  const issue = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues?.[0];
  return issue ? notUnderstood(`${issue.path.join(".") || "message"}: ${issue.message}`) : error;
}

function notUnderstood(why: string) {
  return new UserError("protocol.message", `A message was not understood: ${why}.`, "See docs/api.md.");
}
