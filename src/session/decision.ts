import type { Actor, EventBody, JudgementFields, NewEvent, ReportedError } from "../protocol/index.ts";
import type { SessionState } from "./state.ts";

/** Policy's word on one exact text in one place, and what a mode has to know about it. */
export interface Judgement extends Readonly<JudgementFields> {
  /** The files it changes are proved to be inside the session's project. */
  readonly inProject?: boolean | undefined;
  /** Where it is allowed: by a rule or an earlier approval of a person, and not because it is proved to only read. */
  readonly isByRule?: boolean | undefined;
}

/** Who asks, from where, and what the rules may not make up themselves: time, ids, and policy's word on an edit. */
export interface DecideContext {
  readonly by: Actor;
  /** The surface, for people: `cli`, `web`, `cli pid 4711`. */
  readonly from: string;
  readonly now: number;
  readonly newTurnId: string;
  readonly requestId?: string | undefined;
  /** The model that an agent uses where the settings name this one: plain chat may have its own. */
  readonly modelFor?: ((agent: string, model: string) => string) | undefined;
  /** Policy's judgement of the edited command; an edit without one is refused. */
  readonly judged?: Judgement | undefined;
  /** What an approval for longer than once would allow. */
  readonly rule?: { readonly id: string; readonly toml: string } | undefined;
}

export type Decision =
  | { readonly accepted: true; readonly events: readonly NewEvent[] }
  | { readonly accepted: false; readonly error: ReportedError };

export function accept(events: readonly NewEvent[]): Decision {
  return { accepted: true, events };
}

export function refuse(code: string, message: string, nextStep: string): Decision {
  return { accepted: false, error: { code, message, nextStep } };
}

export const sessionClosed = refuse(
  "session.closed",
  "This session is closed.",
  "Open a new one; this one can still be read.",
);

export function inTurn(state: SessionState, context: DecideContext, body: EventBody): Decision {
  const event = stamp(context, body);
  return accept([state.current ? { ...event, turn: state.current.id } : event]);
}

export function stamp(context: Pick<DecideContext, "by" | "now">, body: EventBody): NewEvent {
  return { ...body, at: context.now, by: context.by };
}

export function idOf(context: DecideContext): { requestId?: string } {
  return context.requestId === undefined ? {} : { requestId: context.requestId };
}

/** `person:mira` → `mira`; `person:you` and the rest read as they are. */
export function nameOf(actor: Actor): string {
  const name = actor.replace(/^(person|agent):/, "");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
