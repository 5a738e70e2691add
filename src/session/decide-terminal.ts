import type { NewEvent, RequestOf } from "../protocol/index.ts";
import { accept, type DecideContext, type Decision, idOf, refuse, sessionClosed, stamp } from "./decision.ts";
import type { SessionState, TerminalInfo } from "./state.ts";

type TerminalRequest = RequestOf<"take-keyboard" | "give-keyboard" | "resize" | "secret">;

export function decideOnTerminal(state: SessionState, request: TerminalRequest, context: DecideContext): Decision {
  const { terminalId } = request;
  const common = { terminalId, from: context.from, ...idOf(context) };
  return onTerminal(state, terminalId, ({ cols, rows }) => {
    switch (request.type) {
      case "take-keyboard":
        return [stamp(context, { type: "keyboard.taken", ...common })];
      case "resize": {
        const isSame = cols === request.cols && rows === request.rows;
        const size = { cols: request.cols, rows: request.rows };
        return isSame ? [] : [stamp(context, { type: "terminal.resized", ...size, ...common })];
      }
      // These act on a terminal and leave no event of their own; what they cause is recorded where it shows.
      case "give-keyboard":
      case "secret":
        return [];
    }
  });
}

/** Rules KB1, KB3 and KB4 of SPEC.md. Accepted without events: the bytes can be sent at once, nothing has to be stored. */
export function decideTyping(
  state: SessionState,
  terminalId: string,
  context: Pick<DecideContext, "by" | "now">,
): Decision {
  if (state.closed) return sessionClosed;
  return onTerminal(state, terminalId, ({ holder, login }) =>
    holder === context.by || login !== null
      ? []
      : [stamp(context, { type: "keyboard.taken", terminalId, from: "typing" })],
  );
}

function onTerminal(state: SessionState, terminalId: string, events: (terminal: TerminalInfo) => NewEvent[]): Decision {
  const terminal = state.terminals.find((candidate) => candidate.id === terminalId);
  if (!terminal)
    return refuse(
      "terminal.unknown",
      `There is no terminal ${terminalId} in this session.`,
      "Look at the session again.",
    );
  if (!terminal.open) return refuse("terminal.closed", "This terminal is closed.", "Open another one.");
  return accept(events(terminal));
}
