import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestEngine, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import { endOf } from "../../../test/support/waiting-command.ts";
import { assess } from "../../policy/index.ts";
import type { Mode, OwnName } from "../../protocol/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import { createPolicyJudge } from "../index.ts";
import { commandWords, findingsOf } from "./own-names.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "cotty-own-names-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const cdIsOwn: OwnName = { word: "cd", is: "function", text: 'cd () \n{ \n    builtin cd "$@"; source x\n}' };
const sayCd = 'cd is a function of your shell: cd () { builtin cd "$@"; source x; }';
const catIsOwn: OwnName = { word: "cat", is: "alias", text: "bat -p" };

async function begin(command: string, { mode = "default", own = [] }: { mode?: Mode; own?: OwnName[] } = {}) {
  const words: (readonly string[] | undefined)[] = [];
  const terminals = createFakeTerminals((_, { usualWords }) => {
    words.push(usualWords);
    return { exitCode: 0 };
  });
  terminals.cwd = folder;
  terminals.ownNames = own;
  const judge = createPolicyJudge({ dangerousPatterns: [], rules: () => [], parseKeys, hostPolicy: () => "default" });
  const script = [
    { calls: [{ name: "run_command", input: { command, reasoning: "r" } }] },
    { calls: [{ name: "task_complete", input: { summary: "ok" } }] },
  ];
  const world = createTestEngine({ script, terminals, deps: { judge } });
  const runner = await openTestSession(world.engine, { cwd: folder, mode });
  await runner.request({ type: "prompt", text: "go" }, mira);
  const asked = () => stepIn(runner, world.store, "review");
  const approve = async () => {
    const step = await asked();
    await runner.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
    return step;
  };
  const finished = () =>
    [...((runner.state.turns.at(-1) ?? runner.state.current)?.steps.values() ?? [])].map(({ verdict, status }) => [
      verdict,
      status.name === "finished" ? status.outcome : status.name,
    ]);
  return { terminals, runner, words, asked, approve, finished };
}

describe("[PO247] the command words of a line", () => {
  it.each([
    ["ls -l", ["ls"]],
    ["cd sub && [ -f x ] && echo $(pwd)", ["cd", "[", "pwd", "echo"]],
    ["for f in a b; do cat $f | grep x; done", ["cat", "grep"]],
    ["time ls", ["ls", "time"]],
    ["timeout 5 ls", ["timeout"]],
    ["command ls; builtin cd x", ["command", "builtin", "cd"]],
    ["eval ls", ["eval", "ls"]],
    ["sh -c 'cat x'", ["sh", "cat"]],
    ["/bin/ls", ["/bin/ls"]],
    ['"$x" y', null],
    ["größe", null],
  ])("are those that the shell itself runs: %s", (command, words) => {
    const context = { target: "local", shell: "bash" } as const;
    expect(commandWords(assess(command, context), command)?.toSorted() ?? null).toEqual(words?.toSorted() ?? null);
  });
});

describe("[PO247] a line that runs unasked", () => {
  it("runs only as its words usually mean", async () => {
    const { runner, words } = await begin("cd . && ls", { own: [{ word: "ls", is: "alias", text: "ls --color" }] });
    await runner.idle();
    expect(words).toEqual([["cd", "ls"]]);
  });

  it("is asked about where the shell says that one is a function, with what it is, and then runs as it is", async () => {
    const { runner, words, approve, finished } = await begin("cd . && cat x", { own: [cdIsOwn, catIsOwn] });
    const { findings, verdict } = await approve();
    expect([verdict, findings.map(({ say }) => say)]).toEqual([
      "ask",
      [sayCd, "cat is an alias of your shell: bat -p"],
    ]);
    await runner.idle();
    expect(words).toEqual([undefined]);
    expect(finished().slice(0, 2)).toEqual([
      ["allow", "context-changed"],
      ["ask", "exited"],
    ]);
  });

  it("is refused in plan mode where the shell says that one is a function", async () => {
    const { runner, terminals, finished } = await begin("cd . && ls", { mode: "plan", own: [cdIsOwn] });
    await runner.idle();
    expect(terminals.ran).toEqual([]);
    expect(finished().slice(0, 2)).toEqual([
      ["allow", "context-changed"],
      ["ask", "rejected"],
    ]);
  });

  it("runs as it is where a mode asks nobody", async () => {
    const { runner, words } = await begin("cd . && ls", { mode: "bypassPermissions", own: [cdIsOwn] });
    await runner.idle();
    expect(words).toEqual([undefined]);
  });
});

describe("[PO247] a line that a person decides about", () => {
  it("says what its words stand for, and is asked about again once that is another thing", async () => {
    const { runner, terminals, asked, approve } = await begin("touch x", {
      own: [{ word: "touch", is: "function", text: "touch() { command touch B; }" }],
    });
    const first = await asked();
    terminals.ownNames = [{ word: "touch", is: "alias", text: "rm" }];
    await approve();
    expect(first.findings.at(-1)?.say).toBe("touch is a function of your shell: touch() { command touch B; }");
    const second = await asked();
    expect(endOf(runner.state, first.id)).toEqual([
      "context-changed",
      "What touch stands for in this shell changed after this was proposed, so nothing ran.",
    ]);
    expect(second.findings.at(-1)?.say).toBe("touch is an alias of your shell: rm");
    await approve();
    await runner.idle();
    expect(terminals.ran).toEqual(["touch x"]);
  });

  it("keeps no text of them in what is stored, but what a card shows", async () => {
    const { asked } = await begin("touch x", { own: [{ word: "touch", is: "alias", text: `x ${"y".repeat(300)}` }] });
    const step = await asked();
    expect(JSON.stringify(step)).not.toContain("yyy");
    expect(step.findings.at(-1)?.say).toBe("touch is an alias of your shell, too long to show here (302 characters).");
  });

  it.each([
    [{ word: "trap", is: "hook" }, "A trap of your shell runs with every command."],
    [{ word: "preexec", is: "hook" }, "A preexec hook of your shell runs with every command."],
    [{ word: "cd", is: "hook", text: "chpwd load" }, "cd is followed by a hook of your shell: chpwd load"],
    [{ word: "f", is: "function" }, "f is a function of your shell."],
  ] as [OwnName, string][])("is told %j in a sentence", (name, say) => {
    expect(findingsOf([name]).map((finding) => finding.say)).toEqual([say]);
  });
});
