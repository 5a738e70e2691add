import type { Event, UnknownEvent } from "../protocol/index.ts";
import { evolve } from "./evolve.ts";
import type { SessionState } from "./state.ts";

/** What a session has come to once it is read on from a state: from `emptyState` where nothing of it is known yet. */
export async function foldEvents(
  state: SessionState,
  events: AsyncIterable<Event | UnknownEvent>,
  onEvent?: (event: Event | UnknownEvent, folded: SessionState) => void,
): Promise<SessionState> {
  let folded = state;
  for await (const event of events) {
    folded = evolve(folded, event);
    onEvent?.(event, folded);
  }
  return folded;
}
