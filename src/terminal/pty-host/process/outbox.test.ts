import { Writable } from "node:stream";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createOutbox } from "./outbox.ts";

/** Collects what is written, write by write. */
function createSocket() {
  const writes: string[] = [];
  const socket = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString());
      done();
    },
    writev: (chunks, done) => {
      writes.push(chunks.map(({ chunk }) => chunk.toString()).join(""));
      done();
    },
  });
  return { socket, writes, [Symbol.dispose]: () => socket.destroy() };
}

const frame = (text: string) => Buffer.from(text);

describe("an outbox", () => {
  test.prop([fc.array(fc.tuple(fc.constantFrom("send", "sendLater", "breathe"), fc.nat(9)), { maxLength: 40 })], {
    numRuns: 100,
  })("sends every frame once and in order, however urgent each is", async (actions) => {
    using out = createSocket();
    const outbox = createOutbox(out.socket);
    for (const [action, digit] of actions) {
      if (action === "breathe") await new Promise((resolve) => setImmediate(resolve));
      else outbox[action as "send" | "sendLater"](frame(`${digit}`));
    }
    outbox.send(frame("."));
    await new Promise((resolve) => setImmediate(resolve));
    const expected = actions.filter(([action]) => action !== "breathe").map(([, digit]) => digit);
    expect(out.writes.join("")).toBe(`${expected.join("")}.`);
  });

  it("sends what belongs to one moment with one write, and what may wait with it", async () => {
    using out = createSocket();
    const outbox = createOutbox(out.socket);
    outbox.sendLater(frame("a"));
    await new Promise((resolve) => setImmediate(resolve));
    outbox.send(frame("b"));
    outbox.send(frame("c"));
    outbox.sendLater(frame("d"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(out.writes.join("|")).toMatch(/^(abcd|a\|bcd)$/);
  });

  it("does not keep what may wait for ever", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = new Writable({ write: (chunk: Buffer) => resolve(chunk.toString()) });
    createOutbox(socket).sendLater(frame("a"));
    expect(await promise).toBe("a");
    socket.destroy();
  });
});
