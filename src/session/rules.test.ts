import { describe, expect, it } from "vitest";
import { type Mode, SessionRequest, type StepKind, type Verdict } from "../protocol/index.ts";
import { contextTurns, emptyState, evolve, phase, toolbar } from "./index.ts";
import { answerOfMode, modeFor } from "./modes.ts";
import { finished, openTestSession, proposal } from "./testing/build.ts";

const approve = (stepId: string, digest: string, more: object = {}): SessionRequest => ({
  type: "approve",
  stepId,
  digest,
  scope: "once",
  ...more,
});

function reviewing(more: Parameters<typeof proposal>[2] = {}) {
  const session = openTestSession();
  session.ask({ type: "prompt", text: "do it" });
  session.record(proposal("p1", "rm x", more));
  return session;
}

describe("the log", () => {
  it("[LO1] begins with session.opened, once", () => {
    const session = openTestSession();
    expect(() => session.record({ ...session.events[0] } as never)).toThrow("a session is opened once");
  });

  it("[LO2] keeps its meaning when an event is of a type from the future", () => {
    const { state } = openTestSession();
    const after = evolve(state, { type: "moon.landed", seq: 2, at: 1, session: "s1", by: "engine", hash: "" });
    expect(after).toEqual({ ...state, seq: 2 });
  });

  it("[LO4, PH13] takes nothing after it is closed", () => {
    const session = openTestSession();
    session.ask({ type: "close" });
    expect(() => session.record({ type: "error.reported", code: "x", message: "", nextStep: "" })).toThrow(
      "the session is closed",
    );
    expect(session.ask({ type: "prompt", text: "hello" })).toMatchObject({
      accepted: false,
      error: { code: "session.closed" },
    });
    expect(phase(session.state)).toEqual({ name: "done" });
  });

  it("[LO5] carries out a request that is sent twice once", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "a" }, { requestId: "r1" });
    const before = session.state;
    expect(session.ask({ type: "prompt", text: "a" }, { requestId: "r1" })).toEqual({ accepted: true, events: [] });
    expect(session.state).toBe(before);
  });

  it("starts from nothing as an empty session in the input phase [PH1, S3.3]", () => {
    expect(phase(emptyState("x"))).toEqual({ name: "input" });
  });
});

