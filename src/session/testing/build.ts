import type { Event, EventBody, NewEvent, SessionRequest } from "../../protocol/index.ts";
import { admit, type Decision, decide, emptyState, evolve, type SessionState } from "../index.ts";

/** A session in a test: requests and events go in, the state comes out, the rules hold throughout. */
export interface TestSession {
  readonly state: SessionState;
  readonly events: readonly Event[];
  ask(request: SessionRequest, context?: Partial<Parameters<typeof decide>[2]>): Decision;
  /** Stores an event of the engine; throws what `admit` says when it may not follow. */
  record(body: EventBody, turn?: string): void;
}

export function openTestSession(settings: Partial<SessionState["settings"]> = {}): TestSession {
  let state = emptyState("s1");
  let now = 1000;
  let turns = 0;
  const events: Event[] = [];

  function store(event: NewEvent) {
    const reason = admit(state, event);
    if (reason !== null) throw new Error(`${event.type}: ${reason}`);
    const stored = { ...event, seq: state.seq + 1, session: "s1", hash: "" } as Event;
    events.push(stored);
    state = evolve(state, stored);
  }

  store({
    type: "session.opened",
    title: "",
    target: "local",
    cwd: "/home/mira",
    settings: { agent: "cotty", model: "scripted/test", mode: "default", thinking: false, maxSteps: 20, ...settings },
    version: "0",
    at: now,
    by: "engine",
  });

  return {
    get state() {
      return state;
    },
    events,
    ask(request, context = {}) {
      now += 1000;
      turns++;
      const decision = decide(state, request, {
        by: "person:mira",
        from: "cli",
        now,
        newTurnId: `t${turns}`,
        ...context,
      });
      if (decision.accepted) for (const event of decision.events) store(event);
      return decision;
    },
    record(body, turn = state.current?.id) {
      now += 1000;
      store({ ...body, at: now, by: "engine", turn } as NewEvent);
    },
  };
}

export function proposal(
  stepId: string,
  command: string,
  more: Partial<EventBody<"step.proposed">> = {},
): EventBody<"step.proposed"> {
  return {
    type: "step.proposed",
    stepId,
    kind: "command",
    command,
    reasoning: "because",
    verdict: "ask",
    risks: ["write"],
    findings: [],
    digest: `digest of ${command}`,
    target: "local",
    cwd: "/home/mira",
    shell: "bash",
    hold: "enforced",
    ...more,
  };
}

export function finished(stepId: string, more: Partial<EventBody<"step.finished">> = {}): EventBody<"step.finished"> {
  return {
    type: "step.finished",
    stepId,
    outcome: "exited",
    exitCode: 0,
    output: "ok\n",
    bytes: 3,
    droppedBytes: 0,
    durationMs: 5,
    ...more,
  };
}
