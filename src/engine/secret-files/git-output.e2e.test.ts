import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { mira, stepIn } from "../../../test/support/engine.ts";
import { begin, folder, reviewOf, use } from "./testing/judged-project.ts";

describe("[PO61] what git prints of a repository that has ever held a .env", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: join(folder, "project"),
      encoding: "utf8",
    }).trim();

  /** The file is gone again: only history has it. */
  function commitSecret() {
    git("init", "-q");
    git("add", "-A", "-f");
    git("commit", "-qm", "all");
    const blob = git("rev-parse", "HEAD:.env");
    git("rm", "-q", ".env");
    git("commit", "-qm", "without");
    return blob;
  }

  it.each([
    "git log -p | rev",
    "git show HEAD~1 | cut -c15-",
    "git diff HEAD~1 | od -An -c",
    'x=$(git show HEAD~1 | rev); echo "$x"',
    'git show HEAD~1 | while read -r l; do echo "${l:14}"; done',
    "git log -p --word-diff-regex=.",
    "git grep PASSWORD HEAD~1 | rev",
    "cd src && git log -p | rev",
  ])("is asked about where the line prints pieces of lines: %s", async (command) => {
    commitSecret();
    const { runner, store } = await begin([use("run_command", { command })]);
    const { verdict, findings } = await stepIn(runner, store, "review");
    expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("is asked about in a stash, which no branch holds", async () => {
    rmSync(join(folder, "project/.env"));
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "all");
    writeFileSync(join(folder, "project/.env"), "DB_PASSWORD=Zq8vhunt3r77\n");
    git("stash", "-q", "--include-untracked");
    const { runner, store } = await begin([use("run_command", { command: "git stash show -p | rev" })]);
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.cut"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it.each([(blob: string) => `git show ${blob.slice(0, 9)} | rev`, (blob: string) => `git cat-file -p ${blob} | rev`])(
    "is asked about where an object is named that has no name of its own",
    async (commandFor) => {
      const { runner, store } = await begin([use("run_command", { command: commandFor(commitSecret()) })]);
      const { findings } = await stepIn(runner, store, "review");
      expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.history-unknown"]);
      await runner.request({ type: "stop" }, mira);
      await runner.idle();
    },
  );

  it.each([
    "git log -p",
    "git log --oneline | cut -c1-7",
    "git show HEAD:src/a.ts | cut -c1-5",
    "git diff --stat | cut -c1-9",
  ])("is free where whole lines are printed, or nothing of that file: %s", async (command) => {
    commitSecret();
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it("is free to be cut where no such file was ever there", async () => {
    rmSync(join(folder, "project/.env"));
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "all");
    const { runner, terminals } = await begin([use("run_command", { command: "git log -p | rev" })]);
    await runner.idle();
    expect(terminals.ran).toEqual(["git log -p | rev"]);
  });
});

describe("[PO242] what git prints of an ordinary file with a password in it", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: join(folder, "project") });

  beforeEach(() => {
    rmSync(join(folder, "project/.env"));
    writeFileSync(join(folder, "project/conf.json"), '{"db_password": "Xk39vQpL2mWz7RtB"}\n');
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "all");
    writeFileSync(join(folder, "project/conf.json"), "{}\n");
    git("commit", "-qam", "without");
  });

  it.each([
    ["git grep -h db_password HEAD~1 | rev", "secret.cut"],
    ["git show | rev | tail -n 4", "secret.cut"],
    ["git log -p | rev", "secret.cut"],
    ["git show HEAD~1:conf.json | rev", "secret.cut"],
    ["git blame HEAD~1 -- conf.json | cut -c60-", "secret.cut"],
    ["cd src && git show | rev", "secret.cut"],
    ["git show HEAD HEAD~1 | rev", "secret.cut"],
    ["timeout 5 git show | rev", "secret.history-unknown"],
    ['for c in a X; do git log --oneline -S"word...$c"; done', "secret.history-unknown"],
    ['for c in a X; do git grep -q "word.*$c" HEAD~1 && echo $c; done', "secret.history-unknown"],
  ])("is asked about in pieces: %s", async (command, ruleId) => {
    expect(await reviewOf(command)).toEqual(["ask", [ruleId]]);
  });

  it.each([
    "git show HEAD:src/a.ts | rev",
    "git diff | cut -c1-80",
    "git log -p -1 -- src | rev",
    "git show | head -n 3",
  ])("is free in pieces where they hold none: %s", async (command) => {
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });
});

