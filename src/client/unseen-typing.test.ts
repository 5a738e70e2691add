import { describe, expect, it } from "vitest";
import { type ClientMessage, decodeTerminalFrame, type TerminalFrame } from "../protocol/index.ts";
import { createUnseenTyping } from "./unseen-typing.ts";

const { signal } = new AbortController();
const error = { code: "terminal.closed", message: "This terminal is closed.", nextStep: "Open another one." };
const bytes = Uint8Array.of(0x61, 0xff, 0x0d);

function setUp() {
  const sent: (ClientMessage | TerminalFrame)[] = [];
  const line = { isUp: true };
  let last = 0;
  const typing = createUnseenTyping(
    {
      send: (message) => line.isUp && sent.push(message),
      sendBytes: (frame) => line.isUp && sent.push(decodeTerminalFrame(frame)) > 0,
    },
    () => ++last,
  );
  return { typing, line, said: () => sent.splice(0) };
}
const attach = { type: "attach", channel: 1, session: "s", terminalId: "t", from: null, output: false };
const input = { kind: "input", channel: 1, offset: 0, bytes };

describe("typing into a terminal that is not shown", () => {
  it("is an input frame with the very bytes, on a channel that shows nothing and is left when it was typed", async () => {
    const { typing, said } = setUp();
    const answer = typing.type("s", "t", bytes, { signal });
    expect(said()).toEqual([attach, input]);
    typing.typed(1);
    expect(await answer).toBeNull();
    expect(said()).toEqual([{ type: "detach", channel: 1 }]);
  });

  it("answers why it was not typed, and knows nothing of other channels", async () => {
    const { typing } = setUp();
    const answer = typing.type("s", "t", bytes, { signal });
    typing.fail(2, { ...error, message: "Another one." });
    typing.fail(1, error);
    typing.typed(1);
    expect(await answer).toEqual(error);
  });

  it("waits for a connection, and is not sent again when it may have been typed before that was lost", async () => {
    const { typing, line, said } = setUp();
    line.isUp = false;
    const answer = typing.type("s", "t", bytes, { signal });
    expect(said()).toEqual([]);
    line.isUp = true;
    typing.resume();
    expect(said()).toEqual([attach, input]);
    typing.resume();
    expect(said()).toEqual([{ type: "detach", channel: 1 }]);
    expect(await answer).toMatchObject({ code: "client.disconnected" });
  });

  it("ends with its signal, and with the client", async () => {
    const { typing, said } = setUp();
    const stop = new AbortController();
    const stopped = typing.type("s", "t", bytes, { signal: stop.signal });
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
    await expect(typing.type("s", "t", bytes, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
    said();
    const given = typing.type("s", "t", bytes, { signal });
    typing.giveUp(error);
    expect(await given).toEqual(error);
  });
});
