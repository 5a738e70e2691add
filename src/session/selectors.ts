import { answerOfTurn } from "./modes.ts";
import { openQuestions, phase, stepsInReview } from "./phase.ts";
import type { Question, SessionState, Spent, Step, Turn } from "./state.ts";
import { type KeyboardWait, waitsForKeyboard } from "./waits-for-keyboard.ts";

/** What one person has to decide or answer in a session. */
export interface Waiting {
  readonly steps: readonly Step[];
  readonly questions: readonly Question[];
  /** Why the turn was paused by itself: a person has to say whether it may go on. */
  readonly pause: string | null;
  /** Programs and logins that ask for something in a terminal which the agent must not answer. */
  readonly prompts: readonly TerminalPrompt[];
  /** Steps that are sent once a person gives the keyboard back. */
  readonly keyboards: readonly KeyboardWait[];
}

export interface TerminalPrompt {
  readonly terminalId: string;
  /** Whether the answer is shown while it is typed. */
  readonly kind: "password" | "line-input";
  readonly text: string;
  /** Names this question: the same words may be asked again. */
  readonly seq: number;
  readonly since: number;
}

export function waitingForPerson(state: SessionState): Waiting {
  const turn = state.current;
  const prompts = terminalPrompts(state);
  const keyboards = waitsForKeyboard(state);
  if (!turn) return { steps: [], questions: [], pause: null, prompts, keyboards };
  return {
    prompts,
    keyboards,
    steps: stepsInReview(turn).filter((step) => needsPerson(turn, step)),
    questions: openQuestions(turn),
    pause: turn.pauseReason,
  };
}

/** Whether a pause holds this step: it starts nothing but what a person approved after it. */
export function isHeld({ current: turn }: SessionState, stepId: string): boolean {
  if (!turn?.paused) return false;
  const status = turn.steps.get(stepId)?.status;
  const pausedAt = turn.pausedAt ?? 0;
  if (status?.name === "approved") return status.by === "policy" || status.at < pausedAt;
  return status?.name !== "running" || status.since < pausedAt;
}

/** What terminals ask a person: a login for whatever it needs, a running command for a password. */
export function terminalPrompts(state: SessionState): readonly TerminalPrompt[] {
  const logins = state.terminals.flatMap(({ id, open, login }): TerminalPrompt[] =>
    !open || login === null || login.waiting === "working"
      ? []
      : [{ terminalId: id, kind: login.waiting, text: login.text, seq: login.seq, since: login.since }],
  );
  const passwords = [...(state.current?.steps.values() ?? [])].flatMap(({ status }): TerminalPrompt[] =>
    status.name === "running" && status.waiting === "password" && status.terminalId !== null
      ? [
          {
            terminalId: status.terminalId,
            kind: "password",
            text: status.waitingText,
            seq: status.waitingSeq,
            since: status.waitingSince,
          },
        ]
      : [],
  );
  return [...logins, ...passwords];
}

/** Steps that the mode answers are in review for a moment only. What a person edited is theirs to approve. */
function needsPerson(turn: Turn, step: Step): boolean {
  const { mode } = turn;
  // A question stays one where a stricter mode would not have asked it.
  const answers = [answerOfTurn(turn, step), answerOfTurn({ mode, chosenMode: mode }, step)];
  return step.editedFrom !== null || answers.some(({ answer }) => answer === "ask");
}

/** Which buttons a toolbar shows (S0.54). */
export interface Toolbar {
  readonly pause: boolean;
  readonly resume: boolean;
  readonly stop: "hidden" | "ready" | "stopping";
  readonly retry: boolean;
  readonly newChat: boolean;
  readonly clear: true;
}

export function toolbar(state: SessionState): Toolbar {
  const turn = state.current;
  return {
    pause: turn !== null && !turn.paused && !turn.stopping,
    resume: turn?.paused === true,
    stop: turn === null ? "hidden" : turn.stopping ? "stopping" : "ready",
    retry: turn === null && state.lastPrompt !== null && !state.closed,
    newChat: turn === null && !state.closed,
    clear: true,
  };
}

/** What stands between transcript and composer (seed 3's middle pane). */
export type MiddlePane =
  | { readonly kind: "review"; readonly step: Step }
  | { readonly kind: "output"; readonly step: Step }
  | { readonly kind: "hidden" };

export function middlePane(state: SessionState): MiddlePane {
  const now = phase(state);
  const turn = state.current;
  if (!turn) return { kind: "hidden" };
  if (now.name === "review") {
    const step = stepsInReview(turn)[0];
    return step ? { kind: "review", step } : { kind: "hidden" };
  }
  if (now.name === "executing") {
    const step = turn.steps.get(now.stepId);
    return step ? { kind: "output", step } : { kind: "hidden" };
  }
  return { kind: "hidden" };
}

/** Where a person's keys go. While the agent thinks or sums up, prompt and command cannot be changed (P15). */
export function typingGoesTo(state: SessionState): "prompt" | "command" | "answer" | "steer" | "nowhere" {
  switch (phase(state).name) {
    case "input":
      return "prompt";
    case "done":
      return state.closed ? "nowhere" : "prompt";
    case "review":
      return middlePane(state).kind === "review" ? "command" : "answer";
    default:
      return "steer";
  }
}

/**
 * Rows of transcript, middle pane and composer for a window; every pane keeps at least one row (P18).
 * @waiting the terminal interface
 */
export function paneRows(
  rows: number,
  pane: MiddlePane,
): { transcript: number; middle: number; composer: number; status: 1 } | null {
  if (rows < minimumRows) return null;
  const composer = rows >= 24 ? 3 : 2;
  const middle = pane.kind === "hidden" ? 0 : Math.max(3, Math.floor((rows - composer - 1) * 0.5));
  return { transcript: rows - composer - middle - 1, middle, composer, status: 1 };
}

/** @waiting the terminal interface */
export const minimumRows = 10;

/** All turns a person can scroll through, the running one last. */
export function allTurns(state: SessionState): readonly Turn[] {
  return state.current ? [...state.turns, state.current] : state.turns;
}

/** What a turn has used up to its last event. */
export function spentBy(turn: Turn): Spent {
  const { usage, startedAt, lastAt, pausedMs, pausedAt } = turn;
  return {
    tokens: usage.inputTokens + usage.outputTokens,
    cost: usage.cost,
    activeMs: Math.max(0, (pausedAt ?? lastAt) - startedAt - pausedMs),
  };
}

/** The turns an agent gets as context: none before a `new`, none at all for a retry. */
export function contextTurns(state: SessionState): readonly Turn[] {
  if (state.current?.freshHistory) return [];
  const turns = state.turns.slice(state.contextFrom);
  const lastFresh = turns.findLastIndex((turn) => turn.freshHistory);
  return lastFresh > 0 ? turns.slice(lastFresh) : turns;
}
