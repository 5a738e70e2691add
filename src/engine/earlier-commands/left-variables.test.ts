import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { parseRules } from "../../policy/index.ts";
import type { Mode } from "../../protocol/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-left-variables-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a person is asked about, and why, while the agent runs these commands; everything is approved. */
async function askedFor(
  commands: string[],
  {
    mode = "default",
    isHeld = false,
    lendsSettings = true,
    rules = "",
  }: { mode?: Mode; isHeld?: boolean; lendsSettings?: boolean; rules?: string } = {},
) {
  const terminals = createFakeTerminals();
  terminals.searchPath = "/usr/bin:/bin";
  terminals.cwd = folder;
  terminals.lendsSettings = lendsSettings;
  const judge = createPolicyJudge({
    dangerousPatterns: [],
    rules: () => parseRules(rules, { scope: "user", file: "policy.toml" }).rules,
    parseKeys,
    hostPolicy: () => "default",
    ...(isHeld && {
      reachedHostPolicy: async ({ isUnclear }) => (isUnclear ? [{ name: "web-1", policy: "protected" }] : "default"),
    }),
  });
  const { engine, store } = createTestEngine({ script: [...commands.map(run), done], terminals, deps: { judge } });
  const runner = await openTestSession(engine, { cwd: terminals.cwd, mode });
  await runner.request({ type: "prompt", text: "go" }, mira);
  const asked: [string, string | undefined][] = [];
  const ended = runner.idle().then(() => null);
  for (;;) {
    const step = await Promise.race([stepIn(runner, store, "review"), ended]);
    if (step === null) return asked;
    asked.push([step.command, step.protectedHost?.name ?? step.findings[0]?.ruleId]);
    const approval = { type: "approve", stepId: step.id, digest: step.digest, scope: "once" } as const;
    await runner.request({ ...approval, ...(step.phrase && { confirmation: step.phrase }) }, mira);
  }
}

describe("[PO198] what a command has left in its shell", () => {
  it.each([
    ["trap 'node src/a.js' DEBUG", "shell.trap"],
    ["f() { ./x; }", "shell.function"],
    ["alias ll='ls -l'", "shell.alias"],
    ["set -e", "shell.option"],
    ["stty susp @", "argument.unexpected"],
    ["declare -i n", "environment.set"],
    ["declare -n r", "environment.set"],
    ["sudo reset -e x", "escalate.sudo"],
    ["exec >>notes.txt", "shell.redirect"],
    ["bash 2>>notes.txt", "shell.nested"],
    ["{ exec zsh; } >notes.txt", "shell.exec"],
  ])("makes every look wait for a person, those of the shell itself as well: %s", async (command) => {
    const asked = await askedFor([command, "echo a", "ls"]);
    expect(asked.slice(1)).toEqual([
      ["echo a", "environment.left"],
      ["ls", "environment.left"],
    ]);
  });
});

describe("[PO198] a variable that a command has left in its terminal", () => {
  it.each([
    ["export KUBECONFIG=k", "environment.set"],
    ["export HOME=/tmp/home", "environment.hijack"],
    ["declare -x GIT_TRACE=a", "environment.set"],
  ])("makes looks of programs wait for a person, and nothing that the shell does itself: %s", async (command, rule) => {
    expect(await askedFor([command, "ls", "cd / && pwd", "echo a"])).toEqual([
      [command, rule],
      ["ls", "environment.left"],
    ]);
  });

  it.each(["export NODE_ENV=production", "export LANG=C"])(
    "steers no look where only projects obey it: %s",
    async (command) => {
      expect((await askedFor([command, "ls"])).filter(([asked]) => asked === "ls")).toEqual([]);
    },
  );

  it("is not in the way of what came before", async () => {
    expect(await askedFor(["ls", "export KUBECONFIG=k"])).toEqual([["export KUBECONFIG=k", "environment.set"]]);
  });

  it("makes it unclear where a client goes, so that a held host is held in every mode", async () => {
    const commands = ["export DOCKER_CONFIG=d", "docker ps", "git fetch", "ls"];
    expect(await askedFor(commands, { mode: "bypassPermissions", isHeld: true })).toEqual([
      ["export DOCKER_CONFIG=d", "environment.hijack"],
      ["docker ps", "web-1"],
      ["git fetch", "web-1"],
    ]);
  });
});

describe("[PO237] a shell that keeps its owner's settings while a command runs", () => {
  const commands = ["echo a", "ls", "cd / && pwd", "/bin/cat a.txt"];

  it("makes every look wait for a person, also one that a rule allows", async () => {
    const rules = '[[rule]]\nid = "own"\nwhy = "Own."\neffect = "allow"\nwhen = { cmd = ["make"] }';
    for (const each of commands)
      expect(await askedFor([each], { lendsSettings: false })).toEqual([[each, "shell.own-settings"]]);
    expect(await askedFor(["make"], { lendsSettings: false, rules })).toEqual([["make", "command.make"]]);
    expect(await askedFor(["make", "echo a"], { rules })).toEqual([]);
  });

  it("does not name what earlier commands have left a second time", async () => {
    expect((await askedFor(["set -e", "ls"], { lendsSettings: false })).at(-1)).toEqual(["ls", "environment.left"]);
  });
});
