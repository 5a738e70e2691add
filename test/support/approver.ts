// A process of its own that approves every step of a session as soon as it is proposed.
// argv: state directory, session, name. Prints how many of its answers came first.
import { openSqliteStore } from "../../src/store/index.ts";

const [directory = "", session = "", name = ""] = process.argv.slice(2);
await using store = await openSqliteStore({ directory });
const counts = { accepted: 0, refused: 0 };
const pending: Promise<void>[] = [];

for await (const event of store.subscribe(session, { after: 0, signal: new AbortController().signal })) {
  if (event.type === "turn.finished") break;
  if (event.type === "step.proposed") pending.push(approve(String(event["stepId"]), String(event["digest"])));
}
await Promise.all(pending);
process.stdout.write(JSON.stringify(counts));

async function approve(stepId: string, digest: string): Promise<void> {
  const request = { type: "approve" as const, stepId, digest, scope: "once" as const };
  const entry = {
    id: `${name}-${stepId}`,
    session,
    at: Date.now(),
    by: `person:${name}` as const,
    from: name,
    request,
  };
  const reply = await store.ask(entry, { signal: AbortSignal.timeout(60_000) }).catch(() => null);
  // The last steps may be answered by others while the owner is already gone: no answer is not a second decision.
  if (reply) counts[reply.outcome]++;
}
