import { describe, expect, it } from "vitest";
import type { Mode } from "../protocol/index.ts";
import { answerOfMode } from "./modes.ts";

describe("modes where a rule allows a step", () => {
  it("[MO11] plan refuses what only a rule allows, and the other modes let it run", () => {
    const modes: Mode[] = ["plan", "default", "acceptEdits", "bypassPermissions"];
    const answers = modes.flatMap((mode) =>
      (["command", "check", "keys"] as const).map(
        (kind) => answerOfMode(mode, { verdict: "allow", kind, isByRule: true }).answer,
      ),
    );
    expect(answers).toEqual([...Array(3).fill("refuse"), ...Array(9).fill("run")]);
  });
});
