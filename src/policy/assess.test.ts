import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const here: PolicyContext = { target: "local", shell: "bash" };

describe("assess", () => {
  it("explains a danger: what, where, what instead, and the phrase that lets it pass", () => {
    const assessment = assess("ls; rm -rf ~", { target: "ssh:db-1", shell: "bash" });
    expect(assessment).toEqual({
      verdict: "danger",
      risks: ["destructive"],
      findings: [
        {
          risk: "destructive",
          level: "danger",
          ruleId: "delete.home",
          span: [11, 12],
          argv: ["rm", "-rf", "~"],
          via: [],
          target: { kind: "path", value: "~", dynamic: false },
          say: "Deletes ~: a whole home directory.",
          safer: "Name the exact files, and look at the list first (ls).",
        },
      ],
      commands: [
        { argv: ["ls"], span: [0, 2], via: [] },
        { argv: ["rm", "-rf", "~"], span: [4, 12], via: [] },
      ],
      parse: "ok",
      matched: [],
      patterns: [],
      visible: "ls; rm -rf ~",
      phrase: "delete on db-1",
      reason: "Deletes ~: a whole home directory.",
      engine: "cotty-policy/1",
    });
  });

  it("names the wrappers around what it found, outermost first", () => {
    const [worst] = assess("ssh web1 \"sudo bash -c 'rm -rf /etc'\"", here).findings;
    expect(worst?.via).toEqual(["ssh web1", "sudo", "bash -c"]);
  });

  it("answers danger for text that is too large to check, within 250 ms", () => {
    const started = performance.now();
    const assessment = assess("{".repeat(100_000), here);
    expect(performance.now() - started).toBeLessThan(250);
    expect([assessment.verdict, assessment.parse]).toEqual(["danger", "too-large"]);
  });

  it("is never below ask in a shell whose grammar it does not know", () => {
    expect(assess("ls", { target: "local", shell: "fish" }).verdict).toBe("ask");
    expect(assess("rm -rf ~", { target: "local", shell: "unknown" }).verdict).toBe("danger");
  });
});
