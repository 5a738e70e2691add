import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { reachedByCommand } from "./host-policy.ts";
import { withNamedRemotes } from "./repository-remotes.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-remotes-")));
  mkdirSync(join(folder, "home/project/sub"), { recursive: true });
  vi.stubEnv("HOME", join(folder, "home"));
  git("init", "-q");
  git("remote", "add", "origin", "ssh://prod/srv/app.git");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: string[]) => execFileSync("git", args, { cwd: join(folder, "home/project"), stdio: "ignore" });

async function reached(text: string, inside = "home/project") {
  const terminal = await createFakeTerminals().open({} as never);
  const assessment = assess(text, { target: "local", shell: "bash" });
  const place = { terminal, cwd: join(folder, inside), signal: AbortSignal.timeout(20_000) };
  const use = await withNamedRemotes(reachedByCommand(assessment, text), assessment, place);
  return use && { remotes: use.remotes, isUnclear: use.isUnclear };
}

describe("[HP5] git without an address", () => {
  it.each([
    "git push origin HEAD:main",
    "git push --all",
    "git pull",
    "git fetch origin",
    "git remote update",
    "git ls-remote",
    "cd sub && git push",
    "cd ~/project && git push",
    "git add . && git push",
  ])("goes where the repository's remotes lead: %s", async (text) => {
    const use = await reached(text);
    expect([use?.remotes.at(-1), use?.isUnclear]).toEqual(["ssh://prod", false]);
  });

  it("also goes where addresses are written anew, to other push addresses, submodules and stores of large files", async () => {
    git("config", "--global", "url.backup:/srv/.insteadOf", "zz:");
    git("config", "remote.origin.pushurl", "deploy@push-host:app.git");
    git("config", "lfs.url", "ssh://large/x");
    writeFileSync(join(folder, "home/project/.gitmodules"), '[submodule "a"]\n\tpath = a\n\turl = modules:/a.git\n');
    const use = await reached("git push zz:app");
    expect(use?.remotes.toSorted()).toEqual([
      "backup",
      "deploy@push-host",
      "modules",
      "ssh://large",
      "ssh://prod",
      "zz",
    ]);
  });

  it("also goes where the submodules that are here have their own remotes", async () => {
    const module = join(folder, "home/project/.git/modules/refs");
    mkdirSync(join(module, "refs/remotes/origin"), { recursive: true });
    writeFileSync(join(module, "config"), '[remote "origin"]\n\turl = held:/srv/inner.git\n');
    writeFileSync(join(module, "refs/remotes/origin/main"), "");
    const use = await reached("git fetch");
    expect([use?.remotes.toSorted(), use?.isUnclear]).toEqual([["held", "ssh://prod"], false]);
  });

  it.each(["branches/backup", "remotes/backup", "modules/inner/branches/backup"])(
    "is unclear where a remote has a file of its own: %s",
    async (path) => {
      const file = join(folder, "home/project/.git", path);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(join(file, "../../HEAD"), "ref: refs/heads/main\n");
      writeFileSync(file, "held:/srv/app.git#main\n");
      expect(await reached("git push backup main")).toMatchObject({ isUnclear: true });
    },
  );

  it("is unclear where a submodule has its whole repository in its own folder", async () => {
    const inner = join(folder, "home/project/inner");
    mkdirSync(inner);
    execFileSync("git", ["init", "-q"], { cwd: inner });
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "x"], {
      cwd: inner,
    });
    git("-c", "advice.addEmbeddedRepo=false", "add", "inner");
    expect(await reached("git fetch")).toMatchObject({ isUnclear: true });
    expect(await reached("git fetch", "home/project/sub")).toMatchObject({ isUnclear: true });
  });

  it.each([
    "git clone --recurse-submodules ../lib d",
    "git clone --recursive ../lib d",
    "git submodule update --init --recursive",
  ])("is unclear where submodules come of which nothing is known yet: %s", async (text) =>
    expect(await reached(text)).toMatchObject({ isUnclear: true }),
  );

  it("has only the words of an address that is not ssh's", async () => {
    git("remote", "add", "web", "https://prod.example/x.git");
    git("remote", "add", "odd", "ext::ssh prod %S /x");
    const terminal = await createFakeTerminals().open({} as never);
    const assessment = assess("git fetch", { target: "local", shell: "bash" });
    const place = { terminal, cwd: join(folder, "home/project"), signal: AbortSignal.timeout(20_000) };
    const use = await withNamedRemotes(reachedByCommand(assessment, "git fetch"), assessment, place);
    expect([use?.remotes, use?.mentions.filter((each) => each.includes("prod"))]).toEqual([
      ["ssh://prod"],
      ["https://prod.example/x.git", "ext::ssh prod %S /x"],
    ]);
  });

  it.each([
    "git -C ../other push",
    "git --git-dir=../x push",
    'cd "$X" && git push',
    "cd absent && git push",
    "GIT_DIR=../x git push",
    "cd a || cd b; git push",
  ])("is unclear where another repository is meant, or none can be read: %s", async (text) =>
    expect(await reached(text)).toMatchObject({ isUnclear: true }),
  );

  it("is unclear where git may read other settings than the look", async () => {
    git("config", "include.path", "/dev/stdin");
    writeFileSync(join(folder, "home/project/notes.txt"), '[url "ssh://held/"]\n\tinsteadOf = ssh://prod/\n');
    expect(await reached("git push < notes.txt")).toMatchObject({ isUnclear: true });
  });

  it.each([
    "git log",
    "git commit -m x",
    "git switch -c fix",
    "git -C sub log",
    "git -C ../absent log",
    "mkdir new && cd new && git init && git add .",
    "git -c user.name=x commit -m x",
    "GIT_AUTHOR_NAME=x git commit -m x",
    "jj log",
  ])("goes nowhere: %s", async (text) => {
    const use = await reached(text);
    expect([use?.remotes ?? [], use?.isUnclear ?? false]).toEqual([[], false]);
  });

  it.each(["jj git push", "jj git fetch"])("is where jj goes: %s", async (text) => {
    expect(await reached(text)).toEqual({ remotes: ["ssh://prod"], isUnclear: false });
  });

  it.each(["gh pr create --fill", "gh pr list", 'gh issue create --title "$T"'])(
    "is where gh goes: %s",
    async (text) => {
      expect(await reached(text)).toMatchObject({ remotes: ["ssh://prod"], isUnclear: false });
    },
  );

  it.each(["gh an-extension", "gh $X", 'gh pr list -R "$X"'])(
    "may be any host where gh is told so: %s",
    async (text) => {
      expect(await reached(text)).toMatchObject({ isUnclear: true });
    },
  );

  it("is where jj goes in a repository that git does not find", async () => {
    const store = join(folder, "home/other/.jj/repo/store/git");
    mkdirSync(store, { recursive: true });
    writeFileSync(join(store, "config"), '[remote "origin"]\n\turl = u@far:x.git\n');
    expect(await reached("jj git push", "home/other")).toEqual({ remotes: ["u@far"], isUnclear: false });
  });
});

describe("[HP5] git in a partial clone", () => {
  beforeEach(() => {
    git("config", "remote.origin.promisor", "true");
    git("config", "remote.origin.partialclonefilter", "blob:none");
  });

  it.each([
    "git log",
    "git diff HEAD~1",
    "git checkout main",
    "git -C sub show",
    "git -C ~/project show",
    "cd sub; git blame x",
    "git -c user.name=x commit -m x",
    "git stash",
  ])("gets what is missing from its remotes: %s", async (text) => {
    expect(await reached(text)).toEqual({ remotes: ["ssh://prod"], isUnclear: false });
  });

  it.each([
    "git -C $X log",
    "git --git-dir=../x log",
    "git -c remote.a.promisor=true log",
    "GIT_DIR=../x git log",
    'cd "$X" && git log',
  ])("is unclear where another repository may be meant: %s", async (text) =>
    expect(await reached(text)).toMatchObject({ isUnclear: true }),
  );

  it.each(["git version", "git config user.name", "git -C ../other log"])("goes nowhere: %s", async (text) => {
    mkdirSync(join(folder, "home/other"));
    const use = await reached(text);
    expect([use?.remotes ?? [], use?.isUnclear ?? false]).toEqual([[], false]);
  });
});
