import { assertNever } from "../base/index.ts";
import { chatAgent, type NewEvent, type RequestOf, type SessionRequest } from "../protocol/index.ts";
import { chatTurns, isChat, runningTurns } from "./chat.ts";
import { decideApprove, decideEdit, decideReject } from "./decide-approval.ts";
import { decideImport } from "./decide-import.ts";
import { decideOnTerminal } from "./decide-terminal.ts";
import {
  accept,
  type DecideContext,
  type Decision,
  idOf,
  inTurn,
  nameOf,
  refuse,
  sessionClosed,
  stamp,
} from "./decision.ts";
import type { SessionState } from "./state.ts";

/** What a request comes to. Pure: the same state, request and context always give the same answer. */
export function decide(state: SessionState, request: SessionRequest, context: DecideContext): Decision {
  const earlier = context.requestId && state.answered.find((answered) => answered.id === context.requestId);
  if (earlier) return accept([]);
  if (state.closed) return sessionClosed;
  switch (request.type) {
    case "prompt":
      return decidePrompt(state, request, context);
    case "retry":
      return decideRetry(state, request, context);
    case "new":
      if (state.current) return busy("start over");
      return accept([stamp(context, { type: "context.reset", from: context.from, ...idOf(context) })]);
    case "pause":
      return decidePause(state, context);
    case "resume":
      if (!state.current?.paused) return refuse("turn.not-paused", "Nothing is paused.", "There is nothing to resume.");
      return inTurn(state, context, { type: "turn.resumed", from: context.from, ...idOf(context) });
    case "stop":
      return decideStop(state, request, context);
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
    case "give-keyboard":
    case "resize":
    case "secret":
      return decideOnTerminal(state, request, context);
    case "close":
      if (state.current) return busy("close it");
      if (state.chat.current)
        return refuse("chat.running", "A question is still being answered.", "Stop it first, then close it.");
      return accept([stamp(context, { type: "session.closed", from: context.from, ...idOf(context) })]);
    case "rename":
      return accept([
        stamp(context, { type: "session.renamed", title: request.title.trim(), from: context.from, ...idOf(context) }),
      ]);
    case "import-chat":
      return decideImport(state, request, context);
    default:
      return assertNever(request);
  }
}

function decidePrompt(state: SessionState, request: RequestOf<"prompt">, context: DecideContext): Decision {
  if (request.text.trim() === "") return refuse("prompt.empty", "The prompt is empty.", "Say what should be done.");
  const { agent, model, mode } = request;
  const changed = { ...(agent && { agent }), ...(model && { model }), ...(mode && { mode }) };
  const settings = { ...state.settings, ...changed };
  const kind = kindOf(request, settings);
  const running = refuseWhileRunning(state, kind);
  if (running) return running;
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
      ...kind,
      ...idOf(context),
    }),
  );
  events.push(turnStarted(context, { ...settings, ...(kind.kind && { agent: chatAgent }) }, { freshHistory: false }));
  return accept(events);
}

/** CH1: plain chat, where this one prompt asks for it, or where the session's agent is nothing else. */
function kindOf({ kind }: { kind?: "chat" | undefined }, { agent }: SessionState["settings"]): { kind?: "chat" } {
  return kind === "chat" || isChat(agent) ? { kind: "chat" } : {};
}

/** CO7, CH3: one turn at a time, and one answer beside it. */
function refuseWhileRunning(state: SessionState, { kind }: { kind?: "chat" }): Decision | null {
  if (kind === "chat") {
    return state.chat.current
      ? refuse("chat.running", "The last question is still being answered.", "Wait for the answer, or stop it first.")
      : null;
  }
  return state.current
    ? refuse(
        "turn.running",
        "The agent is still working on the last prompt.",
        "Add something for its next step (steer), or stop it first.",
      )
    : null;
}

function decideRetry(state: SessionState, request: RequestOf<"retry">, context: DecideContext): Decision {
  if (kindOf(request, state.settings).kind === "chat") return decideAskAgain(state, context);
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
    turnStarted(context, state.settings, { freshHistory: true }),
  ]);
}

/** CH4: the conversation so far counts, the answer that was not good enough does not. */
function decideAskAgain(state: SessionState, context: DecideContext): Decision {
  const running = refuseWhileRunning(state, { kind: "chat" });
  if (running) return running;
  const last = chatTurns(state.chat).at(-1);
  if (!last) return refuse("retry.nothing", "There is no question to ask again.", "Ask something first.");
  const { prompt: text, attachments } = last;
  return accept([
    stamp(context, {
      type: "prompt.received",
      text,
      from: context.from,
      ...(attachments.length > 0 && { attachments: attachments.map(({ name, text }) => ({ name, text })) }),
      kind: "chat",
      ...idOf(context),
    }),
    turnStarted(context, { ...state.settings, agent: chatAgent }, { freshHistory: false, retryOf: last.id }),
  ]);
}

function turnStarted(
  context: DecideContext,
  settings: SessionState["settings"],
  history: { freshHistory: boolean; retryOf?: string },
): NewEvent {
  const { agent, mode } = settings;
  const model = context.modelFor?.(agent, settings.model) ?? settings.model;
  return { ...stamp(context, { type: "turn.started", agent, model, mode, ...history }), turn: context.newTurnId };
}

function decidePause(state: SessionState, context: DecideContext): Decision {
  if (!state.current) return nothingRuns("pause");
  if (state.current.stopping) return refuse("turn.stopping", "The agent is being stopped.", "Wait a moment.");
  if (state.current.paused) return accept([]);
  return inTurn(state, context, { type: "turn.paused", from: context.from, ...idOf(context) });
}

/** CO2: everything at once, unless one turn is named. */
function decideStop(state: SessionState, { turnId }: RequestOf<"stop">, context: DecideContext): Decision {
  const meant = runningTurns(state).filter(({ id }) => turnId === undefined || turnId === id);
  if (meant.length === 0) return nothingRuns("stop");
  const stopped = stamp(context, { type: "stop.requested", from: context.from, ...idOf(context) });
  return accept(meant.filter(({ stopping }) => !stopping).map(({ id }) => ({ ...stopped, turn: id })));
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

function nothingRuns(verb: string): Decision {
  return refuse("turn.none", "The agent is not working.", `There is nothing to ${verb}.`);
}

function busy(verb: string): Decision {
  return refuse("turn.running", "The agent is still working.", `Stop it first, then ${verb}.`);
}
