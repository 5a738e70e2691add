import type { Actor, Event, EventBody, Mode } from "../protocol/index.ts";
import type { SessionState, Step } from "../session/index.ts";
import type { EngineDeps } from "./deps.ts";
import type { OpenActs } from "./open-acts.ts";
import type { SessionLog } from "./session-log.ts";
import type { SessionTerminals } from "./session-terminal.ts";

type Authored = EventBody & { by?: Actor };

/** One running turn, as its parts see it. */
export interface TurnContext {
  readonly turnId: string;
  readonly agent: string;
  readonly mode: Mode;
  /** The same together with what a person has chosen meanwhile; read for every step. */
  readonly modes: { mode: Mode; chosenMode: Mode };
  readonly log: SessionLog;
  readonly deps: EngineDeps;
  readonly terminals: SessionTerminals;
  readonly openActs: OpenActs;
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
  log: SessionLog;
  deps: EngineDeps;
  terminals: SessionTerminals;
  openActs: OpenActs;
  isAttended(): boolean;
}): TurnContext {
  const { log, deps } = options;
  const turn = log.state.current;
  if (!turn) throw new Error("A turn context needs a running turn.");
  const turnId = turn.id;
  return {
    ...options,
    turnId,
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
