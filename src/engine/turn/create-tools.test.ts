import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestEngine, eventsOf, mira, openTestSession, stepIn } from "../../../test/support/engine.ts";
import { createFakeTerminals } from "../../../test/support/fake-terminals.ts";
import type { Event } from "../../protocol/index.ts";
import { defaultSettings } from "../../session/index.ts";
import type { EngineDeps } from "../index.ts";
import { offeredTools } from "../tools/offered-tools.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotty-tools-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const use = (name: string, input: object) => ({ calls: [{ name, input }] });
const done = use("task_complete", { summary: "ok" });

/** Plays calls in a session that works in the test's folder, all allowed, and answers with its events. */
async function play(
  calls: object[],
  options: { mode?: "default" | "bypassPermissions" | "plan"; attended?: boolean } = {},
) {
  const terminals = createFakeTerminals();
  terminals.cwd = folder;
  const world = createTestEngine({ script: [...calls, done], terminals });
  const runner = await world.engine.open({
    target: "local",
    cwd: folder,
    settings: { ...defaultSettings, mode: options.mode ?? "bypassPermissions" },
    by: "person:mira",
    isAttended: () => options.attended ?? true,
  });
  await runner.request({ type: "prompt", text: "go" }, mira);
  await runner.idle();
  const events = await eventsOf(world.store, runner.id);
  return { events, runner, outputs: events.flatMap((event) => (event.type === "step.finished" ? [event.output] : [])) };
}

const asksAboutWrites: EngineDeps["judge"] = async ({ files }) => ({
  verdict: files?.access === "read" ? "allow" : "ask",
  risks: [],
  findings: [],
});

const find = <T extends Event["type"]>(events: Event[], type: T) =>
  events.filter((event) => event.type === type) as Event<T>[];

