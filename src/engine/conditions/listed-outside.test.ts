import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess } from "../../policy/index.ts";
import { unmetConditions } from "./unmet-conditions.ts";

const signal = new AbortController().signal;

it.each(["../key", "/x/key"])("git does not look unasked where its list of files leads out: %s", async (name) => {
  const cwd = mkdtempSync(join(tmpdir(), "cotty-listed-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, "aa"));
  writeFileSync(join(cwd, "aa/key"), "text\n");
  for (const argv of [
    ["init", "-q"],
    ["add", "aa/key"],
  ])
    execFileSync("git", argv, { cwd });
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { conditions } = assess("git diff", { target: "local", shell: "bash" });
  const problems = async () => [...(await unmetConditions(conditions, { terminal, cwd, signal })).values()];
  expect(await problems()).toEqual([]);
  // git refuses to make such an entry, and believes one that is there.
  const index = join(cwd, ".git/index");
  writeFileSync(index, readFileSync(index).toString("latin1").replace("aa/key", name), "latin1");
  expect(await problems()).toEqual(["git's list of the files here names some that are elsewhere, and reads them."]);
});

it("git does not look unasked where the repository of a folder is another one", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-listed-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (cwd: string, ...argv: string[]) => execFileSync("git", argv, { cwd, stdio: "pipe" });
  for (const name of ["private", "project"]) mkdirSync(join(folder, name));
  git(join(folder, "private"), "init", "-q");
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  git(join(folder, "private"), ...author, "commit", "-q", "--allow-empty", "-m", "a");
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { conditions } = assess("git show HEAD", { target: "local", shell: "bash" });
  const problems = async (name: string) => {
    const unmet = await unmetConditions(conditions, { terminal, cwd: join(folder, name), signal });
    return [...unmet.values()];
  };
  writeFileSync(join(folder, "project/.git"), "gitdir: ../private/.git\n");
  git(join(folder, "private"), "worktree", "add", "-q", "../tree");
  expect([await problems("project"), await problems("private"), await problems("tree")]).toEqual([
    [`The files of this repository are in another folder: ${join(folder, "private/.git")}`],
    [],
    [],
  ]);
});
