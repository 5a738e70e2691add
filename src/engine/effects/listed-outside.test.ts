import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
