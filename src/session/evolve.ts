import { formatDuration } from "../base/index.ts";
import { type Event, isKnownEvent, type UnknownEvent } from "../protocol/index.ts";
import { importMessage, isChat, runningTurn, withRunning } from "./chat.ts";
import { endKeyboardWait, evolveStep } from "./evolve-step.ts";
import { evolveTerminals } from "./evolve-terminals.ts";
import { endLate, endWithTerminal } from "./late-end.ts";
import { spentBy } from "./selectors.ts";
import type { Item, SessionState, Subgoal, Turn, Usage } from "./state.ts";

const answeredLimit = 256;

/**
 * What an event means. Total: an event that does not fit (an older log, a type from the future) changes nothing but
 * `seq`, because a reader must always be able to open a log. What may be written is decided before, in `admit`.
 */
export function evolve(state: SessionState, event: Event | UnknownEvent): SessionState {
  // Delivered twice or out of order: folding it again would count it twice.
  if (event.seq <= state.seq) return state;
  const next = isKnownEvent(event) ? apply(state, event) : state;
  const turn = runningTurn(next, event.turn);
  return {
    ...(turn?.id === event.turn && turn ? withRunning(next, { ...turn, lastAt: event.at }) : next),
    seq: event.seq,
    answered: rememberRequest(next.answered, event),
  };
}

function apply(state: SessionState, event: Event): SessionState {
  switch (event.type) {
    case "session.opened":
      return { ...state, title: event.title, target: event.target, cwd: event.cwd, settings: event.settings };
    case "prompt.received":
      return event.kind === "chat" ? receiveQuestion(state, event) : receivePrompt(state, event);
    case "turn.started":
      if (isChat(event.agent)) return startChat(state, event);
      return state.current ? state : { ...state, prompt: null, meanwhile: [], current: startTurn(state, event) };
    case "chat.imported":
      return { ...state, chat: importMessage(state.chat, event) };
    case "turn.finished":
      return finishTurn(state, event);
    case "context.reset":
      return resetContext(state);
    case "settings.changed":
      return changeSettings(state, event);
    case "usage.reported":
      return countUsage(state, event);
    case "subgoal.added":
    case "subgoal.updated":
      return { ...state, subgoals: evolveSubgoals(state.subgoals, event) };
    case "keyboard.given":
      return giveKeyboard({ ...state, terminals: evolveTerminals(state.terminals, event) }, event);
    case "command.ended":
      return endLate(state, event);
    case "terminal.closed":
      return endWithTerminal({ ...state, terminals: evolveTerminals(state.terminals, event) }, event);
    case "terminal.opened":
    case "terminal.resized":
    case "login.waiting":
    case "login.finished":
    case "keyboard.taken":
    case "link.lost":
    case "link.restored":
      return { ...state, terminals: evolveTerminals(state.terminals, event) };
    case "session.renamed":
      return { ...state, title: event.title };
    case "session.closed":
      return { ...state, closed: true };
    case "error.reported":
      return { ...state, lastError: { code: event.code, message: event.message, nextStep: event.nextStep } };
    case "child.opened":
      return state;
    case "step.approved":
      return state.current ? { ...allowLonger(state, event), current: evolveTurn(state.current, event) } : state;
    default: {
      const turn = runningTurn(state, event.turn);
      return turn ? withRunning(state, evolveTurn(turn, event)) : state;
    }
  }
}

function receivePrompt(state: SessionState, { text, attachments = [] }: Event<"prompt.received">): SessionState {
  return {
    ...state,
    prompt: text,
    lastPrompt: text,
    attachments,
    lastError: null,
    title: state.title || titleOf(text),
  };
}

/** CH1: what is asked in plain chat is no task that Retry would give to the agent. */
function receiveQuestion(state: SessionState, { text, attachments = [] }: Event<"prompt.received">): SessionState {
  return { ...state, chat: { ...state.chat, question: { text, attachments } }, title: state.title || titleOf(text) };
}

function startChat(state: SessionState, event: Event<"turn.started">): SessionState {
  if (state.chat.current) return state;
  // In logs of before, what was asked is the session's prompt.
  const { text, attachments } = state.chat.question ?? {
    text: state.prompt ?? state.lastPrompt ?? "",
    attachments: state.attachments,
  };
  const turn = { ...startTurn(state, event), prompt: text, attachments, meanwhile: [] };
  return {
    ...state,
    ...(state.chat.question === null && { prompt: null }),
    chat: { ...state.chat, question: null, current: turn },
  };
}

