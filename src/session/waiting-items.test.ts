import { expect, it } from "vitest";
import { phraseOf, waitingItems } from "./index.ts";
import { openTestSession, proposal } from "./testing/build.ts";

const finding = {
  risk: "destructive",
  level: "danger",
  ruleId: "rm",
  span: [0, 4],
  argv: ["rm", "x"],
  via: [],
  say: "Deletes x.",
} as const;

function reviewing(more: Parameters<typeof proposal>[2] = {}) {
  const session = openTestSession();
  session.ask({ type: "prompt", text: "do it" });
  session.record(proposal("p1", "rm x", more));
  return session;
}

it("a waiting step is told with every field a person decides by, and null for what nothing is known about", () => {
  expect(waitingItems(reviewing().state)).toEqual([
    {
      kind: "step",
      session: "s1",
      title: "do it",
      stepId: "p1",
      stepKind: "command",
      since: 3000,
      command: "rm x",
      reasoning: "because",
      target: "local",
      cwd: "/home/mira",
      verdict: "ask",
      findings: [],
      digest: "digest of rm x",
      phrase: null,
      confirmHost: null,
      protectedHost: null,
      effect: null,
      diff: null,
      patterns: [],
    },
  ]);
});

it("an edited step is told with its new judgement and nothing of the old one but its text and who changed it", () => {
  const effect = { computed: true, summary: "Deletes 1 file." };
  const old = { phrase: "delete here", effect, patterns: ["rm"], protectedHost: { name: "db-1", isRead: false } };
  const session = reviewing({
    verdict: "danger",
    findings: [{ ...finding, span: [0, 4], argv: ["rm"], via: [] }],
    ...old,
  });
  const judged = { verdict: "ask", risks: ["write"], findings: [], digest: "digest of touch x" } as const;
  session.ask(
    { type: "edit", stepId: "p1", command: "touch x" },
    { judged: { ...judged, risks: ["write"], findings: [], inProject: true } },
  );
  expect(session.events.at(-1)).toEqual({
    type: "step.edited",
    stepId: "p1",
    command: "touch x",
    previous: "rm x",
    ...judged,
    from: "cli",
    turn: "t1",
    by: "person:mira",
    at: 4000,
    seq: session.state.seq,
    session: "s1",
    hash: "",
  });
  expect(waitingItems(session.state)).toEqual([
    {
      ...waitingItems(reviewing().state)[0],
      command: "touch x",
      digest: "digest of touch x",
      edited: { from: "rm x", by: "person:mira" },
    },
  ]);
});

it("[AP4] the phrase of a danger is its own, or the one that every surface shows", () => {
  expect([phraseOf({ phrase: "delete on db-1" }), phraseOf({ phrase: null })]).toEqual([
    "delete on db-1",
    "run it anyway",
  ]);
  const session = reviewing({ verdict: "danger" });
  const approve = { type: "approve", stepId: "p1", digest: "digest of rm x", scope: "once" } as const;
  expect(session.ask({ ...approve, confirmation: phraseOf({ phrase: null }) }).accepted).toBe(true);
});
