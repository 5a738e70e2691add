import { type Event, isKnownEvent, type UnknownEvent } from "../protocol/index.ts";
import { endKeyboardWait, evolveStep } from "./evolve-step.ts";
import { spentBy } from "./selectors.ts";
import type { Item, SessionState, TerminalInfo, Turn, Usage } from "./state.ts";

const answeredLimit = 256;

/**
 * What an event means. Total: an event that does not fit (an older log, a type from the future) changes nothing but
 * `seq`, because a reader must always be able to open a log. What may be written is decided before, in `admit`.
 */
export function evolve(state: SessionState, event: Event | UnknownEvent): SessionState {
  // Delivered twice or out of order: folding it again would count it twice.
  if (event.seq <= state.seq) return state;
  const next = isKnownEvent(event) ? apply(state, event) : state;
  const { current } = next;
  return {
    ...next,
    ...(current && event.turn === current.id && { current: { ...current, lastAt: event.at } }),
    seq: event.seq,
    answered: rememberRequest(next.answered, event),
  };
}

function apply(state: SessionState, event: Event): SessionState {
  switch (event.type) {
    case "session.opened":
      return { ...state, title: event.title, target: event.target, cwd: event.cwd, settings: event.settings };
    case "prompt.received":
      return {
        ...state,
        prompt: event.text,
        lastPrompt: event.text,
        attachments: event.attachments ?? [],
        lastError: null,
        title: state.title || titleOf(event.text),
      };
    case "turn.started":
      return state.current ? state : { ...state, prompt: null, meanwhile: [], current: startTurn(state, event) };
    case "turn.finished":
      return finishTurn(state, event);
    case "context.reset":
      return {
        ...state,
        contextFrom: state.turns.length,
        subgoals: [],
        lastPrompt: null,
        lastError: null,
        meanwhile: [],
      };
    case "settings.changed":
      return {
        ...state,
        settings: { ...state.settings, ...defined(event.settings) },
        ...(state.current && {
          current: { ...state.current, chosenMode: event.settings.mode ?? state.current.chosenMode },
        }),
      };
    case "usage.reported":
      return {
        ...state,
        usage: addUsage(state.usage, event),
        ...(state.current && { current: { ...state.current, usage: addUsage(state.current.usage, event) } }),
      };
    case "subgoal.added":
      return {
        ...state,
        subgoals: [
          ...state.subgoals.filter((goal) => goal.id !== event.subgoalId),
          { id: event.subgoalId, objective: event.objective, status: event.status, plan: event.plan ?? null, log: [] },
        ],
      };
    case "subgoal.updated":
      return {
        ...state,
        subgoals: state.subgoals.map((goal) =>
          goal.id !== event.subgoalId
            ? goal
            : {
                ...goal,
                status: event.status ?? goal.status,
                plan: event.plan ?? goal.plan,
                log: event.log === undefined ? goal.log : [...goal.log, event.log],
              },
        ),
      };
    case "terminal.opened":
      return {
        ...state,
        terminals: [
          ...state.terminals.filter((terminal) => terminal.id !== event.terminalId),
          {
            id: event.terminalId,
            target: event.target,
            shell: event.shell,
            open: true,
            endReason: null,
            linked: true,
            keyboard: "agent",
            holder: null,
            takenSeq: 0,
            agentSince: event.at,
            cols: event.cols,
            rows: event.rows,
            where: event.where ?? null,
            login: null,
          },
        ],
      };
    case "terminal.resized":
      return changeTerminal(state, event.terminalId, { cols: event.cols, rows: event.rows });
    case "terminal.closed":
      return changeTerminal(state, event.terminalId, { open: false, login: null, endReason: event.reason });
    case "login.waiting":
      return changeTerminal(state, event.terminalId, {
        login: { waiting: event.waiting, text: event.text, seq: event.seq, since: event.at },
      });
    case "login.finished":
      return changeTerminal(state, event.terminalId, { login: null, shell: event.shell, where: event.where });
    case "keyboard.taken":
      return changeTerminal(state, event.terminalId, { keyboard: "person", holder: event.by, takenSeq: event.seq });
    case "keyboard.given":
      return giveKeyboard(
        changeTerminal(state, event.terminalId, { keyboard: "agent", holder: null, agentSince: event.at }),
        event,
      );
    case "link.lost":
      return changeTerminal(state, event.terminalId, { linked: false });
    case "link.restored":
      return changeTerminal(state, event.terminalId, { linked: true });
    case "session.closed":
      return { ...state, closed: true };
    case "error.reported":
      return { ...state, lastError: { code: event.code, message: event.message, nextStep: event.nextStep } };
    case "child.opened":
    case "step.output":
      return state;
    case "step.approved":
      return state.current ? { ...allowLonger(state, event), current: evolveTurn(state.current, event) } : state;
    default:
      return state.current ? { ...state, current: evolveTurn(state.current, event) } : state;
  }
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
  if (!state.current) return state;
  const end = {
    outcome: event.outcome,
    summary: event.summary,
    at: event.at,
    verification: event.verification,
    error: event.error,
  };
  const turn: Turn = { ...unpaused(state.current, event.at), stopping: false, lastAt: event.at, end };
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
  return `${event.reason} Trying again in ${Math.ceil(event.delayMs / 1000)} s (attempt ${event.attempt}).`;
}

function changeTerminal(state: SessionState, id: string, change: Partial<TerminalInfo>): SessionState {
  return {
    ...state,
    terminals: state.terminals.map((terminal) => (terminal.id === id ? { ...terminal, ...change } : terminal)),
  };
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

function titleOf(prompt: string): string {
  const line = prompt.trim().split("\n")[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