describe("approvals", () => {
  it("[AP2] lets the first answer win and tells the second who was first", () => {
    const session = reviewing();
    session.ask(approve("p1", "digest of rm x"), { by: "person:jonas" });
    expect(session.ask({ type: "reject", stepId: "p1" })).toEqual({
      accepted: false,
      error: { code: "approval.decided", message: "Jonas approved this 1 s ago.", nextStep: "Nothing more to do." },
    });
  });

  it("[AP3] refuses an approval of what was shown before an edit", () => {
    const session = reviewing();
    const judged = { verdict: "ask" as const, risks: [], findings: [], digest: "digest of rm y" };
    session.ask({ type: "edit", stepId: "p1", command: "rm y" }, { judged });
    expect(session.ask(approve("p1", "digest of rm x"))).toMatchObject({
      accepted: false,
      error: { code: "approval.changed" },
    });
    expect(session.ask(approve("p1", "digest of rm y")).accepted).toBe(true);
    expect(() => session.record({ type: "step.started", stepId: "p1", digest: "digest of rm x" })).toThrow(
      "another digest",
    );
  });

  it("[AP1, AP3] starts nothing that was not approved", () => {
    const session = reviewing();
    expect(() => session.record({ type: "step.started", stepId: "p1", digest: "digest of rm x" })).toThrow(
      "step p1 is review",
    );
  });

  it("[AP4] runs danger only after its phrase was typed in full", () => {
    const session = reviewing({ verdict: "danger", phrase: "delete on db-1" });
    for (const confirmation of [undefined, "", "y", "delete on db-2", "delete"]) {
      const request = approve("p1", "digest of rm x", confirmation === undefined ? {} : { confirmation });
      expect(session.ask(request)).toMatchObject({
        accepted: false,
        error: { code: "approval.confirmation", nextStep: "Type exactly: delete on db-1" },
      });
    }
    expect(session.ask(approve("p1", "digest of rm x", { confirmation: "delete on db-1" })).accepted).toBe(true);
  });

  it("[AP4] asks for the host's name as well on a protected host", () => {
    const session = reviewing({ verdict: "danger", phrase: "delete on db-1", confirmHost: "db-1" });
    const confirmation = "delete on db-1";
    expect(session.ask(approve("p1", "digest of rm x", { confirmation }))).toMatchObject({
      error: { code: "approval.host" },
    });
    expect(session.ask(approve("p1", "digest of rm x", { confirmation, confirmHost: "db-1" })).accepted).toBe(true);
  });

  it("[AP5] approves danger for no longer than once", () => {
    const session = reviewing({ verdict: "danger", phrase: "delete here" });
    const request = approve("p1", "digest of rm x", { confirmation: "delete here", scope: "session" });
    expect(session.ask(request)).toMatchObject({ error: { code: "approval.scope" } });
  });

  it("[AP6] cannot approve what policy denies", () => {
    expect(reviewing({ verdict: "deny" }).ask(approve("p1", "digest of rm x"))).toMatchObject({
      error: { code: "approval.denied" },
    });
  });

  it("[AP7] keeps an edited step in review, with what it was before", () => {
    const session = reviewing();
    const judged = { verdict: "danger" as const, risks: [], findings: [], digest: "d2", phrase: "delete here" };
    session.ask({ type: "edit", stepId: "p1", command: "rm -rf /" }, { judged });
    expect(session.state.current?.steps.get("p1")).toMatchObject({
      command: "rm -rf /",
      editedFrom: "rm x",
      verdict: "danger",
      digest: "d2",
      phrase: "delete here",
      status: { name: "review" },
    });
  });

  it("[AP7] refuses an edit that policy has not judged", () => {
    expect(reviewing().ask({ type: "edit", stepId: "p1", command: "ls" })).toMatchObject({
      error: { code: "edit.not-judged" },
    });
  });

  it("[AP8] starts nothing while the turn is being stopped, though it was approved before", () => {
    const session = reviewing();
    session.ask(approve("p1", "digest of rm x"));
    session.ask({ type: "stop" });
    expect(() => session.record({ type: "step.started", stepId: "p1", digest: "digest of rm x" })).toThrow(
      "being stopped",
    );
  });

  it("[AP8] decides nothing while the turn is being stopped", () => {
    const session = reviewing();
    session.ask({ type: "stop" });
    expect(session.ask(approve("p1", "digest of rm x"))).toMatchObject({ error: { code: "turn.stopping" } });
  });

  it("[AP8] decides nothing once the turn is over", () => {
    const session = reviewing();
    session.record({ type: "turn.finished", outcome: "stopped", summary: "" });
    expect(session.ask(approve("p1", "digest of rm x"))).toMatchObject({
      error: { code: "approval.decided", message: "The turn this step belongs to is over." },
    });
  });

  it("names a step that does not exist", () => {
    expect(reviewing().ask({ type: "reject", stepId: "p9" })).toMatchObject({ error: { code: "step.unknown" } });
  });
});

describe("modes", () => {
  const rows: [Mode, StepKind, Record<Verdict, string>][] = [
    ["review", "command", { allow: "ask", ask: "ask", danger: "ask", deny: "refuse" }],
    ["review", "file", { allow: "ask", ask: "ask", danger: "ask", deny: "refuse" }],
    ["review", "tool", { allow: "run", ask: "ask", danger: "ask", deny: "refuse" }],
    ["default", "command", { allow: "run", ask: "ask", danger: "ask", deny: "refuse" }],
    ["default", "file", { allow: "ask", ask: "ask", danger: "ask", deny: "refuse" }],
    ["acceptEdits", "command", { allow: "run", ask: "ask", danger: "ask", deny: "refuse" }],
    ["acceptEdits", "file", { allow: "run", ask: "run", danger: "ask", deny: "refuse" }],
    ["plan", "command", { allow: "run", ask: "refuse", danger: "refuse", deny: "refuse" }],
    ["plan", "file", { allow: "refuse", ask: "refuse", danger: "refuse", deny: "refuse" }],
    ["bypassPermissions", "command", { allow: "run", ask: "run", danger: "ask", deny: "refuse" }],
    ["bypassPermissions", "file", { allow: "run", ask: "run", danger: "ask", deny: "refuse" }],
  ];

  it.each(rows)("[MO1–MO7] answer each verdict as the table says: %s, %s [S4.18]", (mode, kind, expected) => {
    const verdicts: Verdict[] = ["allow", "ask", "danger", "deny"];
    const answers = Object.fromEntries(
      verdicts.map((verdict) => [verdict, answerOfMode(mode, { verdict, kind }).answer]),
    );
    expect(answers).toEqual(expected);
  });

  it("[MO9] acceptEdits is the default mode for a file that is not proved to be inside the project", () => {
    const answer = (mode: Mode, kind: StepKind, inProject: boolean) =>
      answerOfMode(modeFor(mode, { kind, inProject }), { verdict: "ask", kind }).answer;
    expect([answer("acceptEdits", "file", true), answer("acceptEdits", "file", false)]).toEqual(["run", "ask"]);
    expect([answer("bypassPermissions", "file", false), answer("plan", "file", true)]).toEqual(["run", "refuse"]);
  });
});

