import { emptyState, foldEvents, type SessionState, type Step } from "../../session/index.ts";
import type { EngineDeps } from "../contract/deps.ts";
import type { OpenAct } from "../contract/judge.ts";
import type { SessionTerminals } from "../terminals/session-terminals.ts";

interface OpenSession {
  readonly state: SessionState;
  readonly terminals: Pick<SessionTerminals, "held">;
}

/**
 * What still runs in any session of the state folder. It was looked at before it ran, so nothing that it rests on may
 * be changed unasked meanwhile, by whichever session and process.
 */
export interface OpenActs {
  /** A session that this process works on; answers with what ends that. */
  add(session: OpenSession): () => void;
  /** All but this step itself. */
  besides(stepId: string | null): Promise<OpenAct[]>;
}

export function createOpenActs({ store, terminals }: Pick<EngineDeps, "store" | "terminals">): OpenActs {
  const here = new Set<OpenSession>();
  /** Sessions of other processes, as far as they were read. */
  const elsewhere = new Map<string, SessionState>();

  async function caughtUp(session: string): Promise<SessionState> {
    const before = elsewhere.get(session) ?? emptyState(session);
    const state = await foldEvents(before, store.read(session, { after: before.seq }));
    elsewhere.set(session, state);
    return state;
  }

  function stepsHere({ state, terminals: own }: OpenSession): Promise<Step[]> {
    return unended(state, async (step, id) => {
      if (step.status.name !== "finished") return true;
      const terminal = own.held(id);
      if (terminal === null) return terminals.isAlive(id);
      const now = await terminal.state().catch(() => null);
      if (now === null || now.name === "closed") return false;
      return now.name !== "ready" || now.foreground !== null || runsBeside(step);
    });
  }

  return {
    add(session) {
      here.add(session);
      return () => here.delete(session);
    },
    async besides(stepId) {
      const own = [...here];
      const rows = (await store.list()).filter(
        ({ id, lease }) => lease !== null && !own.some(({ state }) => state.id === id),
      );
      for (const id of elsewhere.keys()) if (!rows.some((row) => row.id === id)) elsewhere.delete(id);
      const found = await Promise.all([
        ...own.map(stepsHere),
        ...rows.map(async ({ id }) => unended(await caughtUp(id), (_, terminal) => terminals.isAlive(terminal))),
      ]);
      return found.flat().flatMap((step) => (step.id === stepId ? [] : actOf(step)));
    },
  };
}

/** Whether a command of the session may still run, for all that its log says. */
export const mayBeRunning = (state: SessionState): boolean => startedLast(state).size > 0;

async function unended(
  state: SessionState,
  mayRun: (step: Step, terminalId: string) => Promise<boolean>,
): Promise<Step[]> {
  const isOpen = (id: string) => state.terminals.find((terminal) => terminal.id === id)?.open !== false;
  const candidates = [...startedLast(state)].flatMap(([id, steps]) =>
    isOpen(id) ? steps.map((step) => ({ id, step })) : [],
  );
  const found = await Promise.all(candidates.map(async ({ id, step }) => ((await mayRun(step, id)) ? [step] : [])));
  return found.flat();
}

/** The commands of each terminal that its log does not say the end of. */
export function startedLast(state: SessionState): Map<string, Step[]> {
  const started = new Map<string, Step[]>();
  for (const turn of [...state.turns, ...(state.current ? [state.current] : [])]) {
    for (const step of turn.steps.values()) {
      const id = startedIn(step);
      if (id === null) continue;
      // A command that has ended was the last one of its terminal; what was put beside the line may go on.
      const before = hasEnded(step) ? (started.get(id) ?? []).filter(runsBeside) : (started.get(id) ?? []);
      const now = hasEnded(step) && !runsBeside(step) ? before : [...before, step];
      if (now.length > 0) started.set(id, now);
      else started.delete(id);
    }
  }
  return started;
}

function startedIn({ kind, status, terminalId }: Step): string | null {
  if (kind !== "command" && kind !== "check") return null;
  switch (status.name) {
    case "approved":
      return terminalId;
    case "running":
      // What waits for the keyboard is judged anew before it runs.
      return status.waiting === "keyboard" ? null : (status.terminalId ?? terminalId);
    case "finished":
      // These were never begun.
      if (status.outcome === "context-changed" || status.outcome === "not-at-prompt") return null;
      return status.terminalId ?? terminalId;
    default:
      return null;
  }
}

export const hasEnded = ({ status }: Step): boolean =>
  status.name === "finished" && (status.outcome === "exited" || status.ended?.outcome === "exited");

/** A part of the line may go on after its end. */
const runsBeside = ({ command }: Step): boolean => countBeside(command) > 0 || goesOn.test(command);

/** What starts something that the line does not wait for: a substitution of a process, and programs that are there for it. */
const goesOn =
  /[<>]\(|(?<![\w-])(?:setsid|nohup|daemonize|daemon|at|batch|tmux|screen|zellij|byobu|systemd-run|dtach|abduco|start-stop-daemon|disown|pm2|forever|supervisord|crontab|script|watchexec|nodemon|entr)(?![\w-])/;

/** How many parts of a line may go on after its end. An & between quotes counts too: it only means one question more. */
export const countBeside = (command: string): number => command.match(/(?<![&<>|])&(?![&>])|\bcoproc\b/g)?.length ?? 0;

function actOf({ command: text, cwd, basis, status }: Step): OpenAct[] {
  const isByPolicy = "by" in status && status.by === "policy";
  return isByPolicy || basis !== null ? [{ text, cwd, basis, isByPolicy }] : [];
}
