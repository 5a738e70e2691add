import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { opinionUnderRule } from "../../../test/support/rule-judge.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-ruled-")));
  mkdirSync(join(folder, "prod"));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "prod", "data.txt"), "");
  symlinkSync("prod", join(folder, "link"));
  symlinkSync("prod/data.txt", join(folder, "notes.txt"));
  symlinkSync("src", join(folder, "other"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function verdictOf(text: string) {
  const rule = `effect = "deny"\nwhen = { path = "${folder}/prod/**" }`;
  return (await opinionUnderRule(text, { folder, rule })).verdict;
}

describe("a rule that tightens for a path", () => {
  it.each([
    "cat link/data.txt",
    "cp link/data.txt b",
    "mv notes.txt b",
    "cp n*.txt b",
    "tar cf x.tar link",
    "cd link && cp data.txt ../b",
    "foo --file=notes.txt",
    "touch link/x",
  ])("[PO154] holds for where a name really leads, whatever a command does with it: %s", async (text) => {
    expect(await verdictOf(text)).toBe("deny");
  });

  it("[PO154] says nothing about links that lead elsewhere", async () => {
    expect([await verdictOf("cp other/a b"), await verdictOf("ls other")]).toEqual(["ask", "allow"]);
  });
});
