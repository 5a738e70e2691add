import { expect, it } from "vitest";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const verdict = (command: string, shell: PolicyContext["shell"]) => assess(command, { target: "local", shell }).verdict;

it.each<[PolicyContext["shell"], string]>([
  ["bash", 'k=${PS1#*7711;}; echo "${k%%;*}"'],
  ["bash", 'echo "$PS0" "$PS2" "$PS4"'],
  ["bash", "cat <<< $PROMPT_COMMAND"],
  ["bash", 'echo "${PROMPT_COMMAND[@]}"'],
  ["bash", "echo ${__ct_marks[0]}"],
  ["bash", "eval echo \\$PS1"],
  ["bash", "type __ct_mark"],
  ["bash", "f=__ct_mark; type $f"],
  ["bash", 'compgen -A function | while read -r f; do type "$f"; done'],
  ["bash", "command -V __ct_mark"],
  ["bash", "command -V $f"],
  ["sh", 'echo "$__ct_n"'],
  ["zsh", "echo $PROMPT $prompt $RPS1"],
  ["zsh", "echo $functions"],
  ["zsh", "which __ct_mark"],
  ["zsh", "type -m '__ct*'"],
])("[TM6] in %s, a look at what the shell integration keeps is asked about: %s", (shell, command) => {
  expect(verdict(command, shell)).toBe("ask");
});

it.each([
  "type ls",
  "command -V ls",
  "command -v node",
  "which node",
  'echo "$HOME" "$PATH"',
  "for p in a b; do echo $p; done",
])("[TM6] an ordinary look at names and variables is not asked about: %s", (command) => {
  expect(verdict(command, "bash")).toBe("allow");
});
