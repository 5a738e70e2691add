import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { pathPatterns, pathWildcards, wildcards } from "../../base/index.ts";
import { assess } from "../assess.ts";
import type { PolicyContext } from "../types.ts";
import { parseRules } from "./parse-rules.ts";

const context: PolicyContext = {
  target: "local",
  shell: "bash",
  cwd: "/home/dev/app",
  home: "/home/dev",
  project: "/home/dev/app",
};
const denying = (when: string) =>
  parseRules(`[[rule]]\nid = "no"\neffect = "deny"\nwhy = "No."\nwhen = { ${when} }`, { scope: "user", file: "f" })
    .rules;
const verdictOf = (command: string, when: string, more: Partial<PolicyContext> = {}) =>
  assess(command, { ...context, ...more, rules: denying(when) }).verdict;

describe("a rule that tightens for a path", () => {
  it.each([
    ["/etc/hosts", "cat /etc/hosts"],
    ["/etc/hosts", "cat /etc//hosts"],
    ["/etc/hosts", "cat /etc/../etc/./hosts"],
    ["/etc/hosts", "cat /etc/host?"],
    ["/etc/hosts", "cat /etc/{hosts,passwd}"],
    ["/etc/hosts", "cat /etc/[gh]osts"],
    ["/etc/hosts", "cat /*/hosts"],
    ["/etc/hosts", "cd /etc && cat hosts"],
    ["/etc/hosts", "cd /etc; cat hosts"],
    ["/etc/hosts", 'cd "$x" && cat hosts'],
    ["/etc/hosts", "cat < /etc/hosts"],
    ["/etc/hosts", "cat < ../../../etc/hosts"],
    ["/etc/hosts", 'cat "$x"'],
    ["/etc/hosts", "sh -c 'cat /etc//hosts'"],
    ["/etc/hosts", "for f in /etc/h*; do cat $f; done"],
    ["/etc/hosts", "foo --file=/etc//hosts"],
    ["/home/dev/app/prod/**", "cat prod/data.txt"],
    ["/home/dev/app/prod/**", "cp prod/data.txt b"],
    ["/home/dev/app/prod/**", "mv ./prod/data.txt b"],
    ["/home/dev/app/prod/**", "cat ~/app/prod/x"],
    ["/home/dev/app/prod/**", "tar cf x.tar prod"],
    ["/home/dev/app/prod/**", "(echo a) > prod/x"],
    ["/home/dev/app/prod/**", "for i in a; do echo; done > prod/x"],
    ["/home/dev/app/prod/**", "> prod/x"],
    ["~/app/prod/**", "cat prod/data.txt"],
    ["infra/**", "touch ./infra/x"],
    ["infra/**", "cd infra && touch x"],
    ["infra/**", "touch /home/dev/app/infra/x"],
    ["infra/**", "dd if=a of=infra/x"],
  ])("[PO154] holds for %s, however a command writes it: %s", (path, command) => {
    expect(verdictOf(command, `path = "${path}"`)).toMatch(/^deny$/);
  });

  it("[PO154] holds for a folder of the project from a folder below it", () => {
    const below = { cwd: "/home/dev/app/src" };
    expect(["touch ../infra/x", "touch infra/x"].map((line) => verdictOf(line, 'path = "infra/**"', below))).toEqual([
      "deny",
      "deny",
    ]);
  });

  it.each([
    ["/etc/hosts", "cat /etc/passwd-x", "allow"],
    ["/etc/hosts", "cat hosts", "allow"],
    ["/etc/hosts", "wc -l *.ts", "allow"],
    ["/etc/hosts", "ls /etc", "allow"],
    ["infra/**", "cat src/*.ts", "allow"],
    ["infra/**", "wc -l *.ts", "allow"],
    ["infra/**", "cat infrastructure/x", "allow"],
    ["infra/**", 'echo "$x"', "allow"],
    ["infra/**", "touch src/infra.ts", "ask"],
  ])("[PO154] of %s says nothing about other paths: %s", (path, command, verdict) => {
    expect(verdictOf(command, `path = "${path}"`)).toBe(verdict);
  });

  it.each([
    "(echo a) > x",
    "{ echo a; } > x",
    "if true; then echo; fi > x",
    "[[ a ]] > x",
    "((1)) > x",
    "> x",
    "a=1 > x",
  ])("[PO154] holds by its risk for what no command of the line does: %s", (command) => {
    expect(verdictOf(command, 'risk = ["write", "destructive"]')).toBe("deny");
  });
});

describe("two patterns", () => {
  const shell = fc.array(fc.constantFrom("a", "b", "/", "*", "?", "[ab]", "."), { maxLength: 7 });
  const paths = fc.array(fc.constantFrom("a", "b", "/", "*", "**", "?", "."), { maxLength: 7 });
  const name = fc.array(fc.constantFrom("a", "b", "/", "."), { maxLength: 6 });
  test.prop([paths, shell, name], { numRuns: 1000 })(
    "[PO154] meet wherever a name fits both of them",
    (left, right, letters) => {
      const [glob, pattern, text] = [left.join(""), right.join(""), letters.join("")];
      const within = (word: string) => word.split("/").length;
      const fitsShell = wildcards(pattern).test(text) && within(pattern) === within(text);
      if (pathWildcards(glob).test(text) && fitsShell) expect(pathPatterns([glob]).meet(pattern)).toBe(true);
    },
  );
  test.prop([paths, name], { numRuns: 300 })(
    "[PO154] meet exactly where one of them is a name that fits",
    (left, letters) => {
      const [glob, text] = [left.join(""), letters.join("")];
      expect(pathPatterns([glob]).meet(text)).toBe(pathWildcards(glob).test(text));
    },
  );
});