describe("file tools", () => {
  it("write a new file in one piece and show the difference first [S2.46]", async () => {
    const { events, outputs } = await play([use("write_file", { path: "a/b.txt", content: "one\ntwo\n" })]);
    expect(readFileSync(join(folder, "a/b.txt"), "utf8")).toBe("one\ntwo\n");
    expect(outputs).toEqual(["Wrote 8 bytes to a/b.txt."]);
    const [proposed] = find(events, "step.proposed");
    expect(proposed).toMatchObject({ kind: "file", command: "create a/b.txt" });
    expect(proposed?.diff).toContain("+one\n+two\n");
  });

  it("keep mode and link of a file they change, and leave nothing behind", async () => {
    writeFileSync(join(folder, "real.sh"), "#!/bin/sh\necho old\n");
    chmodSync(join(folder, "real.sh"), 0o751);
    symlinkSync("real.sh", join(folder, "link.sh"));
    await play([use("edit_file", { path: "link.sh", edits: [{ find: "old", replace: "new" }] })]);
    expect(readFileSync(join(folder, "real.sh"), "utf8")).toBe("#!/bin/sh\necho new\n");
    expect(statSync(join(folder, "real.sh")).mode & 0o777).toBe(0o751);
  });

  it.each([
    [
      "there is no such file",
      "edit_file",
      { path: "none", edits: [{ find: "a", replace: "b" }] },
      "There is no file none.",
    ],
    [
      "the text does not occur",
      "edit_file",
      { path: "f", edits: [{ find: "zzz", replace: "b" }] },
      "does not contain: zzz",
    ],
    ["the text occurs twice", "edit_file", { path: "f", edits: [{ find: "x", replace: "b" }] }, "more than once"],
    ["the path is a folder", "write_file", { path: ".", content: "x" }, "it is a directory"],
  ])("change nothing when %s, and say why", async (_, name, input, reason) => {
    writeFileSync(join(folder, "f"), "x and x\n");
    const { events } = await play([use(name, input), { when: reason, ...use("task_complete", { summary: "told" }) }]);
    expect(events.at(-1)).toMatchObject({ summary: "told" });
    expect(readFileSync(join(folder, "f"), "utf8")).toBe("x and x\n");
  });

  it("do not overwrite what somebody changed after the approval", async () => {
    writeFileSync(join(folder, "f"), "mine\n");
    const terminals = createFakeTerminals();
    terminals.cwd = folder;
    const world = createTestEngine({
      script: [
        use("write_file", { path: "f", content: "theirs\n" }),
        { when: "changed after this was approved", ...done },
      ],
      terminals,
      deps: { judge: asksAboutWrites },
    });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, world.store, "review");
    writeFileSync(join(folder, "f"), "newer\n");
    await runner.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
    await runner.idle();
    expect(readFileSync(join(folder, "f"), "utf8")).toBe("newer\n");
    expect(runner.state.turns[0]?.end?.outcome).toBe("complete");
  });

  it("write nothing where a link has been put in place of a file since it was shown", async () => {
    writeFileSync(join(folder, "f"), "same\n");
    writeFileSync(join(folder, "precious"), "same\n");
    const terminals = createFakeTerminals();
    terminals.cwd = folder;
    const script = [use("write_file", { path: "f", content: "new\n" }), { when: "another file now", ...done }];
    const world = createTestEngine({ script, terminals, deps: { judge: asksAboutWrites } });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    const step = await stepIn(runner, world.store, "review");
    rmSync(join(folder, "f"));
    symlinkSync("precious", join(folder, "f"));
    await runner.request({ type: "approve", stepId: step.id, digest: step.digest, scope: "once" }, mira);
    await runner.idle();
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("same\n");
    expect(runner.state.turns[0]?.end?.outcome).toBe("complete");
  });

  it("understand a leading ~ as the home, as policy does", async () => {
    vi.stubEnv("HOME", folder);
    const { outputs } = await play([
      use("write_file", { path: "~/a/b.txt", content: "walrus\n" }),
      use("read_files", { paths: ["~/a/b.txt"] }),
      use("code_search", { pattern: "walrus", path: "~/a" }),
    ]);
    vi.unstubAllEnvs();
    expect(readFileSync(join(folder, "a/b.txt"), "utf8")).toBe("walrus\n");
    expect(outputs.slice(1)).toEqual(["── ~/a/b.txt\nwalrus\n", expect.stringContaining("walrus")]);
  });

  it("read text, and refuse what is binary, too large or not there, each clearly", async () => {
    writeFileSync(join(folder, "text"), "hello\n");
    writeFileSync(join(folder, "binary"), Buffer.from([1, 0, 2]));
    writeFileSync(join(folder, "large"), "x".repeat(600_000));
    writeFileSync(join(folder, "latin"), Buffer.from([0xe9, 0x0a]));
    const { outputs } = await play([use("read_files", { paths: ["text", "binary", "large", "latin", "none"] })]);
    expect(outputs).toEqual([
      "── text\nhello\n\n── binary: binary is a binary file.\n── large: large is larger than 512 KB. Read a part of it with run_command (head, sed -n).\n── latin: latin is not UTF-8 text.\n── none: there is no such file",
    ]);
  });

  it("search file content, with what does not match said so [S2.46]", async () => {
    writeFileSync(join(folder, "code.ts"), "const walrus = 1;\n");
    const { outputs } = await play([
      use("code_search", { pattern: "wal.us" }),
      use("code_search", { pattern: "zebra" }),
    ]);
    expect(outputs[0]).toContain("code.ts:1:const walrus = 1;");
    expect(outputs[1]).toBe("Nothing matches.");
  });

  it("treat a path as a path, whatever it looks like", async () => {
    const path = "-rf $(touch pwned) ; `touch pwned` 'x'";
    const { outputs } = await play([
      use("write_file", { path, content: "safe\n" }),
      use("read_files", { paths: [path] }),
    ]);
    expect(outputs[1]).toContain("safe");
    expect(() => statSync(join(folder, "pwned"))).toThrow("ENOENT");
  });
});

