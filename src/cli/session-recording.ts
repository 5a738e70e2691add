import { UserError } from "../base/index.ts";
import { openStoreToRead, readRecording } from "../compose/index.ts";
import { type Event, isKnownEvent } from "../protocol/index.ts";
import type { CliContext } from "./context.ts";
import { findSession } from "./find-session.ts";

/** The recording of a session's terminal: the one that is named, else the first that still has one. */
export async function sessionRecording(context: CliContext, name: string, terminal: string | undefined) {
  await using store = await openStoreToRead(context.stateDir());
  const row = await findSession(store, name);
  const events = [];
  for await (const event of store.read(row.id)) events.push(event);
  const opened = events.filter(
    (event): event is Event<"terminal.opened"> => isKnownEvent(event) && event.type === "terminal.opened",
  );
  const ids = terminal === undefined ? opened.map((event) => event.terminalId) : [terminal];
  const recording = ids
    .map((id) => readRecording({ stateDir: context.stateDir(), terminalId: id }))
    .find((found) => found !== null);
  if (!recording) {
    throw new UserError(
      "recording.none",
      `Session ${row.id} has no recording${terminal ? ` of terminal ${terminal}` : ""}.`,
      "Nothing was printed in it, or its log was deleted.",
    );
  }
  return { row, events, recording };
}
