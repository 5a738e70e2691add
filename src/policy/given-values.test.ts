import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const verdicts = (shell: PolicyContext["shell"], commands: readonly string[]) =>
  commands.map((command) => `${assess(command, { target: "local", shell }).verdict}: ${command}`);

describe("a value that reaches a variable in zsh", () => {
  it("is judged by the name, whatever gives it", () => {
    expect(
      verdicts("zsh", [
        "read -r READNULLCMD <<< /srv/other.sh",
        "read -r 'NULLCMD?name: ' < notes.txt",
        "read -rA path < notes.txt",
        "for prompt in a; do ls; done",
        "for EXTRA in a; do ls; done",
        "read -r name < notes.txt",
      ]),
    ).toEqual([
      "danger: read -r READNULLCMD <<< /srv/other.sh",
      "danger: read -r 'NULLCMD?name: ' < notes.txt",
      "danger: read -rA path < notes.txt",
      "danger: for prompt in a; do ls; done",
      "ask: for EXTRA in a; do ls; done",
      "allow: read -r name < notes.txt",
    ]);
  });
});

describe("a number in a shell called sh, which may be mksh", () => {
  it("is asked about where it is data, and allowed where it is written out or surely a number", () => {
    expect(
      verdicts("sh", [
        'read -r x < num.txt; [ "$x" -eq 1 ]',
        'read -r x < num.txt; test 1 -lt "$x"',
        'read -r x < num.txt; [ "$x" = 1 ]',
        "ls; [ $? -eq 0 ]",
        "[ $# -gt 1 ]",
      ]),
    ).toEqual([
      'ask: read -r x < num.txt; [ "$x" -eq 1 ]',
      'ask: read -r x < num.txt; test 1 -lt "$x"',
      'allow: read -r x < num.txt; [ "$x" = 1 ]',
      "allow: ls; [ $? -eq 0 ]",
      "allow: [ $# -gt 1 ]",
    ]);
  });
});
