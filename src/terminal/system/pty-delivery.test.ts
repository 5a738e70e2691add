import { describe, expect, it } from "vitest";
import { createPtyDelivery } from "./pty-delivery.ts";

function setUp() {
  const delivery = createPtyDelivery();
  const got: unknown[] = [];
  delivery.onData((bytes) => got.push(Buffer.from(bytes).toString()));
  delivery.onExit((exit) => got.push(exit));
  const push = (text: string) => delivery.push(Buffer.from(text));
  return { delivery, got, push };
}
const exit = { exitCode: 0, signal: null };

describe("what a PTY printed", () => {
  it("waits for a reader that has paused, also when the child has ended meanwhile", () => {
    const { delivery, got, push } = setUp();
    push("one");
    delivery.pause();
    push("two");
    delivery.hold();
    push("three");
    delivery.end(exit);
    expect(got).toEqual(["one"]);
    delivery.resume();
    expect(got).toEqual(["one", "two", "three", exit]);
  });

  it("is told before the exit, and the exit once, whatever the reader does while it is told", () => {
    const { delivery, got, push } = setUp();
    delivery.onData((bytes) => {
      got.push(Buffer.from(bytes).toString());
      delivery.pause();
      delivery.resume();
    });
    delivery.hold();
    push("last");
    expect([got, delivery.isOpen, delivery.hasEnded]).toEqual([[], false, false]);
    delivery.end(exit);
    delivery.resume();
    expect([got, delivery.hasEnded]).toEqual([["last", exit], true]);
  });

  it("leaves a reader paused that pauses again while it is given what it had missed", () => {
    const { delivery, got, push } = setUp();
    delivery.pause();
    push("one");
    delivery.onData((bytes) => {
      got.push(Buffer.from(bytes).toString());
      delivery.pause();
    });
    delivery.resume();
    push("two");
    expect([got, delivery.isPaused]).toEqual([["one"], true]);
  });
});
