import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { EventBody, SessionRequest, TurnOutcome } from "../protocol/index.ts";
import { allTurns, emptyState, evolve, phase, type SessionState, toolbar, typingGoesTo } from "./index.ts";
import { middlePane, paneRows } from "./selectors.ts";
import { finished, openTestSession, proposal, type TestSession } from "./testing/build.ts";

const whiteSpace = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r", "\u00a0"), maxLength: 20 });
const prompt = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");
const command = fc.string({ minLength: 1, unit: "binary" }).filter((text) => text.trim() !== "");
const runs = { numRuns: 200 };

function thinking(text = "do it"): TestSession {
  const session = openTestSession();
  session.ask({ type: "prompt", text });
  return session;
}

function reviewing(text: string): TestSession {
  const session = thinking();
  session.record(proposal("p1", text));
  return session;
}

/** A walk through a session: whatever of it may not happen in the state reached is refused and changes nothing. */
const moves = fc.array(
  fc.oneof(
    fc.record({
      ask: fc.constantFrom<SessionRequest>(
        { type: "prompt", text: "go" },
        { type: "prompt", text: "why?", kind: "chat" },
        { type: "retry", kind: "chat" },
        { type: "pause" },
        { type: "resume" },
        { type: "stop" },
        { type: "retry" },
        { type: "new" },
        { type: "steer", text: "also" },
        { type: "approve", stepId: "p1", digest: "digest of ls", scope: "once" },
        { type: "approve", stepId: "p2", digest: "other", scope: "once" },
        { type: "reject", stepId: "p1" },
        { type: "reject", stepId: "p2", reason: "no" },
        { type: "answer", stepId: "q1", text: "yes" },
        { type: "close" },
      ),
    }),
    fc.record({
      record: fc.constantFrom<EventBody>(
        { type: "text.streamed", text: "x" },
        { type: "thinking.streamed", text: "y" },
        proposal("p1", "ls"),
        proposal("p2", "pwd"),
        { type: "question.asked", stepId: "q1", question: "?" },
        { type: "step.started", stepId: "p1", digest: "digest of ls" },
        finished("p1"),
        { type: "turn.finished", outcome: "complete", summary: "" },
        { type: "turn.finished", outcome: "failed", summary: "", error: { code: "x", message: "m", nextStep: "n" } },
        { type: "error.reported", code: "x", message: "m", nextStep: "n" },
      ),
    }),
  ),
  { maxLength: 60 },
);

function walk(list: ({ ask: SessionRequest } | { record: EventBody })[]): TestSession {
  const session = openTestSession();
  for (const move of list) {
    if ("ask" in move) session.ask(move.ask);
    else {
      try {
        session.record(move.record);
      } catch {
        // `admit` refused it: the rule held, and the walk goes on from the same state.
      }
    }
  }
  return session;
}

