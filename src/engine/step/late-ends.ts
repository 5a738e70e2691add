import { isChat, type SessionState, stillRuns } from "../../session/index.ts";
import type { Terminal } from "../../terminal/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import { startedLast } from "../earlier-commands/open-acts.ts";
import type { SessionLog } from "../record/session-log.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";
import { finishedBody } from "./step-body.ts";

/** Follows commands that were reported as running to their real end, also when their turn is over (LT1). */
export interface LateEnds {
  follow(stepId: string, terminal: Terminal): void;
  /** The same for those that a process before this one reported. */
  followEarlier(): Promise<void>;
}

interface LateEndsOptions {
  log: SessionLog;
  deps: EngineDeps;
  terminals: Pick<SessionTerminals, "get">;
  /** Aborted when this process lets go of the session: the next one follows then. */
  signal: AbortSignal;
}

export function createLateEnds({ log, deps, terminals, signal }: LateEndsOptions): LateEnds {
  const followed = new Set<string>();

  async function untilEnd(stepId: string, terminal: Terminal): Promise<void> {
    const options = { signal, timeoutMs: Number.POSITIVE_INFINITY, limits: deps.limits.output };
    const result = await terminal.resume(stepId, options);
    if (signal.aborted || result === null || result.outcome === "running") return;
    const { outcome } = result;
    const { exitCode, output, bytes, droppedBytes, durationMs, range } = finishedBody(
      result,
      { stopped: false, foreground: null },
      terminal,
      { deps },
    );
    const end = { outcome, exitCode, output, bytes, droppedBytes, durationMs, range };
    await log.update((state) =>
      isOpen(state, stepId)
        ? [
            {
              type: "command.ended",
              stepId,
              ...end,
              ...(isAwaited(state, terminal.id) && { isAwaited: true }),
              at: deps.clock.now(),
              by: "engine",
            },
          ]
        : [],
    );
  }

  function follow(stepId: string, terminal: Terminal): void {
    if (followed.has(stepId)) return;
    followed.add(stepId);
    untilEnd(stepId, terminal)
      // The terminal is gone, or the session belongs to another process: neither is this one's to tell.
      .catch(() => undefined)
      .finally(() => followed.delete(stepId));
  }

  return {
    follow,
    async followEarlier() {
      for (const [terminalId, steps] of startedLast(log.state)) {
        const running = steps.filter(stillRuns);
        const terminal = running.length === 0 ? null : await terminals.get(terminalId);
        if (terminal) for (const { id } of running) follow(id, terminal);
      }
    },
  };
}

function isOpen({ turns, current, closed }: SessionState, stepId: string): boolean {
  const step = current?.steps.get(stepId) ?? turns.findLast(({ steps }) => steps.has(stepId))?.steps.get(stepId);
  return !closed && step !== undefined && stillRuns(step);
}

/** A tool of the agent waits for the end in the same terminal, or has just told it of that. */
function isAwaited({ current }: SessionState, terminalId: string): boolean {
  if (!current || isChat(current.agent)) return false;
  const last = [...current.steps.values()].at(-1);
  if (last?.call?.name !== "wait_for" || last.terminalId !== terminalId) return false;
  return last.status.name === "running" || (last.status.name === "finished" && last.status.outcome === "exited");
}