describe("modes on a protected host", () => {
  it.each(["review", "default", "acceptEdits", "bypassPermissions"] as const)(
    "[MO8] answer for nobody: everything that policy does not refuse is asked about in %s",
    (mode) => {
      const answers = (["command", "check", "keys", "file", "tool"] as const).flatMap((kind) =>
        (["allow", "ask", "danger", "deny"] as const).map(
          (verdict) =>
            answerOfMode(mode, { verdict, kind, protectedHost: { name: "web-1", isRead: verdict === "allow" } }).answer,
        ),
      );
      expect(answers).toEqual(Array(5).fill(["ask", "ask", "ask", "refuse"]).flat());
    },
  );

  it("[MO8] ask about reads in plan, and refuse the rest", () => {
    const inPlan = (verdict: Verdict, isRead: boolean, kind: StepKind = "command") =>
      answerOfMode("plan", { verdict, kind, protectedHost: { name: "web-1", isRead } }).answer;
    expect([inPlan("ask", true), inPlan("ask", true, "tool"), inPlan("ask", false), inPlan("danger", false)]).toEqual([
      "ask",
      "ask",
      "refuse",
      "refuse",
    ]);
    expect([inPlan("ask", true, "file"), inPlan("deny", false)]).toEqual(["refuse", "refuse"]);
  });
});

describe("pause, stop, retry, steer, new", () => {
  it("[CO1] pauses and resumes a turn, and shows the right buttons [S0.54]", () => {
    const session = openTestSession();
    const idle = { pause: false, resume: false, stop: "hidden", retry: false, newChat: true, clear: true };
    expect(toolbar(session.state)).toEqual(idle);
    session.ask({ type: "prompt", text: "a" });
    expect(toolbar(session.state)).toEqual({ ...idle, pause: true, stop: "ready", newChat: false });
    session.ask({ type: "pause" });
    expect(toolbar(session.state)).toEqual({ ...idle, resume: true, stop: "ready", newChat: false });
    session.ask({ type: "resume" });
    expect(session.state.current?.paused).toBe(false);
    session.ask({ type: "stop" });
    expect(toolbar(session.state)).toEqual({ ...idle, stop: "stopping", newChat: false });
    session.record({ type: "turn.finished", outcome: "stopped", summary: "" });
    expect(toolbar(session.state)).toEqual({ ...idle, retry: true });
  });

  it("[CO9] starts nothing while it is paused but what a person approves meanwhile", () => {
    const started = { type: "step.started", stepId: "p1" } as const;
    const before = reviewing();
    const { digest } = before.state.current?.steps.get("p1") ?? { digest: "" };
    before.ask(approve("p1", digest, { confirmation: "delete x" }));
    before.ask({ type: "pause" });
    expect(() => before.record({ ...started, digest })).toThrow("the turn is paused");
    const after = reviewing();
    after.ask({ type: "pause" });
    after.ask(approve("p1", digest, { confirmation: "delete x" }));
    after.record({ ...started, digest });
    expect(after.state.current?.steps.get("p1")?.status.name).toBe("running");
  });

  it("[CO2, CO3] opens the pause gate on stop, and stops once [S0.49]", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "a" });
    session.ask({ type: "pause" });
    session.ask({ type: "stop" });
    expect(session.state.current).toMatchObject({ paused: false, stopping: true });
    expect(session.ask({ type: "stop" })).toEqual({ accepted: true, events: [] });
  });

  it("[CO4] retries the last prompt with fresh history [S0.51, S1.31]", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "first" });
    session.record({ type: "turn.finished", outcome: "complete", summary: "" });
    session.ask({ type: "retry" });
    expect(session.state.current).toMatchObject({ prompt: "first", freshHistory: true });
    expect(contextTurns(session.state)).toEqual([]);
  });

  it("[CO4] has the retried turn, and not the ones before it, as context afterwards", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "first" });
    session.record({ type: "turn.finished", outcome: "text", summary: "" });
    session.ask({ type: "retry" });
    session.record({ type: "turn.finished", outcome: "text", summary: "" });
    session.ask({ type: "prompt", text: "second" });
    expect(contextTurns(session.state).map((turn) => [turn.prompt, turn.freshHistory])).toEqual([["first", true]]);
  });

  it("[CO5, PH11, PH12] forgets what came before on new, and keeps it for people [S0.52, S0.72, S1.31, S3.15]", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "first" });
    session.record({ type: "turn.finished", outcome: "complete", summary: "" });
    expect(phase(session.state)).toEqual({ name: "done" });
    session.ask({ type: "new" });
    expect(phase(session.state)).toEqual({ name: "input" });
    expect(session.ask({ type: "retry" })).toMatchObject({ error: { code: "retry.nothing" } });
    session.ask({ type: "prompt", text: "second" });
    expect([contextTurns(session.state).length, session.state.turns.length]).toEqual([0, 1]);
  });

  it("[CO6] takes steering into a running turn only", () => {
    const session = openTestSession();
    expect(session.ask({ type: "steer", text: "x" })).toMatchObject({ error: { code: "turn.none" } });
    session.ask({ type: "prompt", text: "a" });
    session.ask({ type: "steer", text: "use port 81" });
    expect(session.state.current?.items).toMatchObject([{ kind: "steer", text: "use port 81", by: "person:mira" }]);
  });

  it.each<SessionRequest>([{ type: "prompt", text: "b" }, { type: "retry" }, { type: "new" }, { type: "close" }])(
    "[CO7] refuses $type during a turn",
    (request) => {
      const session = openTestSession();
      session.ask({ type: "prompt", text: "a" });
      expect(session.ask(request)).toMatchObject({ accepted: false, error: { code: "turn.running" } });
    },
  );

  it("gives a session another name, also while a turn runs, and none that is blank", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "look around" });
    session.ask({ type: "rename", title: "the disk" });
    expect(session.state.title).toBe("the disk");
    expect(SessionRequest.safeParse({ type: "rename", title: " " }).success).toBe(false);
  });

  it("[CO8] takes one answer to a question", () => {
    const session = openTestSession();
    session.ask({ type: "prompt", text: "a" });
    session.record({ type: "question.asked", stepId: "q1", question: "Which?" });
    expect(phase(session.state)).toEqual({ name: "review", turnId: "t1", waiting: ["q1"] });
    session.ask({ type: "answer", stepId: "q1", text: "this" });
    expect(session.ask({ type: "answer", stepId: "q1", text: "that" })).toMatchObject({
      error: { code: "question.answered" },
    });
    expect(phase(session.state).name).toBe("thinking");
  });

  it("does not end a turn while a step of it runs [S3.14]", () => {
    const session = reviewing();
    session.ask(approve("p1", "digest of rm x"));
    session.record({ type: "step.started", stepId: "p1", digest: "digest of rm x" });
    expect(() => session.record({ type: "turn.finished", outcome: "complete", summary: "" })).toThrow(
      "step p1 is running",
    );
    session.record(finished("p1"));
    expect(phase(session.state)).toMatchObject({ name: "finalizing" });
    session.record({ type: "turn.finished", outcome: "complete", summary: "" });
    expect(phase(session.state)).toEqual({ name: "done" });
    expect(session.ask({ type: "prompt", text: "and now?" }).accepted).toBe(true);
    expect(phase(session.state).name).toBe("thinking");
  });
});