describe("the 22 properties: session", () => {
  // **Feature: cotty, Property 1: a prompt of white space leaves the phase at input and the history unchanged**
  test.prop([whiteSpace], runs)("rejects empty input [PH3, S3.5, S3.34]", (text) => {
    const session = openTestSession();
    const before = session.state;
    expect(session.ask({ type: "prompt", text })).toMatchObject({ accepted: false, error: { code: "prompt.empty" } });
    expect(session.state).toBe(before);
    expect(phase(session.state)).toEqual({ name: "input" });
  });

  // **Feature: cotty, Property 2: valid input starts thinking and is added to the history**
  test.prop([prompt], runs)("starts thinking on valid input and keeps it [PH2, S3.4, S3.35]", (text) => {
    const session = openTestSession();
    session.ask({ type: "prompt", text });
    expect(phase(session.state)).toEqual({ name: "thinking", turnId: "t1" });
    expect(allTurns(session.state).map((turn) => turn.prompt)).toEqual([text]);
  });

  // **Feature: cotty, Property 4: an answer without a tool call is kept as the agent's and returns to input**
  test.prop([fc.array(fc.string({ minLength: 1 }), { minLength: 1 })], runs)(
    "returns to input after a text answer [PH5, S3.8, S3.37]",
    (chunks) => {
      const session = thinking();
      for (const text of chunks) session.record({ type: "text.streamed", text });
      session.record({ type: "turn.finished", outcome: "text", summary: chunks.join("") });
      expect(phase(session.state)).toEqual({ name: "input" });
      expect(session.state.turns[0]?.items).toMatchObject([{ kind: "text", text: chunks.join("") }]);
    },
  );

  // **Feature: cotty, Property 5: an error of the model while thinking returns to input and the error is set**
  test.prop([fc.string()], runs)(
    "returns to input with the error when the model fails [PH5, S3.9, S3.38]",
    (message) => {
      const session = thinking();
      const error = { code: "model.failed", message, nextStep: "try again" };
      session.record({ type: "turn.finished", outcome: "failed", summary: message, error });
      expect([phase(session.state), session.state.lastError]).toEqual([{ name: "input" }, error]);
    },
  );

  // **Feature: cotty, Property 6: review holds that exact command string**
  test.prop([command], runs)("shows the exact command in review [PH4, S3.7, S3.39]", (text) => {
    expect(middlePane(reviewing(text).state)).toMatchObject({ kind: "review", step: { command: text } });
  });

  // **Feature: cotty, Property 8: in review, approving executes; rejecting without a reason returns to input with nothing to edit**
  test.prop([command, fc.boolean()], runs)(
    "executes what is approved and clears what is rejected [PH6, PH7, S3.10, S3.11, S3.41]",
    (text, approve) => {
      const session = reviewing(text);
      if (approve) {
        session.ask({ type: "approve", stepId: "p1", digest: `digest of ${text}`, scope: "once" });
        expect(phase(session.state)).toEqual({ name: "executing", turnId: "t1", stepId: "p1" });
      } else {
        session.ask({ type: "reject", stepId: "p1" });
        session.record({ type: "turn.finished", outcome: "stopped", summary: "Rejected." });
        expect([phase(session.state), middlePane(session.state)]).toEqual([{ name: "input" }, { kind: "hidden" }]);
      }
    },
  );

  // **Feature: cotty, Property 10: after completion command and output are in the history; finalizing, then back to thinking**
  test.prop([command, fc.string(), fc.integer({ min: 0, max: 255 })], runs)(
    "keeps a finished command and its output, then thinks on [PH9, PH10, S3.12, S3.13, S3.43]",
    (text, output, exitCode) => {
      const session = reviewing(text);
      session.ask({ type: "approve", stepId: "p1", digest: `digest of ${text}`, scope: "once" });
      session.record({ type: "step.started", stepId: "p1", digest: `digest of ${text}` });
      session.record(finished("p1", { output, exitCode }));
      expect(phase(session.state)).toEqual({ name: "finalizing", turnId: "t1", stepId: "p1" });
      expect(session.state.current?.steps.get("p1")).toMatchObject({
        command: text,
        status: { name: "finished", output, exitCode },
      });
      session.record({ type: "thinking.streamed", text: "hm" });
      expect(phase(session.state)).toEqual({ name: "thinking", turnId: "t1" });
    },
  );

  // **Feature: cotty, Property 11: an append makes the history one longer, and its last element is the message**
  test.prop([fc.array(prompt, { minLength: 1, maxLength: 8 })], runs)(
    "adds exactly one turn for each prompt [S3.44]",
    (prompts) => {
      const session = openTestSession();
      for (const [index, text] of prompts.entries()) {
        session.ask({ type: "prompt", text });
        expect(allTurns(session.state).length).toBe(index + 1);
        expect(allTurns(session.state).at(-1)?.prompt).toBe(text);
        session.record({ type: "turn.finished", outcome: "text", summary: "" });
      }
    },
  );

  // **Feature: cotty, Property 14: the phase is always one of the six, and no selector throws in any state**
  test.prop([moves], { numRuns: 500 })("is always in one of the six phases, whatever happens [S3.3, S3.47]", (list) => {
    const { state } = walk(list);
    expect(["input", "thinking", "review", "executing", "finalizing", "done"]).toContain(phase(state).name);
    toolbar(state);
    middlePane(state);
    typingGoesTo(state);
  });

  // **Feature: cotty, Property 15: while thinking or finalizing, typing changes neither the prompt nor the command**
  test.prop([moves], { numRuns: 500 })(
    "sends typing to neither editor while the agent thinks or sums up [S3.48]",
    (list) => {
      const { state } = walk(list);
      if (["thinking", "finalizing", "executing"].includes(phase(state).name))
        expect(typingGoesTo(state)).toBe("steer");
    },
  );

  // **Feature: cotty, Property 16: any error leads to a valid phase with feedback, and the session stays usable**
  test.prop(
    [fc.constantFrom<TurnOutcome>("failed", "timeout", "limit", "unattended", "stopped"), fc.string({ minLength: 1 })],
    runs,
  )("takes the next prompt after any kind of failure [S3.49, S3.58]", (outcome, message) => {
    const session = thinking();
    session.record({ type: "turn.finished", outcome, summary: message, error: { code: "x", message, nextStep: "y" } });
    expect([phase(session.state).name, session.state.lastError?.message]).toEqual(["input", message]);
    expect(session.ask({ type: "prompt", text: "again" }).accepted).toBe(true);
  });

  // **Feature: cotty, Property 17: the middle pane is the command in review, the output in executing, hidden otherwise**
  test.prop([moves], { numRuns: 500 })("shows command, output or nothing in the middle pane [S3.50]", (list) => {
    const { state } = walk(list);
    const now = phase(state).name;
    const isQuestion = now === "review" && typingGoesTo(state) === "answer";
    const expected = now === "review" && !isQuestion ? "review" : now === "executing" ? "output" : "hidden";
    expect(middlePane(state).kind).toBe(expected);
  });

  // **Feature: cotty, Property 18: above the minimum, every size gives every pane at least one row**
  test.prop([fc.integer({ min: 10, max: 500 }), command], runs)(
    "has room for every pane at every size [S3.51]",
    (rows, text) => {
      const panes = paneRows(rows, middlePane(reviewing(text).state));
      expect(panes).not.toBeNull();
      if (!panes) return;
      expect(panes.transcript + panes.middle + panes.composer + panes.status).toBe(rows);
      expect(Math.min(panes.transcript, panes.middle, panes.composer)).toBeGreaterThan(0);
    },
  );
});

describe("folding", () => {
  test.prop([moves, fc.infiniteStream(fc.nat())], { numRuns: 200 })(
    "is the same for events that come twice or late [LO3]",
    (list, picks) => {
      const { events, state } = walk(list);
      const shuffled = events.flatMap((event, index) => {
        const pick = picks.next().value ?? 0;
        const earlier = events[pick % (index + 1)];
        return pick % 3 === 0 && earlier ? [event, earlier] : [event];
      });
      const folded = shuffled.reduce(foldFresh, undefined);
      expect(folded).toEqual(state);
    },
  );
});

function foldFresh(state: SessionState | undefined, event: Parameters<typeof evolve>[1]): SessionState {
  return evolve(state ?? emptyState("s1"), event);
}
