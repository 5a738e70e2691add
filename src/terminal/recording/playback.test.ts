import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  advance,
  isOver,
  nextFrameInMs,
  type Playback,
  type Shown,
  seek,
  seekCommand,
  setPaused,
  setSpeed,
  startPlayback,
} from "./playback.ts";
import type { RecordingEvent } from "./recording.ts";

const print = (atMs: number, text: string): RecordingEvent => ({ type: "output", atMs, offset: 0, text });
const events: RecordingEvent[] = [
  print(0, "a"),
  { type: "command", atMs: 1000, command: "ls" },
  print(1000, "b"),
  print(61_000, "c"),
];

describe("playback", () => {
  it("shows what is due, waits for what is not, and ends", () => {
    const first = advance(startPlayback(events), 0);
    expect(first.write).toBe("a");
    expect(nextFrameInMs(first.playback)).toBe(1000);
    const second = advance(first.playback, 999);
    expect(second.write).toBe("");
    const third = advance(second.playback, 1);
    expect(third.write).toBe("b");
    const last = advance(third.playback, 60_000);
    expect([last.write, isOver(last.playback), nextFrameInMs(last.playback)]).toEqual(["c", true, null]);
  });

  it("goes faster and slower, within reason", () => {
    const fast = setSpeed(startPlayback(events), 4);
    expect(advance(fast, 250).write).toBe("ab");
    expect(nextFrameInMs(advance(fast, 0).playback)).toBe(250);
    expect([setSpeed(fast, 1e9).speed, setSpeed(fast, 1e-9).speed, setSpeed(fast, Number.NaN).speed]).toEqual([
      32, 0.125, 4,
    ]);
  });

  it("stands still while paused", () => {
    const paused = setPaused(advance(startPlayback(events), 500).playback, true);
    expect(advance(paused, 10_000)).toEqual({ playback: paused, write: "" });
    expect(nextFrameInMs(paused)).toBeNull();
    expect(advance(setPaused(paused, false), 500).write).toBe("b");
  });

  it("shortens long silences when asked", () => {
    expect(startPlayback(events, { idleLimitMs: 2000 }).durationMs).toBe(3000);
  });

  it("jumps from command to command", () => {
    const end = seek(startPlayback(events), 61_000).playback;
    expect(seekCommand(end, "previous")).toMatchObject({ write: "\x1bcab", playback: { positionMs: 1000 } });
    expect(seekCommand(startPlayback(events), "next").playback.positionMs).toBe(1000);
    expect(seekCommand(end, "next").playback.positionMs).toBe(61_000);
  });

  const recorded = fc
    .array(fc.record({ afterMs: fc.nat(5000), text: fc.string({ minLength: 1, maxLength: 3 }) }), { maxLength: 30 })
    .map((parts) => {
      let atMs = 0;
      return parts.map(({ afterMs, text }) => {
        atMs += afterMs;
        return print(atMs, text);
      });
    });
  const moves = fc.array(
    fc.oneof(
      fc.record({ seek: fc.integer({ min: -100, max: 200_000 }) }),
      fc.record({ advance: fc.nat(20_000) }),
      fc.record({ speed: fc.double({ min: 0.2, max: 30, noNaN: true }) }),
    ),
    { maxLength: 30 },
  );

  test.prop([recorded, moves], { numRuns: 300 })(
    "has always drawn exactly what lies before its position, whatever way led there",
    (recording, path) => {
      let playback: Playback = startPlayback(recording);
      let drawn = "";
      const apply = (shown: Shown) => {
        playback = shown.playback;
        drawn = shown.write.startsWith("\x1bc") ? shown.write.slice(2) : drawn + shown.write;
      };
      apply(advance(playback, 0));
      for (const move of path) {
        if ("seek" in move) apply(seek(playback, move.seek));
        else if ("advance" in move) apply(advance(playback, move.advance));
        else playback = setSpeed(playback, move.speed);
        const due = recording.filter((event) => event.atMs <= playback.positionMs);
        expect(drawn).toBe(due.map((event) => (event.type === "output" ? event.text : "")).join(""));
      }
    },
  );
});
