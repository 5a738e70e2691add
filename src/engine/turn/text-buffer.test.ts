import { fc, test } from "@fast-check/vitest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventBody } from "../../protocol/index.ts";
import { createRedactor } from "../../secrets/index.ts";
import { createTextBuffer } from "./text-buffer.ts";

const password = "tr0ub4dor&3-horse";
const awsKey = "AKIAIOSFODNN7EXAMPL4";

function bufferInMemory() {
  const stored: EventBody[] = [];
  const buffer = createTextBuffer(
    async (body) => stored.push(body),
    () => createRedactor({ values: [{ kind: "key", value: password }] }),
  );
  return { buffer, stored, said: () => stored.map((body) => ("text" in body ? body.text : "")).join("") };
}

describe("streamed text", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is stored in order, one event for each change between thinking and text", async () => {
    const { buffer, stored } = bufferInMemory();
    for (const [type, text] of [
      ["thinking", "Where is it? "],
      ["text", "I look in "],
      ["text", "/etc/hosts"],
    ] as const) {
      buffer.add({ type, text });
      await buffer.flush();
    }
    expect(stored).toEqual([
      { type: "thinking.streamed", text: "Where is it? " },
      { type: "text.streamed", text: "I look in " },
      { type: "text.streamed", text: "/etc/hosts" },
    ]);
  });

  it("shows the first word at once, and a word that may become a secret when it has ended", async () => {
    const { buffer, said } = bufferInMemory();
    buffer.add({ type: "text", text: "Hello" });
    await Promise.resolve();
    expect(said()).toBe("Hello");
    const other = bufferInMemory();
    other.buffer.add({ type: "text", text: "id-4711" });
    await Promise.resolve();
    expect(other.said()).toBe("");
    await other.buffer.flush();
    expect(other.said()).toBe("id-4711");
  });

  test.prop([fc.array(fc.nat({ max: 120 }), { maxLength: 60 }), fc.constantFrom(password, awsKey), fc.boolean()], {
    numRuns: 500,
  })(
    "holds no secret, however the model cuts it into pieces and however slowly they come",
    async (cuts, secret, isSlow) => {
      const whole = `Use the key ${secret} for that, and 你好 then **stop**. PASSWORD=${secret}\nDone.`;
      const at = [...new Set(cuts.filter((cut) => cut < whole.length))].sort((a, b) => a - b);
      const { buffer, stored, said } = bufferInMemory();
      for (const [index, from] of [0, ...at].entries()) {
        buffer.add({ type: "text", text: whole.slice(from, at[index] ?? whole.length) });
        // Long enough that each piece is written for itself.
        await vi.advanceTimersByTimeAsync(isSlow ? 40 : 0);
      }
      await buffer.flush();
      expect(said()).not.toContain(secret.slice(-8));
      expect(said()).not.toContain(secret.slice(0, 13));
      expect(said()).toMatch(/^Use the key .* for that, and 你好 then \*\*stop\*\*\. PASSWORD=.*\nDone\.$/);
      expect(stored.every(({ type }) => type === "text.streamed")).toBe(true);
    },
    120_000, // 500 conversations: seconds on a free machine, and many more on one that others keep busy
  );
});
