import { assertNever } from "../base/index.ts";
import type { NewEvent, Request, RequestOf } from "../protocol/index.ts";
import { decideApprove, decideEdit, decideReject } from "./decide-approval.ts";
import { accept, type DecideContext, type Decision, idOf, inTurn, nameOf, refuse, stamp } from "./decision.ts";
import type { SessionState, TerminalInfo } from "./state.ts";

/** What a request comes to. Pure: the same state, request and context always give the same answer. */
export function decide(state: SessionState, request: Request, context: DecideContext): Decision {
  const earlier = context.requestId && state.answered.find((answered) => answered.id === context.requestId);
  if (earlier) return accept([]);
  if (state.closed) {
    return refuse("session.closed", "This session is closed.", "Open a new one; this one can still be read.");
  }
  switch (request.type) {
    case "prompt":
      return decidePrompt(state, request, context);
    case "retry":
      return decideRetry(state, context);
    case "new":
      if (state.current) return busy("start over");
      return accept([stamp(context, { type: "context.reset", from: context.from, ...idOf(context) })]);
    case "pause":
      return decidePause(state, context);
    case "resume":
      if (!state.current?.paused) return refuse("turn.not-paused", "Nothing is paused.", "There is nothing to resume.");
      return inTurn(state, context, { type: "turn.resumed", from: context.from, ...idOf(context) });
    case "stop":
      return decideStop(state, context);
    case "steer":
      return decideSteer(state, request, context);
    case "approve":
      return decideApprove(state, request, context);
    case "edit":
      return decideEdit(state, request, context);
    case "reject":
      return decideReject(state, request, context);
    case "answer":
      return decideAnswer(state, request, context);
    case "settings":
      return accept([
        stamp(context, { type: "settings.changed", settings: request.settings, from: context.from, ...idOf(context) }),
      ]);
    case "take-keyboard":
      return onTerminal(state, request.terminalId, () => [
        stamp(context, {
          type: "keyboard.taken",
          terminalId: request.terminalId,
          from: context.from,
          ...idOf(context),
        }),
      ]);
    case "resize":
      return onTerminal(state, request.terminalId, ({ cols, rows }) =>
        cols === request.cols && rows === request.rows
          ? []
          : [
              stamp(context, {
                type: "terminal.resized",
                terminalId: request.terminalId,
                cols: request.cols,
                rows: request.rows,
                from: context.from,
                ...idOf(context),
              }),
            ],
      );
    // These act on a terminal and leave no event of their own; what they cause is recorded where it shows.
    case "give-keyboard":
    case "keys":
    case "secret":
      return onTerminal(state, request.terminalId, () => []);
    case "close":
      if (state.current) return busy("close it");
      return accept([stamp(context, { type: "session.closed", from: context.from, ...idOf(context) })]);
    default:
      return assertNever(request);
  }
}

function decidePrompt(state: SessionState, request: RequestOf<"prompt">, context: DecideContext): Decision {
  if (request.text.trim() === "") return refuse("prompt.empty", "The prompt is empty.", "Say what should be done.");
  if (state.current) {
    return refuse(
      "turn.running",
      "The agent is still working on the last prompt.",
      "Add something for its next step (steer), or stop it first.",
    );
  }
  const { agent, model, mode } = request;
  const changed = { ...(agent && { agent }), ...(model && { model }), ...(mode && { mode }) };
  const settings = { ...state.settings, ...changed };
  const events: NewEvent[] = [];
  if (Object.keys(changed).length > 0) {
    events.push(stamp(context, { type: "settings.changed", settings: changed, from: context.from }));
  }
  events.push(
    stamp(context, {
      type: "prompt.received",
      text: request.text,
      from: context.from,
      ...(request.attachments && { attachments: request.attachments }),
      ...idOf(context),
    }),
  );
  events.push(turnStarted(context, settings, false));
  return accept(events);
}

function decideRetry(state: SessionState, context: DecideContext): Decision {
  if (state.current) return busy("retry");
  if (state.lastPrompt === null)
    return refuse("retry.nothing", "There is no prompt to try again.", "Send a prompt first.");
  return accept([
    stamp(context, {
      type: "prompt.received",
      text: state.lastPrompt,
      from: context.from,
      // What came with the prompt is part of it.
      ...(state.attachments.length > 0 && { attachments: state.attachments.map(({ name, text }) => ({ name, text })) }),
      ...idOf(context),
    }),
    turnStarted(context, state.settings, true),
  ]);
}

function turnStarted(context: DecideContext, settings: SessionState["settings"], freshHistory: boolean): NewEvent {
  const { agent, mode } = settings;
  const model = context.modelFor?.(agent, settings.model) ?? settings.model;
  return { ...stamp(context, { type: "turn.started", agent, model, mode, freshHistory }), turn: context.newTurnId };
}

function decidePause(state: SessionState, context: DecideContext): Decision {
  if (!state.current) return nothingRuns("pause");
  if (state.current.stopping) return refuse("turn.stopping", "The agent is being stopped.", "Wait a moment.");
  if (state.current.paused) return accept([]);
  return inTurn(state, context, { type: "turn.paused", from: context.from, ...idOf(context) });
}

function decideStop(state: SessionState, context: DecideContext): Decision {
  if (!state.current) return nothingRuns("stop");
  if (state.current.stopping) return accept([]);
  return inTurn(state, context, { type: "stop.requested", from: context.from, ...idOf(context) });
}

function decideSteer(state: SessionState, request: RequestOf<"steer">, context: DecideContext): Decision {
  if (!state.current) return refuse("turn.none", "The agent is not working.", "Send it as a prompt instead.");
  if (request.text.trim() === "") return refuse("steer.empty", "There is no text.", "Say what the agent should know.");
  return inTurn(state, context, { type: "steer.received", text: request.text, from: context.from, ...idOf(context) });
}

function decideAnswer(state: SessionState, request: RequestOf<"answer">, context: DecideContext): Decision {
  const question = state.current?.questions.get(request.stepId);
  if (!question) return refuse("question.unknown", "No such question is open.", "Look at the session again.");
  if (question.answer) {
    return refuse("question.answered", `${nameOf(question.answer.by)} has answered this.`, "Nothing more to do.");
  }
  return inTurn(state, context, {
    type: "question.answered",
    stepId: request.stepId,
    text: request.text,
    from: context.from,
    ...idOf(context),
  });
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

function nothingRuns(verb: string): Decision {
  return refuse("turn.none", "The agent is not working.", `There is nothing to ${verb}.`);
}

function busy(verb: string): Decision {
  return refuse("turn.running", "The agent is still working.", `Stop it first, then ${verb}.`);
}
