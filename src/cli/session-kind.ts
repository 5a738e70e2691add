import { isKnownEvent } from "../protocol/index.ts";
import type { SessionRow, Store } from "./find-session.ts";

/** Whose work a session is: an agent's, or a person's own commands. Its first event says it. */
export async function kindOf(store: Pick<Store, "read">, { id }: SessionRow): Promise<"run" | "exec"> {
  try {
    for await (const event of store.read(id, { limit: 1 }))
      return isKnownEvent(event) && event.type === "session.opened" && event.settings.agent === "exec" ? "exec" : "run";
  } catch {
    // One that cannot be read must not hide the others, nor itself: its line says that it is damaged.
  }
  return "run";
}
