import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Terminal } from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { describeShells, needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import { allShells, type ShellName } from "../testing/shells.ts";

/** What a person sees: the human stream in a real emulator, blank lines at the end left out. */
async function screenOf(session: LocalTestSession): Promise<string> {
  const terminal = new Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(session.shown(0), resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
  terminal.dispose();
  return lines.join("\n").trimEnd();
}

describeShells(
  ["bash", "dash"],
  (shell) => `a session of ${shell}`,
  (shell) => {
    it("knows its shell and reports the exact bytes of a command by their place in the human stream", async () => {
      const session = await openInTest(shell);
      const result = await session.run("printf 'a\\nb'; (exit 3)", soon);
      expect({ shell: session.shell, ...session.started, ...result, durationMs: 0, cwd: "", range: null }).toEqual({
        shell,
        confidence: "marks",
        outcome: "exited",
        exitCode: 3,
        output: "a\nb",
        bytes: 4,
        droppedBytes: 0,
        cwd: "",
        durationMs: 0,
        range: null,
      });
      expect(session.shownBytes(result.range.from, result.range.to).toString()).toBe("a\r\nb");
    });

    it("shows the person natural command lines, and nothing of ours [S0.83]", async () => {
      const session = await openInTest(shell);
      await session.run("echo one", soon);
      await session.run("for i in 1 2\ndo echo $i; done", soon);
      await session.run("true", soon);
      await expect.poll(() => session.shown(0)).toMatch(/[$#] $/);
      expect(session.shown(0)).not.toMatch(/7711|__ct_|base64/);
      expect((await screenOf(session)).replaceAll(/^.*[$#]( |$)/gm, "PROMPT$1")).toBe(
        "PROMPT echo one\none\nPROMPT for i in 1 2\ndo echo $i; done\n1\n2\nPROMPT true\nPROMPT",
      );
    });

    it("does not run a command in another folder than the approved one, and says where the shell is", async () => {
      const session = await openInTest(shell);
      await session.run("cd /usr", soon);
      const refused = await session.run("echo ran", { ...soon, expectCwd: "/" });
      expect(refused).toMatchObject({ outcome: "context-changed", cwd: "/usr", output: "", exitCode: null });
      expect(await session.run("echo ran", { ...soon, expectCwd: "/usr" })).toMatchObject({ output: "ran\n" });
      expect((await screenOf(session)).match(/echo ran/g)).toHaveLength(1);
    });

    it("answers `running` after the time-out, kills nothing, refuses a second command, and finds the end by waiting", async () => {
      const session = await openInTest(shell);
      const running = await session.run("echo begun; sleep 6; echo done; (exit 4)", { ...soon, timeoutMs: 1500 });
      expect(running).toMatchObject({
        outcome: "running",
        exitCode: null,
        output: "begun\n",
        foreground: { program: "sleep", waiting: "working", prompt: "begun" },
      });
      expect(await session.run("echo second", soon)).toMatchObject({
        outcome: "not-at-prompt",
        output: "",
        foreground: { program: "sleep" },
      });
      const finished = await session.wait({ until: "exit" }, soon);
      expect(finished).toMatchObject({ outcome: "exited", exitCode: 4, output: "begun\ndone\n" });
      expect(finished.range.from).toBe(running.range.from);
    });

    it("resolves at once with what there is when the caller gives up, and the command goes on", async () => {
      const session = await openInTest(shell);
      const stop = new AbortController();
      const run = session.run("echo begun; read x; echo got $x", { signal: stop.signal, timeoutMs: 60_000 });
      await expect.poll(() => session.shown(0)).toMatch(/begun\r\n$/);
      stop.abort();
      expect(await run).toMatchObject({ outcome: "running", output: "begun\n" });
      await session.type(Buffer.from("it\r"), { by: "agent", signal: neverAborted });
      expect(await session.wait({ until: "exit" }, soon)).toMatchObject({
        outcome: "exited",
        output: "begun\nit\ngot it\n",
      });
    });

    it("waits for a pattern and for silence, and interrupts", async () => {
      const session = await openInTest(shell);
      await session.run("echo a; sleep 0.2; echo ready-7; sleep 30", { ...soon, timeoutMs: 50 });
      const seen = await session.wait({ until: "pattern", pattern: "^ready-\\d" }, soon);
      expect(seen).toMatchObject({ outcome: "running", output: "a\nready-7\n" });
      expect(await session.wait({ until: "idle", idleMs: 100 }, soon)).toMatchObject({ outcome: "running" });
      await expect(session.wait({ until: "pattern", pattern: "(" }, soon)).rejects.toMatchObject({
        code: "terminal.bad-pattern",
      });
      await session.interrupt();
      expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited", exitCode: 130 });
    });

    it.each([
      ["the end of a paste", "echo a\x1b[201~; touch /tmp/x"],
      ["NUL", "echo a\0b"],
      ["a carriage return", "echo a\rtouch /tmp/x"],
      ["Ctrl+C", "echo \x03"],
      ["a C1 control", "echo \x9b31m"],
    ])("refuses a command with %s, and the shell sees nothing of it", async (_, command) => {
      const session = await openInTest(shell);
      const before = session.shownLength();
      await expect(session.run(command, soon)).rejects.toMatchObject({ code: "terminal.control-character" });
      expect(session.shownLength()).toBe(before);
    });

    it("lets a person take the keyboard at once, makes the agent wait, and tells it what was run meanwhile", async () => {
      const session = await openInTest(shell);
      await session.type(Buffer.from("echo person; (exit 5)\r"), { by: "person", signal: neverAborted });
      const run = session.run("echo agent", soon);
      await expect.poll(() => screenOf(session)).toMatch(/\nperson\n/);
      await session.type(Buffer.from("cd /\r"), { by: "person", signal: neverAborted });
      await expect.poll(async () => (await session.state()).name).toBe("ready");
      expect(await screenOf(session)).not.toContain("agent");
      expect(await session.giveKeyboard()).toEqual([
        { command: "echo person; (exit 5)", exitCode: 5 },
        { command: "cd /", exitCode: 0 },
      ]);
      expect(await run).toMatchObject({ outcome: "exited", output: "agent\n", cwd: "/" });
    });

    it("never types into what a person has started", async () => {
      const session = await openInTest(shell);
      await session.type(Buffer.from("echo here; read secret\r"), { by: "person", signal: neverAborted });
      await expect.poll(() => screenOf(session)).toMatch(/\nhere$/);
      await session.giveKeyboard();
      const refused = await session.run("echo agent", { ...soon, timeoutMs: 1000 });
      expect(refused).toMatchObject({ outcome: "not-at-prompt", output: "" });
      await session.type(Buffer.from("\r"), { by: "person", signal: neverAborted });
      await expect.poll(async () => (await session.state()).name).toBe("ready");
      await session.giveKeyboard();
      expect(await session.run('echo "[$secret]"', soon)).toMatchObject({ output: "[]\n" });
    });

    it("lends the agent's environment to its commands only [S1.28]", async () => {
      const session = await openInTest(shell, { env: { PAGER: "more" } });
      expect(await session.run("echo $PAGER $GIT_PAGER", soon)).toMatchObject({ output: "cat cat\n" });
      await session.type(Buffer.from("echo p=$PAGER g=$GIT_PAGER.\r"), { by: "person", signal: neverAborted });
      await expect.poll(() => session.shown(0)).toMatch(/[\n\r]p=more g=\.\r\n/);
      await ready(session);
      await session.giveKeyboard();
      await session.run("export PAGER=most", soon);
      await session.type(Buffer.from("echo q=$PAGER.\r"), { by: "person", signal: neverAborted });
      await expect.poll(() => session.shown(0)).toMatch(/[\n\r]q=most\.\r\n/);
    });

    it("is not deceived by a recording of itself, marks and all", async () => {
      const session = await openInTest(shell);
      await session.run("echo x", soon);
      await session.run("false", soon);
      const recording = join(tmpdir(), `cotty-replay-${process.pid}-${shell}`);
      writeFileSync(recording, session.raw());
      const result = await session.run(`cat ${recording}; sleep 0.1; echo fin; sh -c 'exit 6'`, soon);
      expect(result).toMatchObject({ outcome: "exited", exitCode: 6 });
      expect(result.output.endsWith("fin\n")).toBe(true);
      expect(session.shown(0)).not.toContain("\x1b]7711;");
      expect(await session.run("rm /tmp/cotty-replay-*; echo alive", soon)).toMatchObject({ output: "alive\n" });
    });

    it("tells of a shell that has ended, now and for the next command", async () => {
      const session = await openInTest(shell);
      const ended = await session.run("echo bye; exit 3", soon);
      // bash itself says "exit" when it is told to.
      const output = shell === "bash" ? "bye\nexit\n" : "bye\n";
      expect(ended).toMatchObject({ outcome: "terminal-closed", exitCode: 3, output });
      expect(await session.run("echo x", soon)).toMatchObject({ outcome: "terminal-closed", exitCode: 3, output: "" });
      expect(await session.state()).toMatchObject({ name: "closed" });
    });

    it("keeps the head and tail of 50 MB without keeping the rest", async () => {
      const session = await openInTest(shell);
      const result = await session.run("head -c 50000000 /dev/zero | tr '\\0' y; echo; echo end", {
        signal: neverAborted,
        timeoutMs: 60_000,
      });
      expect(result).toMatchObject({ outcome: "exited", exitCode: 0, bytes: 50_000_007 });
      expect(result.droppedBytes + Buffer.byteLength(result.output)).toBeGreaterThan(49_990_000);
      expect(result.output).toMatch(/^y+\n\[… \d+ bytes left out …\]\ny+\nend\n$/);
    });
  },
);

describe("prompts that were made readonly", () => {
  it.each(["readonly PS1 PS2 PS0", "unset PROMPT_COMMAND; readonly PS1 PS2 PS0"])(
    "show nothing of ours: %s",
    async (settings) => {
      const session = await openInTest("bash");
      await session.run(settings, soon);
      expect(await session.run("echo q", soon)).toMatchObject({ outcome: "exited", exitCode: 0, output: "q\n" });
      expect(await session.run("echo r; false", soon)).toMatchObject({ exitCode: 1, output: "r\n" });
      expect(session.shown(0)).not.toContain("\x1b]7711;");
    },
  );
});

describe("keys of the agent that come with the command", () => {
  for (const shell of allShells) {
    it(`reach the command and not the shell, in ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      await session.run("true", soon);
      const ask = `sh -c 'printf "Name? "; read -r n; echo "got:$n"'`;
      const run = session.run(ask, soon);
      await session.type(Buffer.from("bob smith\r"), { by: "agent", signal: neverAborted });
      expect(await run).toMatchObject({ exitCode: 0, output: expect.stringMatching(/got:bob smith\n$/) });
      expect(await session.run("echo on", soon)).toMatchObject({ exitCode: 0, output: "on\n" });
    });
  }

  it.each(["interactive", "full"])(
    "reach the command while fish has not started it yet, with job control %s",
    needsShell("fish"),
    async (jobControl) => {
      const session = await openInTest("fish");
      const hook = "function slow --on-event fish_preexec; command sleep 0.2; end";
      await session.run(`status job-control ${jobControl}; ${hook}`, soon);
      const run = session.run(`sh -c 'read -r n; echo "got:$n"'`, soon);
      await session.type(Buffer.from("bob smith\r"), { by: "agent", signal: neverAborted });
      expect(await run).toMatchObject({ exitCode: 0, output: expect.stringMatching(/got:bob smith\n$/) });
    },
  );

  it("wait for nothing when there is no command to wait for", async () => {
    const session = await openInTest("bash");
    const run = session.run("echo 'open", soon);
    await session.type(Buffer.from(" "), { by: "agent", signal: neverAborted });
    expect(await run).toMatchObject({ outcome: "incomplete-input" });
  });
});

describe("what is typed ahead while a command runs", () => {
  for (const shell of allShells) {
    it(`does not take the command's end away, in ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const first = session.run("echo go; sleep 0.5; sh -c 'exit 4'", soon);
      await expect.poll(() => session.shown(0)).toMatch(/go\r\n/);
      await session.type(Buffer.from("echo TYP''ED\r"), { by: "agent", signal: neverAborted });
      expect(await first).toMatchObject({ outcome: "exited", exitCode: 4, output: expect.stringMatching(/^go\n/) });
      await expect.poll(() => session.shown(0)).toMatch(/TYPED\r\n/);
      await ready(session);
      expect(await session.run("echo next", soon)).toMatchObject({ outcome: "exited", exitCode: 0, output: "next\n" });
    });
  }
});

describe("a command given at once", () => {
  const hooks: [ShellName, string][] = [
    ["bash", "PROMPT_COMMAND+=('cd /usr')"],
    ["zsh", "wander() { cd /usr }; precmd_functions+=(wander)"],
    ["fish", "function wander --on-event fish_prompt; cd /usr; end"],
  ];

  for (const [shell, hook] of hooks) {
    it(
      `is thrown away by ${shell} itself when the shell has moved since it last said where it was`,
      needsShell(shell),
      async () => {
        const session = await openInTest(shell);
        await session.run(hook, soon);
        expect(await session.run("cd /", soon)).toMatchObject({ outcome: "exited", cwd: "/" });
        const refused = await session.run("echo ran", { ...soon, expectCwd: "/" });
        expect(refused).toMatchObject({ outcome: "context-changed", cwd: "/usr", output: "" });
        expect(await session.run("echo now", { ...soon, expectCwd: "/usr" })).toMatchObject({ output: "now\n" });
        expect(await session.run("echo any", soon)).toMatchObject({ outcome: "exited", output: "any\n" });
        expect(await screenOf(session)).not.toMatch(/^ran$/m);
      },
    );
  }
});
