import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { assess, parseRules } from "../../policy/index.ts";
import { unmetConditions } from "./unmet-conditions.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-project-")));
  for (const each of [".git", "src/deep", "sub/.git", "sub/in", "work/.hg", "a b"])
    mkdirSync(join(folder, "app", each), { recursive: true });
  mkdirSync(join(folder, "app", "node_modules", "dep"), { recursive: true });
  mkdirSync(join(folder, "other"));
  writeFileSync(join(folder, "other", "x.js"), "");
  writeFileSync(join(folder, "app", "src", "x.js"), "");
  symlinkSync(join(folder, "other"), join(folder, "app", "out"));
  symlinkSync(join(folder, "other", "x.js"), join(folder, "app", "out.js"));
  symlinkSync(join(folder, "gone"), join(folder, "app", "dangling"));
  symlinkSync("src", join(folder, "app", "near"));
  symlinkSync("node_modules/dep", join(folder, "app", "dep"));
  symlinkSync(join(folder, "app"), join(folder, "another-name"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** Why a rule of the project does not allow a command after all; null where it does. */
async function unmetOf(command: string, inside = "app"): Promise<string | null> {
  const terminal = await createFakeTerminals().open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { rules } = parseRules('[[rule]]\nid = "make"\neffect = "allow"\nwhy = "w"\nwhen = { cmd = ["make"] }', {
    scope: "project",
    file: "policy.toml",
    trusted: true,
    project: { folder: join(folder, "app"), name: join(folder, "another-name") },
  });
  const cwd = join(folder, inside);
  const context = { target: "local", shell: "bash" as const, cwd, rules };
  const judged = assess(command, context);
  const kinds = judged.conditions.map(({ about }) => about).filter((about) => about !== "landing");
  expect([judged.verdict, kinds]).toEqual(["allow", ["project"]]);
  const unmet = await unmetConditions(judged.conditions, { terminal, cwd, signal });
  expect(assess(command, { ...context, unmet }).verdict).toBe(unmet.size === 0 ? "allow" : "ask");
  return [...unmet.values()][0]?.replaceAll(folder, "") ?? null;
}

describe("a project's rule, where the target says what is there", () => {
  it.each([
    ["make", "app"],
    ["make", "another-name/src"],
    ["cd src && make test", "app"],
    ["cd near && make deep/new/file", "app"],
    ["make -C src", "app"],
    ["make -Csrc x.js", "app"],
    ["make near/x.js 'a b' --out=src/new", "app"],
  ])("[PO151] allows what is in the project: %s in %s", async (command, inside) => {
    expect(await unmetOf(command, inside)).toBe(null);
  });

  it.each([
    ["cd out && make", "app"],
    ["cd sub && make", "app"],
    ["cd sub/in && make", "app"],
    ["make", "app/sub/in"],
    ["make", "app/work"],
    ["cd dep && make", "app"],
    ["make -C out", "app"],
    ["make -Csub", "app"],
    ["make -kCsub", "app"],
    ["make --directory=dep", "app"],
    ["make -f out.js", "app"],
    ["make -C out/new/folder", "app"],
    ["make -C dangling", "app"],
    ["make 'src/x:sub'", "app"],
    ["make -C /TOP/app/sub", "app"],
  ])("[PO151] allows nothing that is really elsewhere, or in another project: %s in %s", async (command, inside) => {
    expect(await unmetOf(command.replace("/TOP", folder), inside)).toMatch(
      /^A rule of "?\/app"? allows nothing outside of that project, and this is: |^The target did not say whether this is in \/app/,
    );
  });

  it("[PO151] allows nothing in a folder that has become another project meanwhile", async () => {
    expect(await unmetOf("make", "app/src")).toBe(null);
    mkdirSync(join(folder, "app", "src", ".cotty"));
    writeFileSync(join(folder, "app", "src", ".cotty", "policy.toml"), "");
    expect(await unmetOf("make", "app/src")).not.toBe(null);
  });
});
