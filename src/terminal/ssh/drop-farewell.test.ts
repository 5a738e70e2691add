import { fc, it as property } from "@fast-check/vitest";
import { describe, expect, it, vi } from "vitest";
import { createFarewellFilter } from "./drop-farewell.ts";

function filtered(chunks: string[]): string {
  let shown = "";
  const filter = createFarewellFilter((bytes) => {
    shown += Buffer.from(bytes).toString();
  });
  for (const chunk of chunks) filter.push(Buffer.from(chunk));
  filter.end();
  return shown;
}

const farewell = "Shared connection to box closed.\r\r\n";

describe("the farewell of the ssh client", () => {
  it.each([
    [["logout\r\n", farewell], "logout\r\n"],
    [[`logout\r\n${farewell}`], "logout\r\n"],
    [["no newline", "\r\nConnection to 10.0.0.7 closed.\r\r\n"], "no newline\r\n"],
    [[farewell], ""],
    [[farewell, farewell], farewell],
    [[farewell, "more"], `${farewell}more`],
    [[`say: ${farewell}`], `say: ${farewell}`],
  ])("is dropped from %j when it is the very last thing", (chunks, expected) => {
    expect(filtered(chunks)).toBe(expected);
  });

  property.prop([fc.array(fc.string({ maxLength: 20 }), { maxLength: 10 })], { numRuns: 200 })(
    "never takes anything else with it",
    (chunks) => {
      expect(filtered([...chunks, "end", `\r\n${farewell}`])).toBe(`${chunks.join("")}end\r\n`);
    },
  );

  it("is shown after a moment when a program printed it and goes on", () => {
    vi.useFakeTimers();
    const shown: string[] = [];
    const filter = createFarewellFilter((bytes) => shown.push(Buffer.from(bytes).toString()));
    filter.push(Buffer.from(farewell));
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(shown).toEqual([farewell]);
  });
});