describe("[PO211] what git prints of the messages of commits", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: join(folder, "project") });

  function commit(message: string) {
    rmSync(join(folder, "project/.env"), { force: true });
    git("init", "-q");
    git("commit", "-qm", message, "--allow-empty");
    git("commit", "-qm", "Add a list", "--allow-empty");
  }

  it.each([
    "git log -1 --format=%s HEAD~1 | cut -c 8-20",
    "git log -2 '--format=%<(14,trunc)%s'",
    "git log -2 --pretty='format:%w(9)%s'",
    "git log --format=%f",
    "git log --oneline | rev",
    "git log --oneline | sed 's/password=//'",
    "git log | grep -o 'd=.....'",
    "git show -s HEAD~1 | tail -c 20",
    "git shortlog | fold -w 9 | head",
    "cd src && git log --oneline | cut -c1-30",
    "git reflog | cut -c1-40",
    "git rev-list --all --oneline | cut -c1-30",
    "git for-each-ref --format='%(subject)' | rev",
    "git for-each-ref --format='%(subject:sanitize)'",
    "git branch -v | cut -c 8-30",
  ])("is asked about in pieces where one of them holds a secret: %s", async (command) => {
    commit("x password=Gk3mvQ8sLzT1wYx0");
    const { runner, store } = await begin([use("run_command", { command })]);
    const { verdict, findings } = await stepIn(runner, store, "review");
    expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it.each([
    "git log --oneline | head -20",
    "git log --oneline -5",
    "git log --oneline | grep list",
    "git log --format=%h | cut -c1-5",
    "git log --format='%an %ad' | sort | uniq -c",
    "git log --oneline | awk '{print $1}'",
    "git shortlog -sn | head -3",
    "git branch | cut -c3-",
    "git show HEAD:src/a.ts | cut -c1-5",
  ])("is free as whole lines and fields, and so is what holds none: %s", async (command) => {
    commit("x password=Gk3mvQ8sLzT1wYx0");
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it.each(["git log --oneline | cut -c1-80", "git log '--format=%<(14,trunc)%s'", "git log --format=%f"])(
    "is free in pieces where none of them holds one: %s",
    async (command) => {
      commit("Change the words for a password: they are longer now");
      const { runner, terminals } = await begin([use("run_command", { command })]);
      await runner.idle();
      expect(terminals.ran).toEqual([command]);
    },
  );

  it("is hidden where a field of it stands without its name", async () => {
    commit("x password: Gk3mvQ8sLzT1wYx0");
    const { runner, terminals, secrets } = await begin([
      use("run_command", { command: "git log --format=%s | awk '{print $3}'" }),
    ]);
    await runner.idle();
    expect(terminals.ran).toEqual(["git log --format=%s | awk '{print $3}'"]);
    expect(secrets.of(runner.id).clean("Gk3mvQ8sLzT1wYx0\n")).toBe("‹secret:password#1›\n");
  });

  it.each(["git tag -n | rev", "git notes show HEAD~1 | rev"])("counts tags and notes too: %s", async (command) => {
    commit("Start");
    git("tag", "-am", "password=Gk3mvQ8sLzT1wYx0", "v1", "HEAD~1");
    git("notes", "add", "-m", "password=Gk3mvQ8sLzT1wYx0", "HEAD~1");
    const { runner, store } = await begin([use("run_command", { command })]);
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.cut"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });
});