function resetContext(state: SessionState): SessionState {
  const { chat } = state;
  return {
    ...state,
    contextFrom: state.turns.length,
    // An answer that is under way belongs to what was before.
    chat: { ...chat, contextFrom: chat.turns.length + (chat.current ? 1 : 0), imported: [] },
    subgoals: [],
    lastPrompt: null,
    lastError: null,
    meanwhile: [],
  };
}

function changeSettings(state: SessionState, { settings }: Event<"settings.changed">): SessionState {
  return {
    ...state,
    settings: { ...state.settings, ...defined(settings) },
    ...(state.current && { current: { ...state.current, chosenMode: settings.mode ?? state.current.chosenMode } }),
  };
}

function countUsage(state: SessionState, event: Event<"usage.reported">): SessionState {
  const turn = runningTurn(state, event.turn);
  const counted = { ...state, usage: addUsage(state.usage, event) };
  return turn ? withRunning(counted, { ...turn, usage: addUsage(turn.usage, event) }) : counted;
}

function evolveSubgoals(
  subgoals: readonly Subgoal[],
  event: Event<"subgoal.added"> | Event<"subgoal.updated">,
): readonly Subgoal[] {
  const { subgoalId: id, status } = event;
  if (event.type === "subgoal.added") {
    const { objective, plan = null } = event;
    return [...subgoals.filter((goal) => goal.id !== id), { id, objective, status: event.status, plan, log: [] }];
  }
  const change = (goal: Subgoal): Subgoal => ({
    ...goal,
    status: status ?? goal.status,
    plan: event.plan ?? goal.plan,
    log: event.log === undefined ? goal.log : [...goal.log, event.log],
  });
  return subgoals.map((goal) => (goal.id === id ? change(goal) : goal));
}

/** AP10: what an approval for the session allows from then on. */
function allowLonger(state: SessionState, event: Event<"step.approved">): SessionState {
  const step = state.current?.steps.get(event.stepId);
  if (event.scope !== "session" || step?.status.name !== "review") return state;
  const { program, command: keys } = step;
  if (step.kind === "keys") {
    return program ? { ...state, approvedKeys: [...state.approvedKeys, { program, keys }] } : state;
  }
  return event.rule === undefined ? state : { ...state, rules: [...state.rules, event.rule] };
}

function evolveTurn(turn: Turn, event: Event): Turn {
  switch (event.type) {
    case "text.streamed":
      return { ...turn, items: appendText(turn.items, "text", event.text, event.seq) };
    case "thinking.streamed":
      return { ...turn, items: appendText(turn.items, "thinking", event.text, event.seq) };
    case "turn.paused":
      return { ...turn, paused: true, pauseReason: event.reason ?? null, pausedAt: event.at };
    case "turn.resumed":
      return {
        ...unpaused(turn, event.at),
        allowances: turn.pauseReason === null ? turn.allowances : [...turn.allowances, spentBy(turn)],
      };
    case "stop.requested":
      // Stopping opens the pause gate too (S0.49): a stopped turn is never a paused one.
      return { ...unpaused(turn, event.at), stopping: true };
    case "steer.received":
      return { ...turn, items: [...turn.items, { kind: "steer", text: event.text, by: event.by, seq: event.seq }] };
    case "question.asked":
      return {
        ...turn,
        items: [...turn.items, { kind: "question", stepId: event.stepId, seq: event.seq }],
        questions: withEntry(turn.questions, event.stepId, {
          stepId: event.stepId,
          question: event.question,
          choices: event.choices ?? [],
          askedAt: event.at,
          answer: null,
        }),
      };
    case "question.answered": {
      const question = turn.questions.get(event.stepId);
      if (!question || question.answer) return turn;
      const answer = { text: event.text, by: event.by, from: event.from, at: event.at };
      return { ...turn, questions: withEntry(turn.questions, event.stepId, { ...question, answer }) };
    }
    case "call.answered": {
      const { call, text, isError, seq } = event;
      return { ...turn, items: [...turn.items, { kind: "call", call, text, isError, seq }] };
    }
    case "context.shortened":
      return { ...turn, items: [...turn.items, { kind: "note", text: event.summary, seq: event.seq }] };
    case "retry.waiting":
      return { ...turn, items: [...turn.items, { kind: "note", text: retryNote(event), seq: event.seq }] };
    default:
      return evolveStep(turn, event);
  }
}

