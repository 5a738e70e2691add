import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";
import { parseRules } from "./rules/parse-rules.ts";

const verdictOf = (command: string) =>
  assess(command, { target: "local", shell: "bash", cwd: "/home/u/p", home: "/home/u" }).verdict;

describe("what a line says of its own values", () => {
  it.each([
    'f=README.md; cat "$f"',
    "f=-c; uniq $f a.txt",
    'cat "$(echo README.md)"',
    "which $(echo ls)",
    "echo README.md | xargs cat",
    "printf '%s\\n' -c a | xargs uniq",
    "echo ls | sh",
    "sh <<'E'\nls\nE",
    "bash -i <<< 'echo \"!#:1\"'",
    "bash -ic ls",
    "n=5; timeout $n ls",
    'env -u "$USER" ls',
    "cd a && cd b && git status",
    "cd ../other && git status",
    "d=sub; git -C $d status",
  ])("[PO100] is no proof: %s", (command) => {
    expect(verdictOf(command)).toBe("ask");
  });

  it.each(['f=a.txt; cat "$f"', "echo ls | sh", "echo a | xargs cat", "cd a && cd b && cat c"])(
    "[PO100] is no proof beside what a rule answers for: %s",
    (command) => {
      const { rules } = parseRules(
        '[[rule]]\nid = "t"\neffect = "allow"\nwhy = "w"\nwhen = { cmd = ["touch"], operands = "inside", folder = ["/home/u/p"] }\n',
        { scope: "user", file: "policy.toml" },
      );
      const place = { target: "local", shell: "bash", cwd: "/home/u/p", home: "/home/u", rules } as const;
      expect(assess("touch zz", place).verdict).toBe("allow");
      expect(assess("touch zz; cat a.txt", place).verdict).toBe("allow");
      expect(assess(`touch zz; ${command}`, place).verdict).toBe("ask");
    },
  );

  it.each([
    "d=/; rm -rf $d",
    'f=~/.ssh/id_rsa; cat "$f"',
    "echo 'rm -rf /' | sh",
    "echo / | xargs rm -rf",
    "c='rm -rf /'; sh -c \"$c\"",
  ])("[PO100] is enough to see harm in it: %s", (command) => {
    expect(verdictOf(command)).toBe("danger");
  });

  it.each([
    'x=5; echo "$x"',
    'for f in *.ts; do wc -l "$f"; done',
    "for ns in a b; do kubectl get pods -n $ns; done",
    'n=$(wc -l < x); echo "$n lines"',
    "cd sub && git status",
    "timeout 5 ls",
  ])("[PO100] is not needed where nothing depends on it: %s", (command) => {
    expect(verdictOf(command)).toBe("allow");
  });
});
