import { describe, expect, it } from "vitest";
import { assess } from "../assess.ts";
import { assessFiles } from "../assess-files.ts";
import type { PolicyContext } from "../types.ts";
import { parseRules } from "./parse-rules.ts";

const here: PolicyContext = { target: "local", shell: "bash", cwd: "/p" };
const rulesOf = (when: string, effect = "deny") =>
  parseRules(`[[rule]]\nid = "r"\neffect = "${effect}"\nwhy = "x"\nwhen = ${when}`, { scope: "user", file: "r.toml" })
    .rules;
const verdicts = (when: string, commands: readonly string[], context = here) =>
  commands.map((command) => [command, assess(command, { ...context, rules: rulesOf(when) }).verdict]);
const all = (commands: readonly string[], verdict: string) => commands.map((command) => [command, verdict]);

describe("[PO149] a rule that tightens", () => {
  it("holds for files that a tool reads or writes, by risk and by path", () => {
    const judge = (when: string, access: "read" | "write", path: string, effect?: string) =>
      assessFiles({ access, paths: [path] }, { ...here, rules: rulesOf(when, effect) }).verdict;
    expect([
      judge('{ risk = ["write", "destructive"] }', "write", "/p/a"),
      judge('{ risk = ["write", "destructive"] }', "read", "/p/a"),
      judge('{ path = "/p/prod/**" }', "write", "/p/prod/a"),
      judge('{ path = "/p/prod/**" }', "read", "/p/prod/a"),
      judge('{ path = "/p/prod/**" }', "read", "/p/a"),
      judge('{ path = "/p/prod/**" }', "read", "/p/prod/a", "ask"),
      judge('{ cmd = ["*"] }', "write", "/p/a", "allow"),
      judge('{ cmd = ["write"] }', "write", "/p/a", "allow"),
    ]).toEqual(["deny", "allow", "deny", "deny", "allow", "ask", "ask", "ask"]);
  });

  it("holds for what is found beside the commands of a line", () => {
    const commands = [
      "(echo a) > x",
      "{ echo a; } > x",
      "for i in a; do echo; done > x",
      "if true; then echo; fi > x",
      "[[ a ]] > x",
      "((1)) > x",
      "a=1 > x",
      "> x",
    ];
    expect(verdicts('{ risk = ["write", "destructive"] }', commands)).toEqual(all(commands, "deny"));
    expect(verdicts('{ path = "/p/x" }', commands)).toEqual(all(commands, "deny"));
  });

  it("holds for a sub-command with options of the program in front of it", () => {
    const pushes = [
      "git push",
      "git --no-pager push origin",
      "git -C . push",
      "git -c a.b=c -p push",
      "/usr/bin/git -P push",
    ];
    expect(verdicts('{ cmd = "git push" }', pushes)).toEqual(all(pushes, "deny"));
    const deletes = [
      "kubectl -n prod delete pod x",
      "kubectl --context=prod delete pod x",
      "kubectl -v 3 -n p delete x",
    ];
    expect(verdicts('{ cmd = "kubectl delete" }', deletes).map(([, verdict]) => verdict)).toEqual([
      "deny",
      "deny",
      "deny",
    ]);
    const ups = ["docker compose -f a.yml up", "docker --debug compose up"];
    expect(verdicts('{ cmd = "docker compose up" }', ups)).toEqual(all(ups, "deny"));
    const others = ["git commit -m push", "git log push", "git stash push"];
    expect(verdicts('{ cmd = "git push" }', others).filter(([, verdict]) => verdict === "deny")).toEqual([]);
    expect(verdicts('{ cmd = ["git"], flags = ["--force"] }', ["git fetch --forc"])).toEqual([
      ["git fetch --forc", "deny"],
    ]);
  });

  it("holds on a machine that the line reaches from another one", () => {
    const when = '{ risk = ["write", "destructive"], target = "ssh:prod-*" }';
    const writes = [
      "ssh prod-1 touch x",
      "ssh -p 2 me@prod-1 -- sudo touch x",
      "scp a prod-1:/srv/",
      "rsync -a . me@prod-1:/srv/",
      "scp a scp://prod-1/srv",
    ];
    expect(verdicts(when, writes)).toEqual(all(writes, "deny"));
    const others = [
      "ssh test-1 touch x",
      "scp prod-1:/var/log/x .",
      "scp a test-1:",
      "touch prod-1",
      "ssh prod-1 uptime",
    ];
    expect(verdicts(when, others).filter(([, verdict]) => verdict === "deny")).toEqual([]);
    const everything = ["ssh prod-1", "ssh prod-1 uptime", "scp prod-1:x ."];
    expect(verdicts('{ target = "ssh:prod-*" }', everything)).toEqual(all(everything, "deny"));
    expect(assess("ssh prod-1 touch x", { ...here, rules: rulesOf(when, "allow") }).verdict).toBe("ask");
  });

  it("holds for a copy with options behind its operands, and for a host in brackets", () => {
    const when = '{ risk = ["write", "destructive"], target = "ssh:prod-*" }';
    const writes = [
      "rsync -a . prod-1:x -v",
      "rsync -e ssh . prod-1:x --delete",
      "rsync . prod-1:x -e ssh",
      "rsync . prod-1:x --rsh ssh -v",
      'rsync . prod-1:x "$more"',
      "rsync -a -- . prod-1:x",
      "scp a [prod-1]:b",
      "scp a me@[prod-1]:b",
      "scp a [PROD-1]:b",
      "scp a scp://[prod-1]:22/b",
    ];
    expect(verdicts(when, writes)).toEqual(all(writes, "deny"));
    const reads = ["rsync -a prod-1:x . -v", "rsync prod-1:x -- .", "scp -r [prod-1]:b .", "rsync -e ssh prod-1:x ."];
    expect(verdicts(when, reads).filter(([, verdict]) => verdict === "deny")).toEqual([]);
  });

  it("[PO167] holds for a word that may turn out to be its option or its sub-command", () => {
    const pushes = [
      "git push $x",
      'git push "$x"',
      "git push $(cat f)",
      "git push *",
      "git push -- $x",
      "git push v$x",
      "git push --for*",
      'git push "--fo$x"',
      'git push "-$x"',
      "git push -[a-z]",
      "echo --force | xargs git push",
      "ls | xargs git push",
      "xargs -I{} git push {}",
      'for f in *; do git push "$f"; done',
      "for f in a --force; do git push $f; done",
      "git $x",
      "git p* --force",
    ];
    const when = '{ cmd = ["git", "push"], flags = ["--force", "-f"] }';
    expect(verdicts(when, pushes)).toEqual(all(pushes, "deny"));
    const others = [
      "git push",
      "git push origin main",
      'git push origin "v$x"',
      "git push origin tags/*",
      'git push origin "$HOME"',
      'git push "--tags=$x"',
      "git fetch $x",
      "git r* --force",
    ];
    expect(verdicts(when, others).filter(([, verdict]) => verdict === "deny")).toEqual([]);
    const words = ["npm $x", "npm pub*", "npm -w a p?blish", "npm $x publish", 'npm "pub$x"'];
    expect(verdicts('{ cmd = "npm publish" }', words)).toEqual(all(words, "deny"));
    expect(verdicts('{ cmd = "docker compose up" }', ["docker $x", "docker compose ps"])).toEqual([
      ["docker $x", "deny"],
      ["docker compose ps", "allow"],
    ]);
  });
});
