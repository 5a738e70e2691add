import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { opinionUnderRule } from "../../../test/support/rule-judge.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-allowed-")));
  execFileSync("git", ["init", "-q"], { cwd: folder });
  for (const name of ["scripts", "docs", "tools", ".tool"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "note.txt"), "");
  writeFileSync(join(folder, "scripts", "lint.sh"), "");
  writeFileSync(join(folder, "scripts", "push.sh"), "");
  writeFileSync(join(folder, "docs", "colours.txt"), "");
  symlinkSync("../docs/colours.txt", join(folder, ".tool", "colours"));
  const hook = join(folder, ".git", "hooks", "pre-commit");
  mkdirSync(join(folder, ".git", "hooks"), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\nsh scripts/lint.sh\n");
  chmodSync(hook, 0o755);
  symlinkSync("../../scripts/push.sh", join(folder, ".git", "hooks", "pre-push"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function opinionOf(text: string, searchPath?: string) {
  const rule = `effect = "allow"\nwhen = { cmd = ["cp"], operands = "inside", folder = ["${folder}"] }`;
  const given = { folder, rule, ...(searchPath !== undefined && { searchPath }) };
  const { verdict, findings } = await opinionUnderRule(text, given);
  return [verdict, findings[0]?.ruleId];
}

describe("[PO158] a line that a rule of a person allows", () => {
  it("runs unasked where nothing takes up what it writes", async () => {
    expect((await opinionOf("cp note.txt docs/copy.txt"))[0]).toBe("allow");
  });

  it("is a danger where a hook of git names what it writes", async () => {
    expect(await opinionOf("cp note.txt scripts/lint.sh")).toEqual(["danger", "unattended.named"]);
  });

  it("is a danger where a hook of git is a link to what it writes", async () => {
    expect((await opinionOf("cp note.txt scripts/push.sh"))[0]).toBe("danger");
  });

  it("is judged by the name that it writes in a folder of the PATH", async () => {
    const path = `${folder}/tools:/usr/bin:/bin`;
    expect([
      await opinionOf("cp note.txt tools/git", path),
      (await opinionOf("cp note.txt tools/mine", path))[0],
    ]).toEqual([["danger", "unattended.program"], "ask"]);
  });

  it("is asked about where what it writes is a hidden setting under another name", async () => {
    expect(await opinionOf("cp note.txt docs/colours.txt")).toEqual(["ask", "file.other-names"]);
  });

  it("is asked about where the target cannot tell what takes up the file", async () => {
    expect(await opinionOf("cp note.txt docs/copy.txt", "/a\n/b")).toEqual(["ask", "file.other-names"]);
  });
});
