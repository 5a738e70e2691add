import { UserError } from "../../base/index.ts";
import { openRuntime, type Runtime } from "../../compose/index.ts";
import { endWord, newestTurn, runningTurns } from "../../session/index.ts";
import type { CliContext } from "../context.ts";
import { findSession, type SessionRow } from "../find-session.ts";
import { inOneLine } from "../printable.ts";
import { runSession } from "../run-session.ts";
import { foldSession } from "../session-status.ts";
import { createTranscript } from "../transcript.ts";
import { version } from "../version.ts";

export interface ResumeOptions {
  timeout?: number;
  json?: boolean;
}

/** `cotty resume`: the turn that a dead process left goes on here; what it ran is found again and not run anew. */
export async function resume(context: CliContext, name: string, options: ResumeOptions): Promise<void> {
  // What waits there for a person is not for an agent to take.
  const loaded = await context.config();
  const isAttended = context.isInteractive && options.json !== true;
  await using runtime = await openRuntime({ loaded, stateDir: context.stateDir(), cwd: context.cwd, version });
  for (const notice of runtime.notices) context.err(`cotty: ${inOneLine(notice)}\n`);
  const row = await findSession(runtime.store, name);
  const { history, after } = await openTurnOf(context, runtime, row);
  const runner = await runtime.engine.take(row.id, { isAttended: () => isAttended });
  if (!options.json) context.out(history);
  await runSession(context, runtime, runner, { ...options, isAttended, after });
}

/** What happened in the open turn so far, as text. Refused before anything is taken when there is none. */
async function openTurnOf(
  context: CliContext,
  { store }: Runtime,
  row: SessionRow,
): Promise<{ history: string; after: number }> {
  const transcript = createTranscript(context.paint, { named: context.named });
  let history = "";
  const state = await foldSession(store, row.id, (event, now) => {
    // A turn begins with the prompt it answers, and the line that names the session stands above the first.
    if (event.type === "prompt.received" && runningTurns(now).length === 0 && newestTurn(now)) history = "";
    history += transcript.render(event);
  });
  if (runningTurns(state).length > 0) return { history: history + transcript.end(), after: state.seq };
  throw new UserError(
    "session.no-open-turn",
    `Session ${row.id} has nothing to go on with: its last turn is over (${endWord(newestTurn(state)?.end?.outcome ?? null)}).`,
    `See it: cotty show ${row.id}. Or give a new task: cotty run "…"`,
  );
}
