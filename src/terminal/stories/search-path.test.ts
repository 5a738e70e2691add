import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import { allShells } from "../testing/shells.ts";

describe("[PO147] the PATH of a shell", () => {
  for (const shell of allShells)
    it(`is known from the first prompt, and after a command that changed it: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const change = shell === "fish" ? "set -gx PATH ./bin $PATH" : "PATH=./bin:$PATH";
      const first = (await session.state()).searchPath;
      expect(first).toMatch(/\/bin/);
      expect(await session.run(change, soon)).toMatchObject({ exitCode: 0, output: "" });
      expect((await session.state()).searchPath).toBe(`./bin:${first}`);
      expect(await session.run("echo ran", soon)).toMatchObject({ exitCode: 0, output: "ran\n" });
      expect((await session.state()).searchPath).toBe(`./bin:${first}`);
    });

  for (const shell of ["bash", "zsh", "dash"] as const)
    it(`is known again when a shell inside it has ended: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const first = (await session.state()).searchPath;
      await session.run(`PATH=/elsewhere:$PATH ${shell}`, { ...soon, timeoutMs: 700 });
      await session.run("exit", soon);
      expect((await session.state()).searchPath).toBe(first);
    });

  // As direnv and mise do it: behind our own hook, and slow.
  const late = "sleep 0.2; if [[ $PWD == / && $PATH != /hooked:* ]]; then PATH=/hooked:$PATH; fi";
  const hooks = {
    bash: `PROMPT_COMMAND+=('${late}')`,
    zsh: `late() { ${late} }; precmd_functions+=(late)`,
    fish: "function late --on-event fish_prompt; sleep 0.2; test $PWD = / -a $PATH[1] != /hooked; and set -gx PATH /hooked $PATH; end",
  };
  for (const shell of ["bash", "zsh", "fish"] as const)
    it(`is the one that the person's own prompt hooks have made: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const first = (await session.state()).searchPath;
      await session.run(hooks[shell], soon);
      // A command with a line end makes sure of our hooks before it runs.
      await session.run("true\ntrue", soon);
      expect((await session.state()).searchPath).toBe(first);
      await session.run("cd /", soon);
      expect((await session.state()).searchPath).toBe(`/hooked:${first}`);
    });

  it(
    "changed by a prompt hook that ours does not know of yet is told before a command, and then nothing runs",
    needsShell("bash"),
    async () => {
      const session = await openInTest("bash");
      const first = (await session.state()).searchPath;
      await session.run(hooks.bash, soon);
      await session.run("cd /", soon);
      expect(await session.run("echo ran", soon)).toMatchObject({ outcome: "context-changed", output: "" });
      expect((await session.state()).searchPath).toBe(`/hooked:${first}`);
      expect(await session.run("echo ran", soon)).toMatchObject({ outcome: "exited", output: "ran\n" });
    },
  );

  for (const shell of ["bash", "zsh", "fish", "dash"] as const)
    it(`is told again where it changed at the prompt, and then nothing runs: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const first = (await session.state()).searchPath;
      const onSignal = {
        bash: "trap 'PATH=/late:$PATH' USR1",
        zsh: "TRAPUSR1() { PATH=/late:$PATH }",
        fish: "function late --on-signal USR1; set -gx PATH /late $PATH; end",
        dash: "trap 'PATH=/late:$PATH' USR1",
      };
      await session.run(onSignal[shell], soon);
      expect((await session.state()).searchPath).toBe(first);
      // A shell deals with a signal before it reads the next key.
      process.kill(session.pid, "SIGUSR1");
      expect(await session.run("echo ran", soon)).toMatchObject({ outcome: "context-changed", output: "" });
      expect((await session.state()).searchPath).toBe(`/late:${first}`);
      expect(await session.run("echo ran", soon)).toMatchObject({ outcome: "exited", output: "ran\n" });
    });

  it(
    "is known where the shell changed it on the line that a shell inside it was started with",
    needsShell("bash"),
    async () => {
      const session = await openInTest("bash");
      const first = (await session.state()).searchPath;
      await session.run("PATH=/elsewhere:$PATH; bash", { ...soon, timeoutMs: 700 });
      await session.run("echo inside", soon);
      await session.run("exit", soon);
      expect((await session.state()).searchPath).toBe(`/elsewhere:${first}`);
    },
  );

  for (const shell of allShells) {
    const add = (entries: number) => {
      const tail = Array.from({ length: entries }, (_, at) => `/opt/a-folder-with-a-long-name/${1000 + at}`).join(":");
      return {
        tail,
        line: shell === "fish" ? `set -gx PATH $PATH ${tail.replaceAll(":", " ")}` : `PATH=$PATH:${tail}`,
      };
    };

    it(`is known also where it is long: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const first = (await session.state()).searchPath;
      const { tail, line } = add(440);
      expect(await session.run(line, soon)).toMatchObject({ exitCode: 0, output: "" });
      expect((await session.state()).searchPath).toBe(`${first}:${tail}`);
      expect(await session.run("echo ran", soon)).toMatchObject({ exitCode: 0, output: "ran\n" });
      expect((await session.state()).searchPath).toBe(`${first}:${tail}`);
    });

    it(
      `is not known where it does not fit into a mark, or a mark cannot hold it: ${shell}`,
      needsShell(shell),
      async () => {
        const session = await openInTest(shell);
        const first = (await session.state()).searchPath ?? "";
        const double = shell === "fish" ? "set -gx PATH $PATH $PATH" : "PATH=$PATH:$PATH";
        await session.run(add(440).line, soon);
        for (let length = 16_000; length < 70_000; length *= 2) await session.run(double, soon);
        expect((await session.state()).searchPath).toBeUndefined();
        expect(await session.run("echo ran", soon)).toMatchObject({ exitCode: 0, output: "ran\n" });
        const set = (value: string) => (shell === "fish" ? `set -gx PATH ${value}` : `PATH=${value}`);
        await session.run(set(`'${first}'`).replaceAll(":", shell === "fish" ? "' '" : ":"), soon);
        expect((await session.state()).searchPath).toBe(first);
        for (const odd of ["'/a\n/b'", "$(printf '/a\\a/b')", "$(printf '/a\\377/b')"]) {
          await session.run(set(shell === "fish" ? odd.replace("$(", "(") : odd), soon);
          expect((await session.state()).searchPath, odd).toBeUndefined();
        }
      },
    );
  }
});
