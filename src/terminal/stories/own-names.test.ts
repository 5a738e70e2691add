import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import { allShells, allShellsBut, type ShellName, testedShells } from "../testing/shells.ts";
import { stripAnsi } from "../text/strip-ansi.ts";

const usual = (...usualWords: string[]) => ({ ...soon, usualWords });
const nothingRan = { outcome: "context-changed", exitCode: null, output: "" };
const withFiles = (shell: ShellName, text: string) =>
  openInTest(shell, {
    home: {
      [testedShells[shell].startUpFile === "config.fish" ? "fish/config.fish" : testedShells[shell].startUpFile]: text,
    },
  });

async function personSees(session: LocalTestSession, line: string, shown: string) {
  await ready(session);
  const before = session.shownLength();
  await session.type(Buffer.from(`${line}\r`), { by: "person", signal: neverAborted });
  await expect.poll(() => stripAnsi(session.shown(before))).toContain(shown);
  await ready(session);
  await session.giveKeyboard();
}

describe("words that have to mean what they usually do [TM21]", () => {
  for (const shell of allShells)
    it(`run where they do, in ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      expect(await session.run("cd . && [ -e . ] && true", usual("cd", "[", "true"))).toMatchObject({ exitCode: 0 });
      expect(await session.run("echo two", usual("echo"))).toMatchObject({ exitCode: 0, output: "two\n" });
      expect(await session.state()).toMatchObject({ ownNames: [] });
    });

  for (const shell of allShellsBut({ fish: "What it calls an alias is a function." }))
    it(`are no alias for that line, and are again behind it, in ${shell}`, needsShell(shell), async () => {
      const session = await withFiles(shell, "alias echo='touch ran; echo' whole='touch \"a b\"; '\\''echo'\\'' it'\n");
      expect(await session.run("echo one", usual("echo"))).toMatchObject({ exitCode: 0, output: "one\n" });
      expect(await session.run("echo two; ls | cat", usual("echo", "ls", "cat"))).toMatchObject({
        exitCode: 0,
        output: "two\n",
      });
      expect(await session.run("whole", usual("whole"))).toMatchObject({ exitCode: 127 });
      expect(await session.run("echo three; ls | cat", soon)).toMatchObject({ exitCode: 0, output: "three\nran\n" });
      await personSees(session, "whole", "it\r\n");
      expect(await session.run("ls | cat", usual("ls", "cat"))).toMatchObject({ output: "a b\nran\n" });
    });

  for (const shell of allShells)
    it(
      `run nothing where one is a function, and run again once it is none, in ${shell}`,
      needsShell(shell),
      async () => {
        const isFish = shell === "fish";
        const own = isFish ? "function true; touch ran; end\n" : "true() { touch ran; }\n";
        const session = await withFiles(shell, own);
        const ownNames = [{ word: "true", is: "function" }];
        expect(await session.run("echo hi; true", usual("echo", "true"))).toMatchObject(nothingRan);
        await ready(session);
        expect(await session.state()).toMatchObject({ ownNames });
        expect(await session.run("[ -e ran ]", usual("["))).toMatchObject({ exitCode: 1 });
        expect(await session.state()).toMatchObject({ ownNames });
        expect(await session.run("true; [ -e ran ]", soon)).toMatchObject({ exitCode: 0 });
        await session.run(isFish ? "functions -e true" : "unset -f true", soon);
        expect(await session.run("true", usual("true"))).toMatchObject({ exitCode: 0 });
        expect(await session.state()).toMatchObject({ ownNames: [] });
      },
    );

  for (const shell of allShells)
    it(`keep a half-typed line of the person, in ${shell}`, needsShell(shell), async () => {
      const isFish = shell === "fish";
      const session = await withFiles(shell, isFish ? "function true; end\n" : "true() { :; }\n");
      await session.type(Buffer.from("echo kept"), { by: "person", signal: neverAborted });
      await session.giveKeyboard();
      expect(await session.run("true", usual("true"))).toMatchObject(nothingRan);
      expect(await session.ownNames(["true"], soon)).toMatchObject([{ word: "true", is: "function" }]);
      await personSees(session, "-line", "kept-line\r\n");
    });

  it("are seen by no trap of the person, in bash, and it is back behind the line", async () => {
    const session = await withFiles("bash", "trap 'touch debugged' DEBUG; trap 'touch failed' ERR\n");
    await session.run("rm -f debugged failed", soon);
    for (const line of ["false", "ls"]) {
      await session.run("command -p rm -f debugged failed; trap - DEBUG ERR", soon);
      await session.run("trap 'echo debugged' DEBUG; trap 'echo failed' ERR", soon);
      expect(await session.run(line, usual(line))).toMatchObject({ output: "" });
      expect((await session.run("(exit 3)", soon)).output).toBe("debugged\nfailed\n");
    }
  });

  it("are seen by no trap that a prompt command sets, in bash", async () => {
    const session = await withFiles("bash", "PROMPT_COMMAND='trap \"echo debugged\" DEBUG'\n");
    for (const line of ["ls", "ls"]) expect(await session.run(line, usual(line))).toMatchObject({ output: "" });
    expect((await session.run(": shown", soon)).output).toBe("debugged\n");
  });

  it("run nothing where a trap of the person would see them, in zsh and mksh", needsShell("zsh", "mksh"), async () => {
    for (const [shell, trap] of [
      ["zsh", "TRAPDEBUG() { : >ran }"],
      ["zsh", "trap ': >ran' DEBUG"],
      ["zsh", "trap 'touch ran' ZERR"],
      ["mksh", "trap 'touch ran' ERR"],
    ] as const) {
      const session = await withFiles(shell, `${trap}\n`);
      expect([trap, await session.run("false", usual("false"))]).toMatchObject([trap, nothingRan]);
      expect(await session.state()).toMatchObject({ ownNames: [{ word: "trap", is: "hook" }] });
    }
  });

  it("run nothing where a trap came later than the last look, in zsh", needsShell("zsh"), async () => {
    const session = await withFiles("zsh", "");
    const prompted = await withFiles("zsh", "precmd() { [[ -e now ]] && trap ': >ran' DEBUG }\n");
    expect(await session.run("true", usual("true"))).toMatchObject({ exitCode: 0 });
    expect(await session.run("true", usual("true"))).toMatchObject({ exitCode: 0 });
    await session.run("trap ': >ran' DEBUG", soon);
    expect(await session.run("true", usual("true"))).toMatchObject(nothingRan);
    await session.run("trap - DEBUG", soon);
    expect(await session.run("true", usual("true"))).toMatchObject({ exitCode: 0 });
    expect(await prompted.run("true", usual("true"))).toMatchObject({ exitCode: 0 });
    writeFileSync(join((await prompted.state()).cwd ?? "", "now"), "");
    expect(await prompted.run("true", usual("true"))).toMatchObject({ exitCode: 0 });
    expect(await prompted.run("true", usual("true"))).toMatchObject(nothingRan);
  });

  it("are seen by no preexec of the person, in zsh, and it is back behind the line", needsShell("zsh"), async () => {
    const hooks = "preexec() { echo seen $1 }; also() { echo also }; preexec_functions=(also)\n";
    const session = await withFiles("zsh", hooks);
    const from = session.shownLength();
    expect(await session.run("echo one", usual("echo"))).toMatchObject({ output: "one\n" });
    expect(await session.run("echo two", usual("echo"))).toMatchObject({ output: "two\n" });
    expect(stripAnsi(session.shown(from))).not.toMatch(/seen|also/);
    const before = session.shownLength();
    await session.run("echo three", soon);
    expect(stripAnsi(session.shown(before))).toContain("seen echo three\r\nalso\r\nthree\r\n");
  });

  it("run nothing where a new folder runs a hook, in zsh and fish", needsShell("zsh", "fish"), async () => {
    for (const [shell, hook] of [
      ["zsh", "chpwd() { touch ran }"],
      ["zsh", "follow() { touch ran }; chpwd_functions=(follow)"],
      ["fish", "function follow --on-variable PWD; touch ran; end"],
    ] as const) {
      const session = await withFiles(shell, `${hook}\n`);
      expect([hook, await session.run("cd /", usual("cd"))]).toMatchObject([hook, nothingRan]);
      expect(await session.state()).toMatchObject({ ownNames: [{ word: "cd", is: "hook" }] });
      expect(await session.run("pwd", usual("pwd"))).toMatchObject({ exitCode: 0 });
    }
  });

  it("run nothing in a shell without marks", async () => {
    const session = await openInTest("bash", { integration: "off" });
    expect(await session.run("true", usual("true"))).toMatchObject({ outcome: "context-changed" });
    expect(await session.ownNames(["true"], soon)).toBeNull();
  });

  for (const shell of allShells)
    it(`are told with their text before a person decides, in ${shell}`, needsShell(shell), async () => {
      const isFish = shell === "fish";
      const own = isFish ? "function true; touch ran; end\n" : "alias cat='bat -p'\ntrue() { touch ran; }\n";
      const session = await withFiles(shell, own);
      const told = await session.ownNames(["cat", "true", "ls", "["], soon);
      const isSilent = shell === "dash" || shell === "ash";
      expect(told?.map(({ word, is }) => `${word}:${is}`)).toEqual([...(isFish ? [] : ["cat:alias"]), "true:function"]);
      if (!isFish) expect(told?.[0]?.text).toContain("bat -p");
      if (!isSilent) expect(told?.at(-1)?.text).toContain("touch ran");
      expect(await session.run("true; [ -e ran ]", soon)).toMatchObject({ exitCode: 0 });
    });
});
