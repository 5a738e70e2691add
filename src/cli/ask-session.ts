import { openRuntime, type openStore, sessionOwner, userName } from "../compose/index.ts";
import type { Reply, SessionRequest } from "../protocol/index.ts";
import type { CliContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import type { SessionRow } from "./find-session.ts";
import { printable } from "./printable.ts";
import { version } from "./version.ts";

type Store = Awaited<ReturnType<typeof openStore>>;

const patienceMs = 30_000;

/**
 * Sends a request to whoever works on a session. Where nobody does, it is taken over here for as long as that takes; an
 * open turn is then ended first, since nobody asked for it to go on.
 */
export async function askSession(
  context: CliContext,
  store: Store,
  row: SessionRow,
  request: SessionRequest,
): Promise<Reply> {
  const sender = { by: `person:${userName()}` as const, from: `cli pid ${process.pid}` };
  if (sessionOwner(row) !== null) {
    const entry = { id: `req_${crypto.randomUUID()}`, session: row.id, at: Date.now(), ...sender, request };
    return await store.ask(entry, { signal: AbortSignal.timeout(patienceMs) });
  }
  const loaded = await context.config();
  await using runtime = await openRuntime({ loaded, stateDir: context.stateDir(), cwd: context.cwd, version });
  const runner = await runtime.engine.take(row.id, { isAttended: () => false });
  const reply = await runner.request(request, sender);
  await runner.idle();
  return reply;
}

/** Says why a request was refused. */
export function sayRefused(context: CliContext, reply: Reply): boolean {
  if (reply.outcome === "accepted") return false;
  context.exitCode = exitCodes.failed;
  context.err(`cotty: ${printable(reply.error.message)}\n${printable(reply.error.nextStep)}\n`);
  return true;
}
