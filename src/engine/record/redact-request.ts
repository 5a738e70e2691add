import type { Reply, SessionRequest } from "../../protocol/index.ts";
import { type EventRedaction, redactValue } from "./redact-event.ts";

/** A request without secrets in its texts; null for an edit that holds one, which has to be exact or not at all. */
export function redactRequest(request: SessionRequest, { redact, redactTyped }: EventRedaction): SessionRequest | null {
  switch (request.type) {
    case "prompt":
    case "steer":
    case "answer":
    case "reject":
    case "rename":
      return redactValue(request, redactTyped) as SessionRequest;
    // Whole: it is stored in parts, and half of a secret would not be known as one.
    case "import-chat":
      return { ...request, messages: redactValue(request.messages, redact) as typeof request.messages };
    case "edit":
      return redact(request.command) === request.command ? request : null;
    default:
      return request;
  }
}

/** An edited command is stored as it is, for everyone to see who may see the session. */
export const secretInEdit: Reply = {
  outcome: "refused",
  error: {
    code: "edit.secret",
    message: "The command contains a secret in clear text, which would stand in the session's log.",
    nextStep: "Use a variable or a file on the target that holds the value, or run it yourself with the keyboard.",
  },
};
