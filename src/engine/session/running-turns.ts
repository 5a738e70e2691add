import { describeError } from "../../base/index.ts";
import type { EventBody } from "../../protocol/index.ts";
import { runningTurn, type Turn } from "../../session/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import type { OpenActs } from "../earlier-commands/open-acts.ts";
import type { SessionLog } from "../record/session-log.ts";
import type { LateEnds } from "../step/late-ends.ts";
import { createTurnContext, type TurnContext } from "../step/turn-context.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";
import { runTurn } from "../turn/run-turn.ts";

/** The turns of a session that run here: the agent's, and the one in plain chat beside it. */
export interface RunningTurns {
  /** `before` is what has to happen first, where a turn goes on after a restart. */
  start(turn: Turn, before?: (context: TurnContext, signal: AbortSignal) => Promise<void>): void;
  stop(turnId: string, reason: DOMException): void;
  stopAll(reason: Error): void;
  /** Resolves when those that run now have ended. */
  ended(): Promise<unknown>;
  /** Resolves when none runs. */
  idle(): Promise<void>;
}

interface RunningTurnsOptions {
  log: SessionLog;
  deps: EngineDeps;
  terminals: SessionTerminals;
  openActs: OpenActs;
  lateEnds: LateEnds;
  isAttended(): boolean;
  lost: AbortSignal;
}

export function createRunningTurns({ lost, ...parts }: RunningTurnsOptions): RunningTurns {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  const ended = () => Promise.all([...running.values()].map((turn) => turn.ended));
  return {
    start(turn, before = async () => {}) {
      const stop = new AbortController();
      const context = createTurnContext({ turn, ...parts });
      const signal = AbortSignal.any([stop.signal, lost]);
      const ended = before(context, signal)
        .then(() => runTurn(context, { signal }))
        .catch((error: unknown) => reportDefect(turn.id, { ...parts, error, lost }))
        .finally(() => running.delete(turn.id));
      running.set(turn.id, { stop, ended });
    },
    stop: (turnId, reason) => running.get(turnId)?.stop.abort(reason),
    stopAll(reason) {
      for (const { stop } of running.values()) stop.abort(reason);
    },
    ended,
    async idle() {
      while (running.size > 0) await ended();
    },
  };
}

/** A turn that could not even be recorded to its end: say so if the log still takes it. */
async function reportDefect(
  turn: string,
  { log, deps, error, lost }: { log: SessionLog; deps: EngineDeps; error: unknown; lost: AbortSignal },
): Promise<void> {
  if (lost.aborted) return;
  const described = describeError(error);
  process.emitWarning(`A turn of ${log.lease.session} ended badly: ${described.message}`);
  const body: EventBody = { type: "turn.finished", outcome: "failed", summary: described.message, error: described };
  await log
    .update((state) =>
      runningTurn(state, turn)?.id === turn ? [{ ...body, at: deps.clock.now(), by: "engine", turn }] : [],
    )
    .catch(() => process.emitWarning(`Its end could not be stored.`));
}
