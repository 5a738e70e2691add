import { describe, expect, it } from "vitest";
import { needsShell } from "../../test/support/needs-shell.ts";
import { stripAnsi } from "./strip-ansi.ts";
import type { ShellName } from "./testing/hostile-case.ts";
import type { LocalTestSession } from "./testing/local-session.ts";
import { openInTest, soon } from "./testing/open-in-test.ts";

const never = new AbortController().signal;

async function personSees(session: LocalTestSession, line: string, shown: string) {
  const before = session.shownLength();
  await session.type(Buffer.from(`${line}\r`), { by: "person", signal: never });
  await expect.poll(() => stripAnsi(session.shown(before))).toContain(shown);
}

describe("settings of a person that change what a command means", () => {
  const files: [ShellName, string][] = [
    ["bash", ".bashrc"],
    ["zsh", ".zshrc"],
    ["dash", ".shrc"],
    ["ash", ".shrc"],
    ["mksh", ".shrc"],
  ];
  for (const [shell, file] of files)
    it(`are away while a command of the agent runs, and then back: CDPATH in ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell, { home: { [file]: "CDPATH=/usr\n" } });
      expect(await session.run("mkdir bin && cd bin && cd .. && cd bin && pwd", soon)).toMatchObject({
        exitCode: 0,
        output: expect.toSatisfy((output: string) => output.endsWith("/bin\n") && !output.includes("/usr/bin")),
      });
      await personSees(session, 'echo "<$CDPATH>"', "</usr>");
    });

  it("are away while a command of the agent runs, and then back: options of bash", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "shopt -s dotglob nocaseglob\n" } });
    expect(await session.run("mkdir d && cd d && touch .x Ab c && echo * a*", soon)).toMatchObject({
      output: "Ab c a*\n",
    });
    expect(await session.run("echo *", soon)).toMatchObject({ output: "Ab c\n" });
    await personSees(session, "echo a*", "Ab\r\n");
  });

  it("are away while a command of the agent runs, and then back: options of zsh", needsShell("zsh"), async () => {
    const session = await openInTest("zsh", { home: { ".zshrc": "setopt extendedglob rcquotes braceccl\n" } });
    expect(await session.run("touch 1 2; echo 'a''b' {xy} ^1 nocomments", soon)).toMatchObject({
      output: "ab {xy} ^1 nocomments\n",
    });
    await personSees(session, "echo 'a''b'+", "a'b+");
    await personSees(session, "echo is $options[braceccl]$options[extendedglob]", "is onon");
  });
});
