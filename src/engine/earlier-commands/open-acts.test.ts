import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventsOf, mira, stepIn } from "../../../test/support/engine.ts";
import type { FakeTerminals } from "../../../test/support/fake-terminals.ts";
import { begin, folder, use, useFolders } from "../../../test/support/file-session.ts";
import type { CommandResult } from "../../terminal/index.ts";
import type { SessionRunner } from "../session/session-runner.ts";

useFolders();

const at = (path: string) => join(folder, "project", path);
const write = (path: string) => use("write_file", { path, content: "echo other\n" });
const run = (command: string) => use("run_command", { command, timeout_seconds: 1 });
const git = (...args: string[]) => execFileSync("git", ["-C", at("."), ...args]);

type Begun = Awaited<ReturnType<typeof begin>>;

async function approve({ runner, store }: Begun): Promise<void> {
  const { id, digest } = await stepIn(runner, store, "review");
  expect(await runner.request({ type: "approve", stepId: id, digest, scope: "once" }, mira)).toMatchObject({
    outcome: "accepted",
  });
}

/** A command that still runs when the agent is answered. */
const stillRunning = (terminals: FakeTerminals): Partial<CommandResult> => {
  terminals.foreground = { program: "sleep", waiting: "working", prompt: "" };
  return { outcome: "running", exitCode: null };
};

/** The next question, or null when the turn ended without one. */
async function nextQuestion({ runner, store }: Begun, isFile = true) {
  for await (const _ of store.subscribe(runner.id, { after: 0, signal: AbortSignal.timeout(20_000) })) {
    const { current } = runner.state;
    if (current === null && runner.state.turns.length > 0) return null;
    const waiting = [...(current?.steps.values() ?? [])].find(
      ({ status, kind }) => status.name === "review" && (kind === "file") === isFile,
    );
    if (waiting) return { command: waiting.command, rules: waiting.findings.map(({ ruleId }) => ruleId) };
  }
  throw new Error("The turn neither asked nor ended.");
}

async function stop(runner: SessionRunner): Promise<void> {
  await runner.request({ type: "stop" }, mira);
  await runner.idle();
}

describe("[PO120] what a command that still runs rests on", () => {
  it.each([
    ["sleep 10; sh ./s.sh", "s.sh"],
    ["sleep 10; sh ./to-script", "s.sh"],
    ["sleep 10; make -C sub", "sub/gen.py"],
    ["(sleep 10; sh ./s.sh) &", "s.sh"],
  ])("is not changed unasked by acceptEdits: a person approved %s, and %s with it", async (command, file) => {
    writeFileSync(at("s.sh"), "echo harmless\n");
    symlinkSync("s.sh", at("to-script"));
    mkdirSync(at("sub"));
    writeFileSync(at("sub/Makefile"), "all:\n");
    const session = await begin([run(command), write("beside.ts"), write(file)], "acceptEdits", "project", {
      shell: (terminals) => (command.endsWith("&") ? {} : stillRunning(terminals)),
    });
    await approve(session);
    const question = await nextQuestion(session);
    expect([question?.command.split(" ")[1], question?.rules.at(-1), existsSync(at("beside.ts"))]).toEqual([
      file,
      "file.awaited",
      true,
    ]);
    await stop(session.runner);
  });

  it("may be changed once that command has ended", async () => {
    writeFileSync(at("s.sh"), "echo harmless\n");
    const session = await begin([run("sleep 1; sh ./s.sh"), write("s.sh")], "acceptEdits");
    await approve(session);
    expect(await nextQuestion(session)).toBe(null);
    expect(readFileSync(at("s.sh"), "utf8")).toBe("echo other\n");
  });

  it.each([
    ["sleep 9; git status", "project", "asks"],
    ["sleep 9; git status", "other", "writes"],
    ["sleep 9; ls", "project", "writes"],
  ])("is not changed unasked by another session: %s in %s, so that acceptEdits %s", async (command, where, then) => {
    git("init", "-q");
    mkdirSync(join(folder, "other"));
    execFileSync("git", ["init", "-q", join(folder, "other")]);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<Partial<CommandResult>>();
    const first = await begin([run(command)], "default", where, {
      shell() {
        begun.resolve();
        return ended.promise;
      },
    });
    await begun.promise;
    first.terminals.cwd = at(".");
    const second = await begin([write("a.ts")], "acceptEdits", "project", { beside: first });
    expect(await nextQuestion(second)).toEqual(
      then === "writes" ? null : { command: "create a.ts", rules: expect.arrayContaining(["file.awaited"]) },
    );
    await stop(second.runner);
    ended.resolve({});
    await first.runner.idle();
    const third = await begin([write("b.ts")], "acceptEdits", "project", { beside: first });
    expect(await nextQuestion(third)).toBe(null);
  });

  it("is not changed by a command that only a rule allows", async () => {
    writeFileSync(at("s.sh"), "echo harmless\n");
    const rule = { id: "touch", scope: "user", effect: "allow", why: "w", source: { file: "", line: 1 } } as const;
    const rules = [{ ...rule, when: { cmd: [["touch"]] } }];
    const calls = [run("(sleep 10; sh ./s.sh) &"), run("touch other.ts"), run("touch s.sh")];
    const session = await begin(calls, "default", "project", { rules });
    await approve(session);
    const question = await nextQuestion(session, false);
    expect([question, session.terminals.ran]).toEqual([
      { command: "touch s.sh", rules: ["file.awaited"] },
      ["(sleep 10; sh ./s.sh) &", "touch other.ts"],
    ]);
    await stop(session.runner);
  });
});

describe("[PO121] what has waited", () => {
  it("is judged anew after a person had the keyboard, also where policy had allowed it", async () => {
    git("init", "-q");
    const session = await begin([run("ls"), run("git status")], "default", "project", {
      async shell(_, command) {
        if (command !== "ls") return {};
        const [terminal] = session.runner.state.terminals;
        await session.runner.request({ type: "take-keyboard", terminalId: terminal?.id ?? "" }, mira);
        return {};
      },
    });
    const { runner, store, terminals } = session;
    for await (const event of store.subscribe(runner.id, { after: 0, signal: AbortSignal.timeout(20_000) })) {
      if (event.type === "step.waiting") break;
    }
    git("config", "filter.evil.clean", "./evil.sh");
    await runner.request({ type: "give-keyboard", terminalId: runner.state.terminals[0]?.id ?? "" }, mira);
    expect([await nextQuestion(session, false), terminals.ran]).toEqual([
      { command: "git status", rules: ["folder.runs-code"] },
      ["ls"],
    ]);
    const finished = (await eventsOf(store, runner.id)).filter(({ type }) => type === "step.finished");
    expect(finished.at(-1)).toMatchObject({
      outcome: "context-changed",
      output: expect.stringContaining("differently"),
    });
    await stop(runner);
  });

  it("is judged anew after a person approved it: a file that has become an instruction meanwhile is not written", async () => {
    mkdirSync(at("docs"));
    const session = await begin([write("docs/guide.md")]);
    await stepIn(session.runner, session.store, "review");
    writeFileSync(at("CLAUDE.md"), "@docs/guide.md\n");
    await approve(session);
    await session.runner.idle();
    const [step] = session.runner.state.turns[0]?.steps.values() ?? [];
    expect([step?.status, existsSync(at("docs/guide.md"))]).toEqual([
      expect.objectContaining({ name: "finished", outcome: "context-changed" }),
      false,
    ]);
  });
});
