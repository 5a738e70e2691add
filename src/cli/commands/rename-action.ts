import { UserError } from "../../base/index.ts";
import { openStore } from "../../compose/index.ts";
import { requestSchemas } from "../../protocol/index.ts";
import { runningTurns } from "../../session/index.ts";
import { askSession, sayRefused } from "../ask-session.ts";
import type { CliContext } from "../context.ts";
import { findSession } from "../find-session.ts";
import { oneLine } from "../printable.ts";
import { foldSession, isOwned } from "../session-status.ts";

export async function rename(context: CliContext, session: string, name: string): Promise<void> {
  const request = requestSchemas.rename.safeParse({ type: "rename", title: name });
  if (!request.success)
    throw new UserError("usage.name", "A name has 1 to 200 characters.", "Give it a shorter one, or one at all.");
  await using store = await openStore(context.stateDir());
  const row = await findSession(store, session);
  // Taken over for its name, its turn would go on.
  if (!isOwned(row) && runningTurns(await foldSession(store, row.id)).length > 0) {
    throw new UserError(
      "session.interrupted",
      `Session ${row.id} was interrupted in the middle of a turn.`,
      `Let it go on first (cotty resume ${row.id}), or end it: cotty stop ${row.id}`,
    );
  }
  const reply = await askSession(context, store, row, request.data);
  if (!sayRefused(context, reply)) context.out(`Session ${row.id} is now called ${oneLine(request.data.title, 200)}\n`);
}
