import { PassThrough } from "node:stream";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Event, EventBody } from "../protocol/index.ts";
import { createPainter } from "./painter.ts";
import { createTranscript } from "./transcript.ts";

const plain = createPainter(new PassThrough());

function event(body: EventBody): Event {
  return {
    ...body,
    seq: 1,
    at: 0,
    session: "s1",
    by: body.type === "prompt.received" ? "person:mira" : "engine",
    hash: "",
  } as Event;
}

const proposal = (command: string): EventBody => ({
  type: "step.proposed",
  stepId: "p1",
  kind: "command",
  command,
  reasoning: "because",
  verdict: "ask",
  risks: [],
  findings: [],
  digest: "d",
  target: "local",
  cwd: "/",
  shell: "bash",
  hold: "enforced",
});

const finished = (output: string, exitCode: number | null): EventBody => ({
  type: "step.finished",
  stepId: "p1",
  outcome: "exited",
  exitCode,
  output,
  bytes: output.length,
  droppedBytes: 0,
  durationMs: 1234,
});

const anyText = fc.string({ unit: "binary", maxLength: 200 });
const anyEvent = fc.oneof(
  anyText.map((text) => event({ type: "prompt.received", text, from: "cli" })),
  anyText.map((text) => event({ type: "text.streamed", text })),
  anyText.map((text) => event(proposal(text))),
  anyText.map((text) => event(finished(text, 0))),
  anyText.map((text) => event({ type: "turn.finished", outcome: "failed", summary: text })),
  anyText.map((text) => event({ type: "question.asked", stepId: "q", question: text })),
  anyText.map((text) => event({ type: "step.rejected", stepId: "p1", from: "cli", reason: text })),
);

