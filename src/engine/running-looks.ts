import type { SessionState, Step } from "../session/index.ts";
import type { SessionTerminals } from "./session-terminal.ts";

/** A command that policy let run and that may not have ended. */
export interface RunningLook {
  text: string;
  cwd: string;
}

/**
 * What policy allowed and still runs, in any terminal of the session. What an allow rests on was looked up before it
 * ran, so nothing that it rests on may be changed unasked meanwhile. What a person approved is theirs to know about.
 */
export async function runningLooks(state: SessionState, terminals: SessionTerminals): Promise<RunningLook[]> {
  const started = new Map<string, Step[]>();
  for (const turn of [...state.turns, ...(state.current ? [state.current] : [])]) {
    for (const step of turn.steps.values()) {
      const id = startedIn(step);
      // A command that has ended is the last one of its terminal.
      if (id !== null) started.set(id, hasEnded(step) ? [] : [...(started.get(id) ?? []), step]);
    }
  }
  const looks = [...started].map(async ([id, steps]) => {
    const byPolicy = steps.filter(({ status }) => "from" in status && status.from === "policy");
    return byPolicy.length > 0 && (await isBusy(id, terminals)) ? byPolicy : [];
  });
  return (await Promise.all(looks)).flat().map(({ command, cwd }) => ({ text: command, cwd }));
}

function startedIn({ kind, status, terminalId }: Step): string | null {
  if (kind !== "command" && kind !== "check") return null;
  return status.name === "running" || status.name === "finished" ? (status.terminalId ?? terminalId) : null;
}

const hasEnded = ({ status }: Step): boolean => status.name === "finished" && status.outcome === "exited";

/** A terminal that this process does not hold may be busy. */
async function isBusy(id: string, terminals: SessionTerminals): Promise<boolean> {
  const state = await terminals
    .held(id)
    ?.state()
    .catch(() => null);
  return !(state?.name === "closed" || (state?.name === "ready" && state.foreground === null));
}
