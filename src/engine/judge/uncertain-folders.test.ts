import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { begin, firstQuestion, folder, use, useFolders } from "../../../test/support/file-session.ts";

useFolders();
beforeEach(() => {
  const project = join(folder, "project");
  mkdirSync(join(folder, "home/.config/foo"), { recursive: true });
  writeFileSync(join(folder, "home/.config/foo/tok"), "q7Zk2mTtokenvalue\n");
  mkdirSync(join(folder, "elsewhere/state"), { recursive: true });
  writeFileSync(join(folder, "elsewhere/state/raw.log"), "raw\n");
  for (const name of ["sub", "a", "deep", "one", "two"]) mkdirSync(join(project, name));
  for (const name of ["f", "a/plain", "deep/g", "two/t"]) writeFileSync(join(project, name), "plain\n");
  for (const name of ["lk", "sub/f", "one/t"]) symlinkSync(join(folder, "home/.config/foo/tok"), join(project, name));
  symlinkSync(join(folder, "home/.config/foo"), join(project, "linked"));
});

const run = (command: string) => use("run_command", { command });

describe("[PO230] a file is looked at in every folder that the line may be in", () => {
  it.each([
    "cat lk",
    "cd nosuch; cat lk",
    "cd nosuch; cat sub/f*",
    "cd nosuch; cat < lk",
    'cd nosuch; read -r x < lk; echo "$x"',
    "cd nosuch; find . -exec cat {} +",
    "cd nosuch; find lk -exec cat {} +",
    "cd nosuch; rg q linked",
    "cd nosuch; grep -r q linked/",
    "cd nosuch; diff -r one two",
    "cd nosuch || cat sub/f",
    "cd f; cat lk",
    "true || cd a; cat lk",
    "false && cd a; cat lk",
    "! cd nosuch; cat lk",
    "if false; then cd a; fi; cat lk",
    "if cd nosuch; then cat f; else cat lk; fi",
    "case x in y) cd a;; esac; cat lk",
    "cd nosuch && ls; cat lk",
    "(cd nosuch; cat lk)",
    'x=$(cd nosuch; cat lk); echo "$x"',
    "cd nosuch; for x in 1; do cat lk; done",
    "cd nosuch; sh -c 'cat lk'",
    "sh -c 'cd nosuch; cat lk'",
    "env -C sub sh -c 'cd nosuch; cat f'",
    "cd nosuch; env -C sub cat f",
    "cd nosuch; env -C ../home/.config/foo cat tok",
    "cd nosuch; env -C sub env -C ../one cat t",
    "eval 'cd nosuch'; cat lk",
    "pushd nosuch; cat lk",
    "cd ~/nosuch; cat lk",
    'cd "$PWD/nosuch"; cat lk',
    "cd a && cd nosuch; find ../sub -exec cat {} +",
    "cd a; cd nosuch; find ../lk -exec cat {} +",
    "while ! cd nosuch; do cat lk; break; done",
  ])("and asked about where it is a link to a private one in one of them: %s", async (command) => {
    const { verdict, terminals } = await firstQuestion([run(command)]);
    expect([verdict, terminals.ran]).toEqual(["ask", []]);
  });

  it("and is danger where it is one of Cotty's own in one of them", async () => {
    symlinkSync(join(folder, "elsewhere/state/raw.log"), join(folder, "project/log"));
    const { verdict, terminals } = await firstQuestion([run("cd nosuch; cat log")]);
    expect([verdict, terminals.ran]).toEqual(["danger", []]);
  });

  it("also where a folder has what a word names and another one has not, so that a search takes the word for text", async () => {
    mkdirSync(join(folder, "project/word"));
    symlinkSync(join(folder, "home/.config/foo/tok"), join(folder, "project/sub/.ignore"));
    const { verdict } = await firstQuestion([run("cd sub; rg q word")]);
    expect(verdict).toBe("ask");
  });

  it.each([
    "cd a; cat plain",
    "(cd a; head -3 plain)",
    "cd a; env -C ../deep cat g",
    "[ -d a ] && cd a; grep -n plain plain",
    "cd a && cat plain",
    "(cd a && cat plain) && cat f",
    "cd a; ls",
    "if [ -d a ]; then (cd a && ls); fi",
    "(cd a && grep -rn plain .)",
  ])("and read where it is an ordinary file in each: %s", async (command) => {
    const { runner, terminals } = await begin([run(command)]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });
});

describe("[PO231] names that were listed in one folder", () => {
  it.each([
    "find f | (cd sub && xargs cat)",
    "find f | (cd sub && sort | xargs cat)",
    "find f | env -C sub xargs cat",
    "find f | xargs env -C sub cat",
    "find f -exec env -C sub cat {} +",
    "rg --files f | (cd sub && xargs cat)",
    "for x in f*; do (cd sub && cat $x); done",
    'for x in f*; do (cd sub && cat "$x"); done',
  ])("are asked about where another one opens them: %s", async (command) => {
    const { verdict, terminals } = await firstQuestion([run(command)]);
    expect([verdict, terminals.ran]).toEqual(["ask", []]);
  });

  it.each(["find f | xargs cat", "find a -name plain -exec cat {} +"])("are opened there: %s", async (command) => {
    const { runner, terminals } = await begin([run(command)]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });
});
