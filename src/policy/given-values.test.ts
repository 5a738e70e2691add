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
        "read -r name < notes.txt; echo $name",
      ]),
    ).toEqual([
      "danger: read -r READNULLCMD <<< /srv/other.sh",
      "danger: read -r 'NULLCMD?name: ' < notes.txt",
      "danger: read -rA path < notes.txt",
      "danger: for prompt in a; do ls; done",
      "ask: for EXTRA in a; do ls; done",
      "allow: read -r name < notes.txt; echo $name",
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

describe("[PO30] a value that outlives its line", () => {
  it("is asked about unless the line uses it: a prompt may run it", () => {
    expect(
      verdicts("bash", [
        "starship_precmd_user_func=/srv/other.sh",
        "starship_precmd_user_func=/srv/other.sh; echo $starship_precmd_user_func",
        "read -r prompt_extra < notes.txt; echo $prompt_extra",
        "greeting=hello",
        "for name in ./other.sh; do ls; done",
        ": ${name:=./other.sh}",
        "eval 'name=./other.sh'",
        "name=foo; echo $name",
        "total=$(ls | wc -l); echo $total files",
        'for file in *.ts; do wc -l "$file"; done',
        "count=0",
        "for i in $(seq 3); do ls; done",
      ]),
    ).toEqual([
      "ask: starship_precmd_user_func=/srv/other.sh",
      "ask: starship_precmd_user_func=/srv/other.sh; echo $starship_precmd_user_func",
      "ask: read -r prompt_extra < notes.txt; echo $prompt_extra",
      "ask: greeting=hello",
      "ask: for name in ./other.sh; do ls; done",
      "ask: : ${name:=./other.sh}",
      "ask: eval 'name=./other.sh'",
      "allow: name=foo; echo $name",
      "allow: total=$(ls | wc -l); echo $total files",
      'allow: for file in *.ts; do wc -l "$file"; done',
      "allow: count=0",
      "allow: for i in $(seq 3); do ls; done",
    ]);
  });
});
