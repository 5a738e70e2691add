import { expect, it } from "vitest";
import { receiptOf } from "./receipt.ts";
import { finished, openTestSession, proposal } from "./testing/build.ts";

it("a receipt counts what people approved, and what they rejected by itself", () => {
  const session = openTestSession();
  session.ask({ type: "prompt", text: "do it" });
  for (const [id, command] of [
    ["p1", "touch a"],
    ["p2", "touch b"],
    ["p3", "touch c"],
  ] as const) {
    session.record(proposal(id, command));
    session.ask({ type: "approve", stepId: id, digest: `digest of ${command}`, scope: "once" });
    session.record({ type: "step.started", stepId: id, digest: `digest of ${command}` });
    session.record(finished(id));
  }
  session.record(proposal("p4", "rm -rf x"));
  session.ask({ type: "reject", stepId: "p4", reason: "no" });
  session.record(proposal("p5", "ls", { verdict: "allow" }));
  session.record({ type: "step.rejected", stepId: "p5", from: "policy", reason: "It is refused." });
  const turn = session.state.current;
  expect(turn && receiptOf(turn)).toEqual({ steps: 5, approvedByPeople: 3, rejectedByPeople: 1 });
});
