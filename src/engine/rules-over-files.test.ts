import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mira, stepIn } from "../../test/support/engine.ts";
import { createFakeTerminals } from "../../test/support/fake-terminals.ts";
import { begin, folder, use, useFolders } from "../../test/support/file-session.ts";
import { parseRules } from "../policy/index.ts";
import { createMemoryStore } from "../store/index.ts";

useFolders();

const write = (path: string) => use("write_file", { path, content: "x\n" });

describe("a tool that writes files", () => {
  it("[PO149] refuses what a rule of a person refuses, also through a link and for what is remembered", async () => {
    mkdirSync(join(folder, "project/prod"));
    symlinkSync("prod", join(folder, "project/link"));
    const rule = (when: string) =>
      parseRules(`[[rule]]\nid = "no"\neffect = "deny"\nwhy = "w"\nwhen = ${when}`, { scope: "user", file: "r" }).rules;
    const refused = async (call: object, when: string) => {
      const { runner, store } = await begin([call], "bypassPermissions", "project", { rules: rule(when) });
      const { verdict, status } = await stepIn(runner, store, "rejected");
      await runner.idle();
      return [verdict, "by" in status && status.by];
    };
    const prod = `{ path = ${JSON.stringify(join(realpathSync(folder), "project/prod/**"))} }`;
    const writes = '{ risk = ["write"] }';
    expect([
      await refused(write("prod/a"), prod),
      await refused(write("link/a"), prod),
      await refused(use("read_files", { paths: ["prod/a"] }), prod),
      await refused(use("run_command", { command: "touch link/a" }), prod),
      await refused(write("a"), writes),
      await refused(use("remember", { text: "x" }), writes),
    ]).toEqual(Array(6).fill(["deny", "policy"]));
  });

  it("[PO148] asks before it writes what the terminal's PATH finds, and waits for the phrase where it is a known name", async () => {
    const terminals = createFakeTerminals();
    terminals.searchPath = `${join(folder, "project/scripts")}:/usr/bin`;
    const asked = async (path: string) => {
      const beside = { store: createMemoryStore(), terminals };
      const { runner, store } = await begin([write(path)], "acceptEdits", "project", { beside });
      const { verdict, findings } = await stepIn(runner, store, "review");
      await runner.request({ type: "stop" }, mira);
      await runner.idle();
      return [verdict, findings[0]?.ruleId];
    };
    expect([await asked("scripts/tsc"), await asked("scripts/our-tool")]).toEqual([
      ["danger", "unattended.program"],
      ["ask", "unattended.program"],
    ]);
  });
});
