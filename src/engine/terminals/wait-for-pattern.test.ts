import { describe, expect, it } from "vitest";
import { createSecrets } from "../../compose/index.ts";
import { type CommandResult, openPatternSearch, type Terminal } from "../../terminal/index.ts";
import { waitForPattern } from "./wait-for-pattern.ts";

const printed = "DB_PASSWORD=kR7zQ2mXv9Lw4TbN\nlistening on port 3000\n";

/** A command that goes on for ever and has printed this; each look takes as long as it may. */
function begin(output: string) {
  let now = 0;
  const { clean, createFilter } = createSecrets([]);
  const terminal: Pick<Terminal, "wait"> = {
    async wait(_condition, { timeoutMs }) {
      now += timeoutMs;
      const range = { from: 0, to: output.length };
      const known = { exitCode: null, bytes: output.length, droppedBytes: 0, cwd: "/", durationMs: now, range };
      const foreground = { program: null, waiting: "working", prompt: "" } as const;
      return { ...known, outcome: "running", foreground, output, confidence: "marks" } satisfies CommandResult;
    },
  };
  const deps = { clock: { now: () => now }, clean, createRedactor: createFilter, openPatternSearch };
  const options = { signal: new AbortController().signal, timeoutMs: 1000 };
  return async (pattern: string) => {
    now = 0;
    await waitForPattern(pattern, terminal, options, deps);
    return now;
  };
}

describe("[PO63] waiting for a pattern", () => {
  it("ends as soon as it is printed", async () => {
    expect(await begin(printed)("port \\d+")).toBe(1);
  });

  it("says nothing of a value that is hidden: right and wrong guesses take the same time", async () => {
    const waited = begin(printed);
    const guesses = ["PASSWORD=k", "PASSWORD=a", "kR7", "kR8", "PASSWORD=[^k]", "PASSWORD=[^a]"];
    const times: number[] = [];
    for (const guess of guesses) times.push(await waited(guess));
    expect(times).toEqual([1000, 1000, 1000, 1000, 1, 1]);
  });
});
