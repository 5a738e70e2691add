import { UserError } from "../base/index.ts";
import type { Store } from "../store/index.ts";
import type { Engine } from "./engine.ts";

/** Sessions whose owner died go on here: what waits for a person waits on, what runs is found again. */
export async function takeOrphans(
  engine: Pick<Engine, "take">,
  store: Pick<Store, "list">,
  { report }: { report(line: string): void },
): Promise<void> {
  for (const { id, lease } of await store.list({ limit: 1_000_000 })) {
    if (lease === null) continue;
    try {
      await engine.take(id, { isAttended: () => true });
      report(`Took over session ${id}.`);
    } catch (error) {
      // A process that is alive works on it: it stays with that one.
      if (error instanceof UserError && error.code === "session.owned") continue;
      const reason = error instanceof Error ? error.message : String(error);
      report(`Session ${id} could not be taken over: ${reason}`);
    }
  }
}
