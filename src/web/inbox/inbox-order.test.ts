import { expect, it } from "vitest";
import type { WaitingItem } from "../../protocol/index.ts";
import { inboxOrder, waitingKey } from "./inbox-order.ts";

const place = { session: "s", title: "Tidy up", target: "local" as const };

function step(stepId: string, verdict: "ask" | "danger", since: number): WaitingItem {
  return {
    ...place,
    kind: "step",
    stepId,
    stepKind: "command",
    command: "ls",
    reasoning: "",
    verdict,
    findings: [],
    digest: "d",
    cwd: "/",
    since,
    phrase: null,
    confirmHost: null,
    protectedHost: null,
    effect: null,
    diff: null,
    patterns: [],
  };
}

const password: WaitingItem = {
  ...place,
  kind: "prompt",
  terminalId: "t",
  asks: "password",
  text: "Password:",
  seq: 7,
  since: 1,
};

it("shows danger first, then steps, then questions and pauses, then what terminals ask; the oldest first", () => {
  const waiting: WaitingItem[] = [
    password,
    { ...place, kind: "pause", reason: "It has cost $5.", since: 30 },
    { ...place, kind: "question", stepId: "q", question: "Which?", choices: [], since: 20 },
    step("new", "ask", 12),
    step("old", "ask", 11),
    step("danger", "danger", 40),
  ];
  expect(inboxOrder([{ waiting: waiting.slice(0, 3) }, { waiting: waiting.slice(3) }]).map(waitingKey)).toEqual([
    "s/danger",
    "s/old",
    "s/new",
    "s/q",
    "s/pause/30",
    "s/t/7",
  ]);
});

it("takes the same words asked again for another question, and an edited step for the same one", () => {
  expect(waitingKey({ ...password, seq: 8 })).not.toBe(waitingKey(password));
  expect(waitingKey({ ...step("a", "ask", 1), command: "ls -l" } as WaitingItem)).toBe(waitingKey(step("a", "ask", 1)));
});
