import { describe, expect, it } from "vitest";
import type { UnknownEvent } from "../../protocol/index.ts";
import { outputTimes, skipTo, timeLineOf } from "./time-line.ts";

const event = (seq: number, at: number, type: string, by: string, body: object): UnknownEvent => ({
  seq,
  at,
  type,
  by,
  hash: "",
  session: "s",
  ...body,
});

describe("the time line of a session", () => {
  it("puts people, the agent and what was held into lanes", () => {
    const lanes = timeLineOf([
      event(1, 1000, "prompt.received", "person:mira", { text: "go", from: "web" }),
      event(2, 2000, "step.proposed", "agent:cotty", { stepId: "a" }),
      event(3, 5000, "step.approved", "person:mira", { stepId: "a" }),
      event(4, 5100, "step.started", "engine", { stepId: "a" }),
      event(5, 6100, "step.finished", "engine", { stepId: "a" }),
      event(6, 7000, "keyboard.taken", "person:mira", { terminalId: "t" }),
      event(7, 9000, "keyboard.given", "person:mira", { terminalId: "t" }),
      event(8, 9500, "turn.finished", "agent:cotty", { outcome: "complete" }),
      event(9, 9900, "from.the-future", "engine", {}),
    ]);
    expect(lanes).toEqual({
      person: [
        { key: "1", from: 1000, to: 1000, label: "prompt" },
        { key: "3", from: 5000, to: 5000, label: "✓" },
        { key: "7", from: 7000, to: 9000, label: "keyboard" },
      ],
      agent: [
        { key: "5", from: 5100, to: 6100, label: "1" },
        { key: "8", from: 9500, to: 9500, label: "complete" },
      ],
      held: [{ key: "3", from: 2000, to: 5000, label: "approval, 3 s" }],
    });
  });

  it("reads the times of both versions of asciicast", () => {
    expect(outputTimes('{"version":2,"timestamp":5}\n[0.5,"o","a"]\n[1.5,"o","b"]\n')).toEqual({
      startedAt: 5000,
      times: [500, 1500],
    });
    expect(outputTimes('{"version":3}\n[0.5,"o","a"]\n[1,"o","b"]\n')).toEqual({ startedAt: null, times: [500, 1500] });
  });

  it("skips where nothing happens for long, and only there", () => {
    expect(skipTo([1000, 20_000], 1200)).toBe(19_500);
    expect(skipTo([1000, 2000], 1200)).toBeNull();
    expect(skipTo([1000], 1200)).toBeNull();
  });
});
