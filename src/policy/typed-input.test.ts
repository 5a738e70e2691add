import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const verdicts = (commands: readonly string[], shell: PolicyContext["shell"] = "bash") =>
  commands.map((command) => [command, assess(command, { target: "local", shell }).verdict]);
const all = (commands: readonly string[], verdict: string) => commands.map((command) => [command, verdict]);

describe("[AP15] a command that keeps what a person types", () => {
  it("is a danger where it hides what is typed", () => {
    const hidden = [
      'read -s -p "[sudo] password for root: " p',
      "read -rs p",
      "IFS= read -rsp x p",
      "builtin read -s p",
    ];
    expect(verdicts(hidden)).toEqual(all(hidden, "danger"));
    expect(verdicts(["read -s p", "read -sk 1 p"], "zsh")).toEqual(all(["read -s p", "read -sk 1 p"], "danger"));
    expect(verdicts(["echo x | read -s p"])).toEqual(all(["echo x | read -s p"], "danger"));
  });

  it("is asked about where it reads the terminal or may", () => {
    const typed = [
      "read p",
      'read -p "name? " p',
      "read -u 0 p",
      "read p <&0",
      "read p < /dev/tty",
      "read p 3< a.txt",
      "while read -r line; do echo; done",
      "mapfile -t lines",
      "select x in a b; do break; done",
    ];
    expect(verdicts(typed)).toEqual(all(typed, "ask"));
  });

  it("is free where it reads a file, a pipe or a text", () => {
    const free = ["read p < a.txt", "ls | while read -r f; do echo; done", "read p <<< abc"];
    expect(verdicts(free)).toEqual(all(free, "allow"));
  });
});