describe("the state of a session", () => {
  it("has its turns, their steps with status, what runs, is paused or stopping, and the last prompt [S0.71, S3.16]", () => {
    const session = reviewing();
    session.ask(approve("p1", "digest of rm x"));
    session.record({ type: "step.started", stepId: "p1", digest: "digest of rm x" });
    session.record(finished("p1", { output: "gone\n", exitCode: 0 }));
    session.ask({ type: "pause" });
    const shown = () => ({
      earlier: session.state.turns.map(({ prompt }) => prompt),
      now: session.state.current && [
        session.state.current.prompt,
        session.state.current.paused,
        session.state.current.stopping,
      ],
      steps: [...((session.state.current ?? session.state.turns.at(-1))?.steps.values() ?? [])].map(
        ({ kind, command, reasoning, status }) => ({ kind, command, reasoning, status: status.name }),
      ),
    });
    const steps = [{ kind: "command", command: "rm x", reasoning: "because", status: "finished" }];
    expect(shown()).toEqual({ earlier: [], now: ["do it", true, false], steps });
    session.ask({ type: "stop" });
    expect(shown()).toEqual({ earlier: [], now: ["do it", false, true], steps });
    session.record({ type: "turn.finished", outcome: "stopped", summary: "" });
    expect(shown()).toEqual({ earlier: ["do it"], now: null, steps });
    session.ask({ type: "retry" });
    expect(session.state.current?.prompt).toBe("do it");
  });
});

describe("usage", () => {
  it("is a sum, and not known as soon as one part of it is not", () => {
    const session = openTestSession();
    const usage = { type: "usage.reported" as const, model: "m", inputTokens: 10, outputTokens: 2 };
    session.record({ ...usage, cost: 0.5 });
    session.record({ ...usage, cost: 0.25 });
    expect(session.state.usage).toEqual({ inputTokens: 20, outputTokens: 4, cost: 0.75 });
    session.record({ ...usage, cost: null });
    expect(session.state.usage).toEqual({ inputTokens: 30, outputTokens: 6, cost: null });
  });
});
