import type { Event, UnknownEvent } from "../../protocol/index.ts";

/** An event, written once for everyone who is sent it. */
export interface SharedEvent {
  readonly event: Event | UnknownEvent;
  /** The event alone. */
  readonly json: string;
  /** The message that carries it. */
  readonly text: string;
}

export function shareEvent(session: string, event: Event | UnknownEvent): SharedEvent {
  let json: string | null = null;
  let text: string | null = null;
  return {
    event,
    get json() {
      json ??= JSON.stringify(event);
      return json;
    },
    get text() {
      text ??= `{"type":"event","session":${JSON.stringify(session)},"event":${this.json}}`;
      return text;
    },
  };
}
