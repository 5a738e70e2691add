import { describe, expect, it } from "vitest";
import { createMemoryPipe } from "./memory-pipe.ts";

describe("a memory pipe", () => {
  it("delivers messages both ways, in order", async () => {
    const [left, right] = createMemoryPipe<string, number>();
    left.send("a");
    left.send("b");
    right.send(1);
    left.close();
    const received: unknown[] = [];
    for await (const message of right.messages) received.push(message);
    for await (const message of left.messages) received.push(message);
    expect(received).toEqual(["a", "b", 1]);
  });

  it("delivers nothing before the sender has gone on", async () => {
    const [left, right] = createMemoryPipe<string, never>();
    const order: string[] = [];
    const received = right.messages[Symbol.asyncIterator]()
      .next()
      .then(() => order.push("received"));
    left.send("a");
    order.push("sent");
    await received;
    expect(order).toEqual(["sent", "received"]);
  });

  it("ends both sides when either is closed; what is sent afterwards goes nowhere", async () => {
    const [left, right] = createMemoryPipe<string, string>();
    right.close();
    left.send("late");
    right.send("late");
    for (const { messages } of [left, right]) {
      expect(await messages[Symbol.asyncIterator]().next()).toEqual({ value: undefined, done: true });
    }
  });
});
