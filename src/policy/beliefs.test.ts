import { describe, expect, it } from "vitest";
import { assess } from "./assess.ts";

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
