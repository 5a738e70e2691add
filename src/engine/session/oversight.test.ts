import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals, type FakeTerminals } from "../../../test/support/fake-terminals.ts";
import { compileDangerousPatterns, type DangerousPattern } from "../../policy/index.ts";
import type { Mode } from "../../protocol/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { parseKeys } from "../../terminal/index.ts";
import type { HeldHost } from "../hosts/host-policy.ts";
import { createPolicyJudge, type EngineDeps } from "../index.ts";
import { createRuleBook } from "../rules/rule-book.ts";

const run = (command: string) => ({ calls: [{ name: "run_command", input: { command, reasoning: "r" } }] });
const done = { calls: [{ name: "task_complete", input: { summary: "ok" } }] };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-oversight-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An engine with the real policy, on terminals whose side channel is this machine. */
async function begin(
  script: object[],
  options: {
    hostPolicy?: HeldHost["policy"];
    terminals?: FakeTerminals;
    cwd?: string;
    memory?: EngineDeps["memory"];
    effectTimeoutMs?: number;
    dangerousPatterns?: readonly DangerousPattern[];
    mode?: Mode;
  } = {},
) {
  const terminals = options.terminals ?? createFakeTerminals();
  const cwd = options.cwd ?? folder;
  terminals.cwd = cwd;
  const judge = createPolicyJudge({
    dangerousPatterns: options.dangerousPatterns ?? [],
    rules: () => [],
    parseKeys,
    hostPolicy: () => (options.hostPolicy === undefined ? "default" : [{ policy: options.hostPolicy, name: "box" }]),
    effectTimeoutMs: options.effectTimeoutMs ?? 30_000,
  });
  const world = createTestEngine({
    script,
    terminals,
    deps: { judge, ...(options.memory && { memory: options.memory }) },
  });
  const runner = await openTestSession(world.engine, { cwd, ...(options.mode && { mode: options.mode }) });
  await runner.request({ type: "prompt", text: "go" }, mira);
  return { ...world, runner };
}

describe("[PO19] a default dangerous pattern", () => {
  const marksOf = async (command: string, dangerousPatterns: readonly DangerousPattern[]) => {
    const { runner, store } = await begin([run(command), done], { dangerousPatterns });
    await runner.idle();
    const [proposed] = (await eventsOf(store, runner.id)).filter(({ type }) => type === "step.proposed");
    return proposed;
  };

  it("marks the step and leaves its verdict alone", async () => {
    const { patterns } = compileDangerousPatterns();
    const read = await marksOf("man mkfs.ext4", patterns);
    expect(read).toMatchObject({ verdict: "allow", findings: [], patterns: ["mkfs"] });
    expect(await marksOf("ls", patterns)).not.toHaveProperty("patterns");
  });

  it("is danger where a person has listed it, and is no mark then", async () => {
    const { runner, store } = await begin([run("man mkfs.ext4"), done], {
      dangerousPatterns: compileDangerousPatterns(["mkfs"]).patterns,
    });
    const { verdict, patterns, findings } = await stepIn(runner, store, "review");
    expect([verdict, patterns, findings.map(({ ruleId }) => ruleId)]).toEqual(["danger", [], ["pattern.configured"]]);
  });

  it("is looked for again in an edited command", async () => {
    const { runner, store } = await begin([run("touch a"), done], {
      dangerousPatterns: compileDangerousPatterns().patterns,
    });
    const { id } = await stepIn(runner, store, "review");
    await runner.request({ type: "edit", stepId: id, command: "dd if=a of=b" }, mira);
    expect(await stepIn(runner, store, "review")).toMatchObject({ verdict: "ask", patterns: [String.raw`dd\s+if=`] });
  });
});

