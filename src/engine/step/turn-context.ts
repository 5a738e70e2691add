import type { Actor, Event, EventBody, Mode } from "../../protocol/index.ts";
import { runningTurn, type SessionState, type Step, type Turn } from "../../session/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import type { OpenActs } from "../earlier-commands/open-acts.ts";
import type { SessionLog } from "../record/session-log.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";
import type { LateEnds } from "./late-ends.ts";

type Authored = EventBody & { by?: Actor };

/** One running turn, as its parts see it. */
export interface TurnContext {
  readonly turnId: string;
  /** As it is now. */
  readonly turn: Turn;
  readonly agent: string;
  readonly mode: Mode;
  /** The same together with what a person has chosen meanwhile; read for every step. */
  readonly modes: { mode: Mode; chosenMode: Mode };
  readonly log: SessionLog;
  readonly deps: EngineDeps;
  readonly terminals: SessionTerminals;
  readonly openActs: OpenActs;
  readonly lateEnds: LateEnds;
  /** Is there anybody who could answer a question? */
  isAttended(): boolean;
  /** `by` of a body of its own wins over the one given. */
  record(
    by: Actor,
    bodies: readonly Authored[] | ((state: SessionState) => readonly Authored[]),
  ): Promise<readonly Event[]>;
  step(stepId: string): Step;
}

export function createTurnContext(options: {
  turn: Turn;
  log: SessionLog;
  deps: EngineDeps;
  terminals: SessionTerminals;
  openActs: OpenActs;
  lateEnds: LateEnds;
  isAttended(): boolean;
}): TurnContext {
  const { log, deps, turn } = options;
  const turnId = turn.id;
  return {
    ...options,
    turnId,
    get turn() {
      const running = runningTurn(log.state, turnId);
      return running?.id === turnId ? running : turn;
    },
    agent: turn.agent,
    mode: turn.mode,
    get modes() {
      return log.state.current ?? turn;
    },
    record(by, bodies) {
      return log.update((state) => {
        const made = typeof bodies === "function" ? bodies(state) : bodies;
        return made.map((body) => ({ at: deps.clock.now(), by, turn: turnId, ...body }));
      });
    },
    step(stepId) {
      const step = log.state.current?.steps.get(stepId);
      if (!step) throw new Error(`There is no step ${stepId} in turn ${turnId}.`);
      return step;
    },
  };
}
