import { describe, expect, it } from "vitest";
import { shellNames } from "../../protocol/index.ts";
import { familyOf, isShellProgram, shells } from "./shells.ts";

describe("the family of a shell", () => {
  it.each([
    ["bash", "bash"],
    ["/usr/local/bin/zsh", "zsh"],
    ["-fish", "fish"],
    ["/bin/sh", "sh"],
    ["busybox", "sh"],
    ["lksh", "sh"],
    ["tcsh", null],
    ["vim", null],
    ["", null],
  ])("is told by the name of its program: %j, %j", (name, family) => {
    expect(familyOf(name)).toBe(family);
  });

  it.each(shellNames)("is told by the name that %s has in its marks", (name) => {
    expect(familyOf(name)).toBe(shells[name].family);
  });
});

describe("the program of a process", () => {
  it("is the shell that was asked for, by whatever name the kernel knows it", () => {
    const asked = [...shellNames, "sh", "rbash", "tcsh"];
    const programs = ["bash", "zsh", "fish", "dash", "busybox ash", "mksh", "sh", "tcsh"];
    const same = asked.map((shell) => [shell, ...programs.filter((program) => isShellProgram(shell, program))]);
    expect(same).toEqual([
      ["bash", "bash"],
      ["zsh", "zsh"],
      ["fish", "fish"],
      ["dash", "dash"],
      ["ash", "busybox ash"],
      ["mksh", "mksh"],
      ["sh", "bash", "dash", "busybox ash", "mksh", "sh"],
      ["rbash", "bash"],
      ["tcsh", "tcsh"],
    ]);
  });
});