describe("what is shown before a delete", () => {
  it("is what it would take, and it is asked again when that has changed", async () => {
    mkdirSync(join(folder, "build"));
    writeFileSync(join(folder, "build", "a"), "x");
    const { runner, store, terminals } = await begin([run("rm -r build"), done]);
    const first = await stepIn(runner, store, "review");
    expect(first.effect).toMatchObject({ computed: true, entries: 2 });
    writeFileSync(join(folder, "build", "precious"), "x");
    await runner.request({ type: "approve", stepId: first.id, digest: first.digest, scope: "once" }, mira);
    const again = await stepIn(runner, store, "review");
    expect([terminals.ran, again.effect?.entries]).toEqual([[], 3]);
    await runner.request({ type: "approve", stepId: again.id, digest: again.digest, scope: "once" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["rm -r build"]);
  });
});

describe("what the agent wants to remember", () => {
  const remembers = { calls: [{ name: "remember", input: { text: "Mira likes blue.", reasoning: "r" } }] };

  it("is asked about with the words it would keep, and is no danger", async () => {
    const added: string[] = [];
    const memory = {
      fileOf: () => join(folder, ".cotty", "memory.md"),
      add: async (_scope: unknown, _place: unknown, line: string) => void added.push(line),
      known: async () => [],
      projectFiles: [],
    };
    const { runner, store } = await begin([remembers, done], { memory });
    const step = await stepIn(runner, store, "review");
    expect([step.verdict, step.diff, step.findings.map(({ say }) => say)]).toEqual([
      "ask",
      "+ Mira likes blue.",
      ["The agent is told this in later sessions, too."],
    ]);
    expect(added).toEqual([]);
    await runner.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
    await runner.idle();
    expect(added).toEqual(["Mira likes blue."]);
  });

  it("stays dangerous as a file that is written like any other: there, rules could be among it", async () => {
    const writes = { calls: [{ name: "write_file", input: { path: ".cotty/memory.md", content: "x\n" } }] };
    const { runner, store } = await begin([writes, done]);
    expect((await stepIn(runner, store, "review")).verdict).toBe("danger");
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });
});

describe("the folders of the target", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("decide what a name means: the home is a home wherever it is, asked of the target itself", async () => {
    const home = join(folder, "accounts", "mira");
    mkdirSync(home, { recursive: true });
    vi.stubEnv("HOME", home);
    const { runner, store } = await begin([run(`rm -rf ${home}`), done]);
    const step = await stepIn(runner, store, "review");
    expect([step.verdict, step.findings[0]?.ruleId, step.effect?.summary]).toEqual([
      "danger",
      "delete.home",
      expect.stringContaining("includes your home directory"),
    ]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("tell what is outside the session's own, also after a change of folder", async () => {
    const project = join(folder, "project");
    mkdirSync(join(project, "sub"), { recursive: true });
    writeFileSync(join(folder, "outside"), "x");
    writeFileSync(join(project, "inside"), "x");
    const terminals = createFakeTerminals();
    const commands = [run(`rm ${project}/inside`), run("rm ../../outside"), done];
    const { runner, store } = await begin(commands, { terminals, cwd: project });
    terminals.cwd = join(project, "sub");
    const summaries = [];
    for (let i = 0; i < 2; i++) {
      const step = await stepIn(runner, store, "review");
      summaries.push(step.effect?.summary.replace(/, [\d.]+ KB/, ""));
      await runner.request({ type: "reject", stepId: step.id, reason: "no" }, mira);
    }
    await runner.idle();
    expect(summaries).toEqual(["It deletes 1 file.", "It deletes 1 file, reaches outside the project."]);
  });
});

describe("a host's own policy", () => {
  it("asks about everything on a protected host, also about looking", async () => {
    const { runner, store, terminals } = await begin([run("ls"), done], { hostPolicy: "protected" });
    const step = await stepIn(runner, store, "review");
    expect([step.verdict, terminals.ran]).toEqual(["ask", []]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("wants danger on a protected host confirmed twice: the phrase and the host", async () => {
    const { runner, store, terminals } = await begin([run("rm -rf /"), done], {
      hostPolicy: "protected",
      effectTimeoutMs: 100,
    });
    const step = await stepIn(runner, store, "review");
    const approve = { type: "approve" as const, stepId: step.id, digest: step.digest, scope: "once" as const };
    const confirmation = step.phrase ?? "";
    expect(await runner.request({ ...approve, confirmation }, mira)).toMatchObject({
      outcome: "refused",
      error: { code: "approval.host" },
    });
    expect(terminals.ran).toEqual([]);
    expect(await runner.request({ ...approve, confirmation, confirmHost: "box" }, mira)).toMatchObject({
      outcome: "accepted",
    });
    await runner.idle();
  });

  it("refuses on a read-only host what is not proved to only read", async () => {
    const { runner, terminals } = await begin([run("ls"), run("touch x"), done], { hostPolicy: "read-only" });
    await runner.idle();
    expect(terminals.ran).toEqual(["ls"]);
  });
});

describe("a mode that a person chooses while a turn runs", () => {
  it.each([
    ["bypassPermissions", "plan", ["mkfs.ext4 /dev/sdz"]],
    ["default", "bypassPermissions", ["mkfs.ext4 /dev/sdz"]],
    ["bypassPermissions", "bypassPermissions", ["mkfs.ext4 /dev/sdz", "touch b"]],
  ] as const)("[MO10] holds for the next step where it is stricter: %s, then %s", async (mode, chosen, ran) => {
    const script = [run("mkfs.ext4 /dev/sdz"), run("touch b"), done];
    const { runner, store, terminals } = await begin(script, { mode });
    const { id, digest, phrase } = await stepIn(runner, store, "review");
    await runner.request({ type: "settings", settings: { mode: chosen } }, mira);
    // What waited for a person still does.
    expect((await stepIn(runner, store, "review")).id).toBe(id);
    const approve = { type: "approve", stepId: id, digest, scope: "once" } as const;
    await runner.request({ ...approve, ...(phrase !== null && { confirmation: phrase }) }, mira);
    if (mode === "default") {
      expect((await stepIn(runner, store, "review")).command).toBe("touch b");
      await runner.request({ type: "stop" }, mira);
    }
    await runner.idle();
    expect(terminals.ran).toEqual(ran);
  });
});

describe("an approval for the session", () => {
  it("[AP10] lasts over a restart, and is for what it was given for", async () => {
    const terminals = createFakeTerminals();
    terminals.cwd = folder;
    const store = createMemoryStore();
    const start = async (script: object[]) => {
      const files = {
        rulesAt: async () => ({ rules: [], problems: [], untrusted: [] }),
        addForUser: async () => {},
      };
      const rules = createRuleBook(files);
      const judge = createPolicyJudge({
        dangerousPatterns: [],
        rules: (session) => rules.rulesFor(session),
        parseKeys,
        hostPolicy: () => "default",
      });
      return createTestEngine({ script, terminals, store, deps: { judge, rules } });
    };
    const first = await start([run("npm test"), run("npm test"), done]);
    const runner = await openTestSession(first.engine, { cwd: folder });
    await runner.request({ type: "prompt", text: "go" }, mira);
    const { id, digest } = await stepIn(runner, store, "review");
    await runner.request({ type: "approve", stepId: id, digest, scope: "session" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["npm test", "npm test"]);
    await runner[Symbol.asyncDispose]();

    const second = await start([run("npm test"), run("npm install left-pad"), done]);
    const taken = await second.engine.take(runner.id, { isAttended: () => true });
    await taken.request({ type: "prompt", text: "again" }, mira);
    expect((await stepIn(taken, store, "review")).command).toBe("npm install left-pad");
    expect(terminals.ran.slice(2)).toEqual(["npm test"]);
    await taken.request({ type: "stop" }, mira);
    await taken.idle();
  });
});

describe("the machine behind a name", () => {
  it("is pinned: another one of the same name gets nothing, and the turn says why", async () => {
    const terminals = createFakeTerminals();
    terminals.where = { target: "local", user: "mira", machineId: "one" };
    const { runner } = await begin([run("ls"), done, run("ls"), done], { terminals });
    await runner.idle();
    terminals.endShells();
    terminals.where = { target: "local", user: "mira", machineId: "two" };
    await runner.request({ type: "prompt", text: "again" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["ls"]);
    expect(runner.state.turns.at(-1)?.end).toMatchObject({
      outcome: "failed",
      error: { code: "host.identity-changed" },
    });
  });
});

describe("a machine whose key cannot be told this time", () => {
  it("is not taken for another one, and the key known before stays pinned", async () => {
    const terminals = createFakeTerminals();
    const script = [run("ls"), done, run("pwd"), done, run("id"), done];
    terminals.where = { target: "local", user: "mira", hostKey: "SHA256:one" };
    const { runner } = await begin(script, { terminals });
    await runner.idle();
    terminals.endShells();
    terminals.where = { target: "local", user: "mira" };
    await runner.request({ type: "prompt", text: "again" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["ls", "pwd"]);
    terminals.endShells();
    terminals.where = { target: "local", user: "mira", hostKey: "SHA256:two" };
    await runner.request({ type: "prompt", text: "again" }, mira);
    await runner.idle();
    expect(terminals.ran).toEqual(["ls", "pwd"]);
    expect(runner.state.turns.at(-1)?.end).toMatchObject({ error: { code: "host.identity-changed" } });
  });
});

describe("every result", () => {
  it("says where it really ran", async () => {
    const { runner } = await begin([run("ls"), done]);
    await runner.idle();
    const step = [...(runner.state.turns[0]?.steps.values() ?? [])][0];
    expect(step?.status).toMatchObject({ where: { target: "local", host: "here", user: "mira" } });
  });
});
