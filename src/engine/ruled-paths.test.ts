import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeTerminals } from "../../test/support/fake-terminals.ts";
import { parseRules } from "../policy/index.ts";
import { parseKeys } from "../terminal/index.ts";
import { createPolicyJudge } from "./policy-judge.ts";

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
  const terminals = createFakeTerminals();
  terminals.cwd = folder;
  const signal = new AbortController().signal;
  const terminal = await terminals.open({ target: "local", owner: { session: "s", epoch: 1 }, signal });
  const { rules } = parseRules(
    `[[rule]]\nid = "no-prod"\neffect = "deny"\nwhy = "No."\nwhen = { path = "${folder}/prod/**" }`,
    { scope: "user", file: "policy.toml" },
  );
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => rules,
    parseKeys,
    hostPolicy: () => "default",
  });
  const act = {
    kind: "command",
    text,
    target: "local",
    cwd: folder,
    shell: "bash",
    agent: "cotty",
    session: "s",
  } as const;
  return (await judge(act, { signal, terminal })).verdict;
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
