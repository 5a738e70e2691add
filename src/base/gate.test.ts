import { describe, expect, it } from "vitest";
import { createGate } from "./gate.ts";

const signal = new AbortController().signal;

describe("a gate", () => {
  it("lets so many through at once, and the others in the order they came", async () => {
    const gate = createGate(2);
    const order: number[] = [];
    const enter = async (name: number) => {
      const leave = await gate.enter({ signal });
      order.push(name);
      return leave;
    };
    const [first, second, third, fourth] = [enter(1), enter(2), enter(3), enter(4)];
    const leaveFirst = await first;
    await second;
    expect(order).toEqual([1, 2]);
    leaveFirst();
    leaveFirst();
    (await third)();
    await fourth;
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it("forgets who gives up waiting", async () => {
    const gate = createGate(1);
    const leave = await gate.enter({ signal });
    const stop = new AbortController();
    const waiting = gate.enter({ signal: stop.signal });
    const next = gate.enter({ signal });
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    leave();
    expect(typeof (await next)).toBe("function");
  });
});
