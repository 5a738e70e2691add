import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import { type ShellName, testedShells } from "../testing/shells.ts";
import { stripAnsi } from "../text/strip-ansi.ts";

describe("a start-up file that asks something", () => {
  const questions: [ShellName, string][] = [
    ["bash", "read -p 'Update? $ ' answer"],
    ["bash", "read -n1 -p 'Update? $ ' answer"],
    ["zsh", "read 'answer?Update? $ '"],
    ["zsh", "printf 'Update? $ '; read -r -k 1 answer"],
    ["zsh", "vared -p 'Update? $ ' -c answer"],
    ["dash", "printf 'Update? $ '; read -r answer"],
    ["ash", "printf 'Update? $ '; read -r answer"],
    ["mksh", "printf 'Update? $ '; read -r answer"],
  ];

  for (const [shell, question] of questions) {
    it(
      `is answered by the person alone, and the shell is integrated after that: ${shell}, ${question}`,
      needsShell(shell),
      async () => {
        const session = await openInTest(shell, { home: { [testedShells[shell].startUpFile]: `${question}\n` } });
        await expect.poll(() => stripAnsi(session.shown(0)).trimEnd()).toMatch(/Update\? \$$/);
        expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
        expect(session.typed()).toBe("");
        await session.type(Buffer.from("y\r"), { by: "person", signal: neverAborted });
        await expect.poll(async () => (await session.state()).name).toBe("ready");
        await session.giveKeyboard();
        expect(await session.run('echo "=$answer="; sh -c "exit 5"', soon)).toMatchObject({
          outcome: "exited",
          exitCode: 5,
          output: "=y=\n",
          confidence: "marks",
        });
      },
    );
  }

  it("with a line editor of bash is told from a prompt once a prompt of that bash was seen", async () => {
    await openInTest("bash");
    const session = await openInTest("bash", { home: { ".bashrc": "read -e -p 'Name: ' answer\n" } });
    expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
    expect(session.typed()).toBe("");
  });

  it("may be a program, and commands are not typed into that, with and without marks", needs("less"), async () => {
    for (const integration of ["auto", "off"] as const) {
      const session = await openInTest("bash", { integration });
      await session.type(Buffer.from("less /etc/passwd\r"), { by: "person", signal: neverAborted });
      await expect.poll(() => stripAnsi(session.shown(0))).toMatch(/root:x:0:0/);
      await session.giveKeyboard();
      const typed = session.typed();
      expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
      expect(session.typed()).toBe(typed);
    }
  });
});