function startTurn(state: SessionState, event: Event<"turn.started">): Turn {
  return {
    id: event.turn ?? `turn-${event.seq}`,
    prompt: state.prompt ?? state.lastPrompt ?? "",
    by: event.by,
    attachments: state.attachments,
    meanwhile: state.meanwhile,
    agent: event.agent,
    model: event.model,
    mode: event.mode,
    chosenMode: event.mode,
    freshHistory: event.freshHistory,
    retryOf: event.retryOf ?? null,
    startedAt: event.at,
    items: [],
    steps: new Map(),
    questions: new Map(),
    paused: false,
    pauseReason: null,
    stopping: false,
    end: null,
    usage: { inputTokens: 0, outputTokens: 0, cost: 0 },
    pausedAt: null,
    pausedMs: 0,
    lastAt: event.at,
    allowances: [],
  };
}

function unpaused(turn: Turn, at: number): Turn {
  const pausedMs = turn.pausedMs + (turn.pausedAt === null ? 0 : Math.max(0, at - turn.pausedAt));
  return { ...turn, paused: false, pauseReason: null, pausedAt: null, pausedMs };
}

function finishTurn(state: SessionState, event: Event<"turn.finished">): SessionState {
  const running = runningTurn(state, event.turn);
  if (!running) return state;
  const end = {
    outcome: event.outcome,
    summary: event.summary,
    at: event.at,
    verification: event.verification,
    error: event.error,
  };
  const turn: Turn = { ...unpaused(running, event.at), stopping: false, lastAt: event.at, end };
  if (running === state.chat.current) {
    return { ...state, chat: { ...state.chat, current: null, turns: [...state.chat.turns, turn] } };
  }
  return { ...state, current: null, turns: [...state.turns, turn], lastError: event.error ?? state.lastError };
}

/** The agent is told what a person ran, at its next step or with the next prompt. Steps that waited for it go on. */
function giveKeyboard(state: SessionState, event: Event<"keyboard.given">): SessionState {
  const ran = event.commands.map(
    ({ command, exitCode }) => `\`${command}\` (exit code ${exitCode === null ? "not known" : exitCode})`,
  );
  const text = ran.length === 0 ? null : `The person used the terminal and ran: ${ran.join(", ")}`;
  const { current } = state;
  if (!current) return text === null ? state : { ...state, meanwhile: [...state.meanwhile, text] };
  const note: Item[] = text === null ? [] : [{ kind: "note", text, seq: event.seq, forAgent: true }];
  return { ...state, current: { ...endKeyboardWait(current), items: [...current.items, ...note] } };
}

function appendText(items: readonly Item[], kind: "text" | "thinking", text: string, seq: number): readonly Item[] {
  const last = items.at(-1);
  if (last?.kind !== kind) return [...items, { kind, text, seq }];
  return [...items.slice(0, -1), { kind, text: last.text + text, seq: last.seq }];
}

function retryNote(event: Event<"retry.waiting">): string {
  return `${event.reason} Trying again in ${formatDuration(event.delayMs)} (attempt ${event.attempt}).`;
}

function addUsage(usage: Usage, event: Event<"usage.reported">): Usage {
  return {
    inputTokens: usage.inputTokens + event.inputTokens,
    outputTokens: usage.outputTokens + event.outputTokens,
    cost: usage.cost === null || event.cost === null ? null : usage.cost + event.cost,
  };
}

function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

function rememberRequest(answered: SessionState["answered"], event: Event | UnknownEvent): SessionState["answered"] {
  const id = "requestId" in event ? event.requestId : undefined;
  if (typeof id !== "string") return answered;
  return [...answered.slice(1 - answeredLimit), { id, seq: event.seq }];
}

/** Drops keys whose value is undefined, so that spreading a partial change never erases what it does not mention. */
function defined<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** What a session is called that nobody gave a name: the first line of its first prompt. */
export function titleOf(prompt: string): string {
  const line = prompt.trim().split("\n")[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
