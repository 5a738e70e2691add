import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { ModelMessage } from "./model.ts";
import { repairHistory } from "./repair-history.ts";

const call = (id: string) => ({ id, name: "run_command", input: {} });
const result = (callId: string): ModelMessage => ({
  role: "tool",
  callId,
  name: "run_command",
  output: callId,
  isError: false,
});

const anyMessage: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), text: fc.string() }),
  fc.record({
    role: fc.constant("assistant" as const),
    text: fc.string(),
    calls: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 3 }).map((ids) => ids.map(call)),
  }),
  fc.constantFrom("a", "b", "c", "d").map(result),
);

describe("a repaired history", () => {
  it("answers the call that a stop left open", () => {
    const assistant: ModelMessage = { role: "assistant", text: "", calls: [call("a"), call("b")] };
    expect(repairHistory([assistant, result("a"), { role: "user", text: "go on" }])).toEqual([
      assistant,
      result("a"),
      { role: "tool", callId: "b", name: "run_command", output: "[not carried out]", isError: true },
      { role: "user", text: "go on" },
    ]);
  });

  it("keeps a result whose call was dropped, as text", () => {
    expect(repairHistory([result("a")])).toEqual([{ role: "user", text: "[result of an earlier run_command]\na" }]);
  });

  it.prop([fc.array(anyMessage, { maxLength: 12 })], { numRuns: 300 })(
    "has each call answered at once, each result after its call, and is not changed by another repair",
    (messages) => {
      const repaired = repairHistory(messages);
      let open = new Set<string>();
      for (const message of repaired) {
        if (message.role === "tool") expect(open.delete(message.callId)).toBe(true);
        else {
          expect(open.size).toBe(0);
          if (message.role === "assistant") open = new Set(message.calls.map(({ id }) => id));
        }
      }
      expect(open.size).toBe(0);
      expect(repairHistory(repaired)).toEqual(repaired);
    },
  );
});
