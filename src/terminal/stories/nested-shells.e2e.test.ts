import { describe, expect, it } from "vitest";
import { type Need, needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import type { ShellName } from "../testing/shells.ts";

describe("a nested shell", () => {
  const promptOf = async (session: LocalTestSession) =>
    await expect.poll(async () => (await session.state()).name).toBe("foreign-prompt");

  it("is noticed as a foreign prompt and not typed into by itself; its exit ends the command", async () => {
    const session = await openInTest("bash");
    const inside = await session.run("bash --norc", { ...soon, timeoutMs: 1000 });
    expect(inside).toMatchObject({ outcome: "running", foreground: { program: "bash", waiting: "prompt" } });
    const typed = session.typed();
    await promptOf(session);
    expect(session.typed()).toBe(typed);
    await session.type(Buffer.from("exit 9\r"), { by: "agent", signal: neverAborted });
    expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited", exitCode: 9 });
    expect(await session.run("echo outer", soon)).toMatchObject({ output: "outer\n" });
  });

  it(
    "is not integrated while its exit is on the way: what is typed for it would reach the shell outside",
    needsShell("fish", "bash"),
    async () => {
      const session = await openInTest("fish", { lateKeys: { keys: /^exit\r$/, ms: 60 } });
      await session.run("bash --norc", { ...soon, timeoutMs: 300 });
      await promptOf(session);
      const typed = session.typed();
      await session.type(Buffer.from("exit\r"), { by: "agent", signal: neverAborted });
      expect(await session.run("echo outer", soon)).toMatchObject({ outcome: "not-at-prompt" });
      expect(session.typed()).toBe(`${typed}exit\r`);
      await session.wait({ until: "exit" }, soon);
      expect(await session.run("echo outer", soon)).toMatchObject({ output: "outer\n" });
    },
  );

  const inside: [ShellName, string, ShellName][] = [
    ["bash", "bash --norc", "bash"],
    ["bash", "zsh -f", "zsh"],
    ["bash", "fish --no-config", "fish"],
    ["zsh", "bash --norc", "bash"],
    ["fish", "bash --norc", "bash"],
    ["dash", "bash --norc", "bash"],
  ];

  for (const [outer, start, inner] of inside) {
    it(`is given commands like the first one: ${outer}, ${start}`, needsShell(outer, inner), async () => {
      const session = await openInTest(outer);
      await session.run("cd /usr", soon);
      await session.run(start, { ...soon, timeoutMs: 300 });
      await promptOf(session);
      expect(await session.run("cd /tmp; echo in; sh -c 'exit 5'", soon)).toMatchObject({
        outcome: "exited",
        exitCode: 5,
        output: "in\n",
        cwd: "/tmp",
        confidence: "marks",
      });
      expect(session.shell).toBe(inner);
      expect(await session.run("echo no", { ...soon, expectCwd: "/usr" })).toMatchObject({
        outcome: "context-changed",
      });
      // The shell outside has the last word, and its own folder. fish tells the end of `exit` before it goes.
      const cwd = inner === "fish" ? "/tmp" : "/usr";
      expect(await session.run("exit 3", soon)).toMatchObject({ outcome: "exited", exitCode: 3, cwd });
      expect(await session.run("echo out; pwd", soon)).toMatchObject({
        exitCode: 0,
        output: "out\n/usr\n",
        cwd: "/usr",
      });
      expect(session.shell).toBe(outer);
      expect(session.shown(0)).not.toMatch(/7711|__ct_|base64/);
    });
  }

  for (const [outer, start, inner] of [
    ...inside,
    ["bash", "exec fish --no-config", "fish"] as const,
    ["bash", "PATH=/tmp:$PATH exec bash --norc", "bash"] as const,
    ["bash", "PATH=/tmp:$PATH bash --norc", "bash"] as const,
  ]) {
    it(
      `[TM11] is given no command that was judged for the shell outside: ${outer}, ${start}`,
      needsShell(outer, inner),
      async () => {
        const session = await openInTest(outer);
        await session.run("true", soon);
        await session.run(start, { ...soon, timeoutMs: 300 });
        await promptOf(session);
        const { reader = "" } = await session.state();
        const judged = await session.run("echo ran", { ...soon, expectReader: reader });
        expect(judged).toMatchObject({ outcome: "context-changed", output: "" });
        const { reader: now = "" } = await session.state();
        expect([session.shell, now === reader]).toEqual([inner, false]);
        expect(await session.run("echo ran", { ...soon, expectReader: now })).toMatchObject({ output: "ran\n" });
      },
    );
  }

  for (const inner of ["bash", "zsh"] as const) {
    it(
      `is left once, also where its last word and the first of the shell outside come together: ${inner}`,
      needsShell(inner),
      async () => {
        const session = await openInTest("bash", { joinMs: 80 });
        await session.run(inner === "bash" ? "bash --norc" : "zsh -f", { ...soon, timeoutMs: 300 });
        await promptOf(session);
        await session.run("true", soon);
        expect(await session.run("exit 3", soon)).toMatchObject({ outcome: "exited", exitCode: 3 });
        expect(await session.run("echo outer", soon)).toMatchObject({ exitCode: 0, output: "outer\n" });
      },
    );
  }

  it("is left as well when a person ends it, and can hold another one", async () => {
    const session = await openInTest("bash");
    await session.run("bash --norc", { ...soon, timeoutMs: 300 });
    await promptOf(session);
    await session.run("bash --norc", { ...soon, timeoutMs: 300 });
    await promptOf(session);
    expect(await session.run("echo $SHLVL", soon)).toMatchObject({ output: expect.stringMatching(/^\d+\n$/) });
    const inner = (await session.state()).reader;
    await session.type(Buffer.from("\x04"), { by: "person", signal: neverAborted });
    await session.giveKeyboard();
    // The shell that is left is at its prompt until it has read the key.
    await expect
      .poll(async () => {
        const { name, reader } = await session.state();
        return reader === inner ? "still inside" : name;
      })
      .toBe("ready");
    expect(await session.run("echo middle; false", soon)).toMatchObject({ exitCode: 1, output: "middle\n" });
    expect(await session.run("kill -9 $$", soon)).toMatchObject({ exitCode: 137 });
    expect(await session.run("echo outer", soon)).toMatchObject({ exitCode: 0, output: "outer\n" });
  });

  const replaced: [ShellName, string, ShellName][] = [
    ["bash", "exec bash --norc", "bash"],
    ["bash", "exec zsh -f", "zsh"],
    ["zsh", "exec bash --norc", "bash"],
    ["dash", "exec bash --norc", "bash"],
  ];

  for (const [outer, start, inner] of replaced) {
    it(`may have taken the first one's place: ${outer}, ${start}`, needsShell(outer, inner), async () => {
      const session = await openInTest(outer);
      await session.run("cd /usr", soon);
      await session.run(start, { ...soon, timeoutMs: 300 });
      await promptOf(session);
      expect(await session.run("pwd; sh -c 'exit 5'", soon)).toMatchObject({
        outcome: "exited",
        exitCode: 5,
        output: "/usr\n",
        cwd: "/usr",
        confidence: "marks",
      });
      expect(session.shell).toBe(inner);
      expect(session.shown(0)).not.toMatch(/7711|__ct_|base64/);
      expect(await session.run("exit 3", soon)).toMatchObject({ outcome: "terminal-closed", exitCode: 3 });
    });
  }

  it.each(["", "bash --norc", "exec bash --norc"])(
    "or the first one that reads for its own command is not taken for another shell: after %j",
    async (start) => {
      const session = await openInTest("bash");
      if (start !== "") {
        await session.run(start, { ...soon, timeoutMs: 300 });
        await promptOf(session);
        await session.run("true", soon);
      }
      await session.run("read -e -p '$ ' x", { ...soon, timeoutMs: 300 });
      await promptOf(session);
      const typed = session.typed();
      expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
      expect(session.typed().slice(typed.length).replaceAll("\x1b[771~", "")).toBe("");
    },
  );

  it("that was never integrated and asks a question itself is not typed into", async () => {
    const session = await openInTest("bash");
    await session.run("bash --norc", { ...soon, timeoutMs: 300 });
    await promptOf(session);
    await session.type(Buffer.from("read -e -p 'menu $ ' x\r"), { by: "agent", signal: neverAborted });
    await expect.poll(() => session.shown(0)).toMatch(/\nmenu \$ $|\x1b\[\?2004hmenu \$ $/);
    await promptOf(session);
    const typed = session.typed();
    expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
    expect(session.typed()).toBe(typed);
  });

  const shownOnly: [string, string, ...Need[]][] = [
    ["dash -i", "dash", "dash"],
    ["busybox ash", "busybox", "busybox"],
    ["mksh -i", "mksh", "mksh"],
    ["script -q /dev/null -c 'bash --norc'", "script"],
  ];

  for (const [start, program, ...wanted] of shownOnly) {
    it(
      `that is only shown, or has no line editor, is noticed by its name and refused: ${start}`,
      needs(...wanted),
      async () => {
        const session = await openInTest("bash");
        await session.run(start, { ...soon, timeoutMs: 300 });
        await promptOf(session);
        const typed = session.typed();
        expect(await session.run("echo leaked", soon)).toMatchObject({
          outcome: "not-at-prompt",
          foreground: { program, waiting: "prompt" },
        });
        expect(session.typed()).toBe(typed);
        await session.type(Buffer.from("exit 4\r"), { by: "agent", signal: neverAborted });
        expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited" });
      },
    );
  }

  const lookalikes: [string, string, ...Need[]][] = [
    ["a shell that runs a script", "bash /dev/fd/3 3<<<'read -e -p \"$ \" x; echo got:$x'"],
    ["a shell that was given a command", "bash -c 'read -e -p \"$ \" x; echo got:$x'"],
    ["a REPL", "python3 -q", "python3"],
    ["a shell of another user", "setpriv --reuid=65534 --clear-groups bash --norc", "root"],
    ["a shell with another view of the machine", "unshare -m bash --norc", "mount"],
    ["a shell with a start-up file of its own", "bash --rcfile <(echo) -i"],
    ["a program that looks like a shell", "cp /bin/cat /tmp/cotty-not-bash-$$; exec -a bash /tmp/cotty-not-bash-$$"],
  ];

  for (const [what, command, ...wanted] of lookalikes) {
    it(`is not what only looks like one: ${what}`, needs(...wanted), async () => {
      const session = await openInTest("bash");
      await session.run(`${command.startsWith("cp") ? `(${command})` : command}`, { ...soon, timeoutMs: 1200 });
      const typed = session.typed();
      expect(await session.run("echo x", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
      expect(session.typed()).toBe(typed);
    });
  }

  it("that inherited our prompts by export cannot speak for the outer one", async () => {
    const session = await openInTest("bash");
    await session.run("export PS1 PS0 PS2", soon);
    const inside = await session.run("bash --norc", { ...soon, timeoutMs: 1000 });
    expect(inside.outcome).toBe("running");
    await session.type(Buffer.from("true\rtrue\r"), { by: "agent", signal: neverAborted });
    expect(await session.wait({ until: "exit" }, { ...soon, timeoutMs: 500 })).toMatchObject({ outcome: "running" });
    await session.type(Buffer.from("exit\r"), { by: "agent", signal: neverAborted });
    expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited", exitCode: 0 });
  });
});