describe("the other tools", () => {
  it("ask the person and hand on the answer [S2.46]", async () => {
    const world = createTestEngine({
      script: [use("ask_user", { question: "Which port?", choices: ["80", "81"] }), { when: "81", ...done }],
    });
    const runner = await openTestSession(world.engine);
    await runner.request({ type: "prompt", text: "go" }, mira);
    for await (const event of world.store.subscribe(runner.id, { after: 0, signal: new AbortController().signal })) {
      if (event.type !== "question.asked") continue;
      await runner.request({ type: "answer", stepId: String(event["stepId"]), text: "81" }, mira);
      break;
    }
    await runner.idle();
    expect(runner.state.turns[0]?.end?.outcome).toBe("complete");
  });

  it("do not hang on a question when nobody is there", async () => {
    const { events } = await play([use("ask_user", { question: "Which?" })], { attended: false });
    expect(events.at(-1)).toMatchObject({ outcome: "unattended" });
  });

  it("keep sub-goals in the session [S1.40, S1.41, S1.48]", async () => {
    const { runner, events } = await play([
      use("add_subgoal", { id: "1", objective: "Find the port", plan: "look" }),
      use("update_subgoal", { id: "1", status: "COMPLETE", log: "It is 81." }),
      use("update_subgoal", { id: "9", log: "x" }),
    ]);
    expect(runner.state.subgoals).toEqual([
      { id: "1", objective: "Find the port", status: "complete", plan: "look", log: ["It is 81."] },
    ]);
    expect(find(events, "subgoal.updated").length).toBe(1);
    expect(find(events, "step.proposed")).toEqual([]);
    expect(find(events, "terminal.opened")).toEqual([]);
  });

  it("look at the screen without asking anyone [S1.4, S1.47]", async () => {
    const { outputs } = await play([use("read_screen", {})], { mode: "default" });
    expect(outputs).toEqual(["[80x24, cursor at row 1, column 1]\nscreen"]);
  });
});

describe("the gate", () => {
  const inputs: Record<string, object> = {
    run_command: { command: "ls" },
    send_keys: { keys: "Ctrl+C" },
    read_screen: {},
    wait_for: { until: "exit" },
    read_files: { paths: ["x"] },
    write_file: { path: "x", content: "y" },
    edit_file: { path: "x", edits: [{ find: "old", replace: "new" }] },
    code_search: { pattern: "old" },
    remember: { text: "a fact" },
    task_complete: { summary: "s", checks: ["true"] },
  };
  // These touch neither a terminal nor a file: the session itself is all they change.
  const withoutHands = ["ask_user", "add_subgoal", "update_subgoal"];

  it("knows every tool there is", () => {
    expect([...Object.keys(inputs), ...withoutHands].sort()).toEqual(
      offeredTools()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.entries(inputs))("lets %s do nothing without a recorded decision [S1.44]", async (name, input) => {
    writeFileSync(join(folder, "x"), "old\n");
    const { events } = await play([use(name, input)]);
    const started = find(events, "step.started");
    expect(started.length).toBe(1);
    expect(find(events, "step.finished").map(({ stepId }) => stepId)).toEqual(started.map(({ stepId }) => stepId));
    for (const { stepId, digest, seq } of started) {
      const approval = find(events, "step.approved").find((approved) => approved.stepId === stepId);
      expect(approval).toMatchObject({ digest });
      expect(approval?.seq).toBeLessThan(seq);
    }
  });

  it.each(Object.entries(inputs))("lets %s do nothing at all when policy denies it", async (name, input) => {
    writeFileSync(join(folder, "x"), "old\n");
    const terminals = createFakeTerminals();
    terminals.cwd = folder;
    const world = createTestEngine({
      script: [use(name, input), { text: "gave up" }],
      terminals,
      deps: { judge: async () => ({ verdict: "deny", risks: [], findings: [] }) },
    });
    const runner = await openTestSession(world.engine, { mode: "bypassPermissions" });
    await runner.request({ type: "prompt", text: "go" }, mira);
    await runner.idle();
    expect([terminals.ran, terminals.typed, readFileSync(join(folder, "x"), "utf8")]).toEqual([[], [], "old\n"]);
    expect(find(await eventsOf(world.store, runner.id), "step.started")).toEqual([]);
  });
});