describe("transcript", () => {
  // **Feature: cotty, Property 12: what a person, the agent and the system say looks different**
  test.prop([anyText.filter((text) => /\S/.test(text))], { numRuns: 100 })(
    "tells person, agent and system apart without colours [S3.45]",
    (text) => {
      const lines = [
        createTranscript(plain).render(event({ type: "prompt.received", text, from: "cli" })),
        createTranscript(plain).render(event({ type: "text.streamed", text })),
        createTranscript(plain).render(event({ type: "error.reported", code: "x", message: text, nextStep: "" })),
      ];
      expect(lines.map((line) => line.slice(0, 6))).toEqual(["mira  ", "agent ", "[error"]);
    },
  );

  // **Feature: cotty, Property 14: rendering never throws, whatever happened**
  test.prop([fc.array(anyEvent)], { numRuns: 200 })(
    "never throws, and never lets text of others control the terminal [S3.47]",
    (events) => {
      const transcript = createTranscript(plain);
      const text = events.map((each) => transcript.render(each)).join("") + transcript.end();
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    },
  );

  it("shows a default dangerous pattern below the command that it marks", () => {
    const marked = { ...proposal("man mkfs.ext4"), patterns: ["mkfs"] };
    expect(createTranscript(plain).render(event(marked))).toBe(
      "> man mkfs.ext4\n  “because”\n  Matches the default dangerous pattern mkfs\n",
    );
  });

  it("reads like what happened [S2.8, S2.40, S3.72, S3.73]", () => {
    const transcript = createTranscript(plain);
    const events: EventBody[] = [
      { type: "prompt.received", text: "make x", from: "cli" },
      { type: "text.streamed", text: "I make " },
      { type: "text.streamed", text: "it." },
      proposal("touch x"),
      finished("", 0),
      proposal("cat y"),
      finished("cat: y: No such file\n", 1),
      {
        type: "turn.finished",
        outcome: "complete",
        summary: "Made x.",
        verification: { status: "verified", checks: [{ command: "test -e x", passed: true, exitCode: 0, output: "" }] },
      },
    ];
    expect(events.map((body) => transcript.render(event(body))).join("")).toBe(`mira  make x
agent  I make it.
> touch x
  “because”
  exit 0 · 1.2 s · no output
> cat y
  “because”
  cat: y: No such file
  exit 1 · 1.2 s
[complete] Made x.
verified: 1 of 1 checks passed
  ✓ test -e x
`);
  });

  it("says what a claim of being done rests on", () => {
    const complete = (verification: EventBody<"turn.finished">["verification"]): EventBody => ({
      type: "turn.finished",
      outcome: "complete",
      summary: "Done.",
      ...(verification && { verification }),
    });
    const check = (command: string, passed: boolean) => ({ command, passed, exitCode: passed ? 0 : 1, output: "" });
    const start: EventBody = { type: "step.started", stepId: "p1", digest: "d" };
    const render = (bodies: EventBody[]) => {
      const transcript = createTranscript(plain);
      return bodies.map((body) => transcript.render(event(body))).at(-1);
    };
    const unverified = complete({ status: "unverified", checks: [] });
    expect(render([proposal("touch x"), start, unverified])).toBe(
      "[complete] Done.\nunverified: the agent named no check.\n",
    );
    // Nothing could have changed: there is nothing to check.
    expect(render([{ ...proposal("ls"), verdict: "allow" } as EventBody, start, unverified])).toBe(
      "[complete] Done.\n",
    );
    expect(
      render([complete({ status: "partly-verified", checks: [check("true", true), check("false", false)] })]),
    ).toBe("[complete] Done.\npartly verified: 1 of 2 checks passed\n  ✓ true\n  ✗ false\n");
  });

  it("shows what a change would do to a file, and never lets a long one pass for all of it", () => {
    const diff = `===\n--- /dev/null\n+++ note.txt\n@@ -0,0 +1,2 @@\n+hello\n+\u001b[2Jworld\n`;
    expect(createTranscript(plain).render(event({ ...proposal("create note.txt"), diff } as EventBody))).toBe(
      `> create note.txt
  “because”
  │ @@ -0,0 +1,2 @@
  │ +hello
  │ +␛[2Jworld
`,
    );
    const long = Array.from({ length: 500 }, (_, index) => `+${index}`).join("\n");
    const shown = createTranscript(plain).render(event({ ...proposal("create long"), diff: long } as EventBody));
    expect(shown.trimEnd().split("\n").at(-1)).toBe("  │ … 380 more lines are not shown here");
  });

  it("shows the suggestions of plain chat without their tags, in whatever pieces they come", () => {
    const start: EventBody = { type: "turn.started", agent: "chat", model: "m", mode: "default", freshHistory: false };
    const text = (...pieces: string[]) => pieces.map((piece): EventBody => ({ type: "text.streamed", text: piece }));
    const shown = (bodies: EventBody[]) => {
      const transcript = createTranscript(plain);
      return bodies.map((body) => transcript.render(event(body))).join("") + transcript.end();
    };
    const whole = "chat   Try `df -h`, or `free`: 1 < 2.\n";
    expect(shown([start, ...text("Try <cmd>df -h</cmd>, or <cmd>free</cmd>: 1 < 2.")])).toBe(whole);
    expect(shown([start, ...text(..."Try <cmd>df -h</cmd>, or <cmd>free</cmd>: 1 < 2.")])).toBe(whole);
    expect(shown([start, ...text("It ends with <cm")])).toBe("chat   It ends with <cm\n");
    expect(shown(text("Not <cmd>chat</cmd>."))).toBe("agent  Not <cmd>chat</cmd>.\n");
  });

  it("shows what can be answered", () => {
    const asked: EventBody = {
      type: "question.asked",
      stepId: "q",
      question: "Which?",
      choices: ["red", "blue\n> ls"],
    };
    expect(createTranscript(plain).render(event(asked))).toBe("? Which?\n  1. red\n  2. blue > ls\n");
  });

  it("shows the plan, and calls that led to nothing, each in a line that no text of others can break out of", () => {
    const bodies: EventBody[] = [
      { type: "subgoal.added", subgoalId: "a", objective: "Find\n[complete] it", status: "in-progress" },
      { type: "subgoal.updated", subgoalId: "a", status: "complete", log: "found" },
      {
        type: "call.answered",
        call: { id: "c", name: "fly\n> ls", input: {} },
        text: "There is no\ntool.",
        isError: true,
      },
    ];
    const transcript = createTranscript(plain);
    expect(bodies.map((body) => transcript.render(event(body))).join("")).toBe(
      "· a [in-progress] Find [complete] it\n· a [complete] found\n  fly > ls: There is no tool.\n",
    );
  });

  it("keeps every line of a command recognisable as one", () => {
    const spoof = "ls\n[complete] All done.\n> echo harmless";
    expect(createTranscript(plain).render(event(proposal(spoof)))).toBe(`> ls
  │ [complete] All done.
  │ > echo harmless
  “because”
`);
  });

  it("says so when no exit code is known, and never guesses one", () => {
    expect(createTranscript(plain).render(event(finished("x\n", null)))).toContain("No exit code");
  });

  it("passes over events it does not know", () => {
    expect(
      createTranscript(plain).render({ type: "moon.landed", seq: 1, at: 0, session: "s", by: "engine", hash: "" }),
    ).toBe("");
  });
});
