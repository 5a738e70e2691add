import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import type { ShellName } from "../testing/shells.ts";

async function typedByPerson(session: LocalTestSession, line: string): Promise<void> {
  const before = session.shownLength();
  await session.type(Buffer.from(`${line}; echo en''d\r`), { by: "person", signal: soon.signal });
  await expect.poll(() => session.shown(before)).toMatch(/\nend\r?\n/);
  await ready(session);
  await session.giveKeyboard();
}

/** What a person would find, and how: each shell in its own words. */
const listing: Partial<Record<ShellName, string>> = {
  bash: "HISTTIMEFORMAT= history",
  zsh: "fc -ln 1",
  fish: "builtin history",
  mksh: "fc -ln",
  ash: "history | grep -v __c''t_",
};
const bashFile = { ".bashrc": "HISTFILE=$HOME/.history HISTSIZE=100\n", ".history": "of before\n" };
const zshFile = {
  ".zshrc": "HISTFILE=$HOME/.history HISTSIZE=100 SAVEHIST=100\n",
  ".history": "of before\n",
};

describe("a history that hides commands", () => {
  const settings: [ShellName, string, Record<string, string>][] = [
    ["bash", "its user's own file", bashFile],
    [
      "bash",
      "patterns of its user",
      { ".bashrc": `${bashFile[".bashrc"]}export HISTIGNORE=ls:pwd\n`, ".history": "of before\n" },
    ],
    [
      "bash",
      "each line written at once",
      { ...bashFile, ".bashrc": `${bashFile[".bashrc"]}PROMPT_COMMAND="history -a"\n` },
    ],
    ["bash", "nothing in it", { ".bashrc": "unset HISTFILE\n" }],
    ["zsh", "its user's own file", zshFile],
    ["zsh", "each line shared at once", { ...zshFile, ".zshrc": `${zshFile[".zshrc"]}setopt sharehistory\n` }],
    ["zsh", "nothing in it", { ".zshrc": "" }],
    ["fish", "its user's own file", {}],
    ["mksh", "its user's own file", { ".shrc": "HISTFILE=$HOME/.history\n" }],
    ["ash", "its user's own file", {}],
  ];
  for (const [shell, what, home] of settings) {
    it(
      `[TM15] has what a person typed and nothing that was run, in ${shell} with ${what}`,
      needsShell(shell),
      async () => {
        const session = await openInTest(shell, { home, history: "hide" });
        expect(session.started).toEqual({ confidence: "marks" });
        expect(await session.run("echo hidden", soon)).toMatchObject({ exitCode: 0, output: "hidden\n" });
        expect(await session.run("echo 'hidden\nlines' !x", soon)).toMatchObject({ output: "hidden\nlines !x\n" });
        await typedByPerson(session, "echo seen");
        expect(await session.run("echo hidden; false", soon)).toMatchObject({ exitCode: 1, output: "hidden\n" });
        await typedByPerson(session, listing[shell] ?? "");
        const shown = session.shown(0);
        const list = shown.slice(shown.indexOf(listing[shell] ?? ""));
        expect(list).toContain("echo seen");
        // Where zsh writes each line at once, the line that prepared it is in the file before anything can hide it.
        expect(list.replace(/^ __ct_x=.*$/m, "")).not.toMatch(/hidden|__ct_/);
      },
    );
  }

  for (const [shell, home] of [
    ["bash", bashFile],
    ["zsh", zshFile],
  ] as const) {
    it(
      `[TM15] is written without what was run, also when that ends the shell: ${shell}`,
      needsShell(shell),
      async () => {
        const session = await openInTest(shell, { home, history: "hide" });
        const { cwd } = await session.run("echo hidden", soon);
        await typedByPerson(session, "echo seen");
        expect(await session.run("exit", soon)).toMatchObject({ outcome: "terminal-closed" });
        const written = readFileSync(join(cwd ?? "", ".history"), "utf8");
        expect(written).toBe("of before\necho seen; echo en''d\n");
      },
    );
  }

  it("[TM15] is the person's own again after each command: patterns, exported or not", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "export HISTIGNORE=ls:pwd\n" }, history: "hide" });
    await session.run("true", soon);
    await typedByPerson(session, "declare -p HISTIGNORE");
    await expect.poll(() => session.shown(0)).toContain('declare -x HISTIGNORE="ls:pwd"');
    expect((await session.run("env | grep -c HISTIGNORE", soon)).output).toBe("0\n");
  });

  it("works where nobody but the agent has typed anything: which shell reads can still be told", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "unset HISTFILE\n" }, history: "hide" });
    await session.run("true", soon);
    expect(await session.run("read -e line", { ...soon, timeoutMs: 1500 })).toMatchObject({ outcome: "running" });
    expect((await session.state()).name).toBe("running");
    await session.type(Buffer.from("text\r"), { by: "agent", signal: soon.signal });
    expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited", exitCode: 0 });
    expect((await session.run('echo "$line"', soon)).output).toBe("text\n");
  });
});
