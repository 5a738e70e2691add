import type { Event, UnknownEvent } from "../protocol/index.ts";

/** A piece of text that is found as one: an event's, or a run of streamed text put together again. */
export interface Document {
  seq: number;
  at: number;
  type: string;
  /** As it was written: `clean` it before it is indexed or shown, but not before its pieces are put together. */
  text: string;
  /** Whose words it has: plain chat may answer while the agent talks. Not known of one that was read from the index. */
  turn?: string | undefined;
}

/** What of each type a person would search for. */
const searchedFields: Record<string, string> = {
  "session.opened": "title",
  "session.renamed": "title",
  "prompt.received": "text",
  "text.streamed": "text",
  "chat.imported": "text",
  "step.proposed": "command",
  "step.edited": "command",
  "step.finished": "output",
  "command.ended": "output",
  "question.asked": "question",
  "question.answered": "text",
  "steer.received": "text",
  "turn.finished": "summary",
  "error.reported": "message",
};

/** A run of streamed text this long is cut, so that a document stays small enough to index again while it grows. */
const maxRunLength = 64 * 1024;

/**
 * Collects documents from events in order. Words arrive in pieces, so streamed text stays open until something else
 * that is searched follows; `open` is the run that a later collection may have to go on with.
 */
export function collectDocuments(
  open: Document | null,
  events: readonly (Event | UnknownEvent)[],
): { finished: Document[]; open: Document | null } {
  const finished: Document[] = [];
  let run = open === null ? null : { ...open };
  const close = () => {
    if (run !== null) finished.push(run);
    run = null;
  };
  for (const event of events) {
    const text = searchedText(event);
    if (text === null) continue;
    const document = { seq: event.seq, at: event.at, type: event.type, text, turn: event.turn };
    if (run?.turn !== undefined && run.turn !== event.turn) close();
    if (event.type !== "text.streamed") {
      close();
      finished.push(document);
    } else if (run === null) run = document;
    else run.text += text;
    if (run !== null && run.text.length > maxRunLength) close();
  }
  return { finished, open: run };
}

function searchedText(event: Event | UnknownEvent): string | null {
  const field = Object.hasOwn(searchedFields, event.type) ? searchedFields[event.type] : undefined;
  const text = field === undefined ? undefined : (event as UnknownEvent)[field];
  return typeof text === "string" && text !== "" ? text : null;
}
