import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import type { ShellName } from "../testing/shells.ts";
import { stripAnsi } from "../text/strip-ansi.ts";

describe("a shell that reads a line for a command", () => {
  const questions: [ShellName, string, string][] = [
    ["bash", "read -e -p 'Name: ' x", "answer"],
    ["bash", "unset PROMPT_COMMAND; read -e -p 'Name: ' x", "answer"],
    ["bash", 'PROMPT_COMMAND=() PS1=; read -e -p "Name: " x; PROMPT_COMMAND=("${kept[@]}")', "answer"],
    ["zsh", "vared -p 'Name: ' -c x", "answer"],
    ["zsh", "precmd_functions=(); vared -p 'Name: ' -c x", "answer"],
    ["zsh", "PS3='Which? '; select x in a answer; do break; done", "2"],
    ["zsh", "print -P $PS1; vared -p 'Name: ' -c x", "answer"],
    ["fish", "read -P 'Name: ' x", "answer"],
    ["fish", "fish_prompt; read -P 'Name: ' x", "answer"],
    ["dash", "printf 'Name: '; read -r x", "answer"],
    ["mksh", "printf 'Name: '; read -r x", "answer"],
  ];

  for (const [shell, question, answer] of questions) {
    it(`runs on, and nothing but the answer is typed into it: ${shell}, ${question}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      if (shell === "bash") await session.run('kept=("${PROMPT_COMMAND[@]}")', soon);
      const asked = session.run(question, { ...soon, timeoutMs: 1200 });
      await expect.poll(() => stripAnsi(session.shown(0)).trimEnd()).toMatch(/(Name:|Which\?)$/);
      const typed = session.typed();
      expect(await asked).toMatchObject({ outcome: "running", foreground: { waiting: "line-input" } });
      // The key that asks the line editor what it reads for is nothing to the question.
      expect(session.typed().slice(typed.length)).toMatch(/^(\x1b\[771~)?$/);
      await session.type(Buffer.from(`${answer}\r`), { by: "agent", signal: neverAborted });
      expect(await session.wait({ until: "exit" }, soon)).toMatchObject({ outcome: "exited", exitCode: 0 });
      expect(await session.run('echo "=$x="', soon)).toMatchObject({ output: "=answer=\n" });
    });
  }
});

describe("a shell that is back at its prompt before its last output has been read", () => {
  for (const shell of ["bash", "zsh"] as const) {
    it(`[TM16] has lost none of it: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell, { joinMs: 900 });
      const result = await session.run("sleep 1.3; echo went; (exit 4)", soon);
      expect(result).toMatchObject({ outcome: "exited", exitCode: 4, output: "went\n" });
      expect(stripAnsi(session.shown(0))).toContain("went\r\n");
    });
  }
});

describe("settings that remove all our marks at once", () => {
  const settings: [ShellName, string][] = [
    ["bash", "unset PROMPT_COMMAND; PS1="],
    // As in a bash before 5.2, which does not know what its line editor reads for: the kernel does.
    ["bash", "__ct_counts=; unset PROMPT_COMMAND; PS1="],
    ["bash", "PS0=; PS1=; PS2=; PROMPT_COMMAND=()"],
    ["zsh", "precmd_functions=(); PS1="],
    ["dash", "PS1="],
    ["ash", "PS1="],
    ["mksh", "PS1="],
  ];

  for (const [shell, command] of settings) {
    it(`do not keep a command of the agent from ending: ${shell}, ${command}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      const set = await session.run(`${command}; printf set; (exit 6)`, soon);
      expect(set).toMatchObject({ outcome: "exited", exitCode: 6, output: "set", confidence: "marks" });
      expect(await session.run("echo a; )", soon)).toMatchObject({
        outcome: "exited",
        exitCode: expect.toSatisfy((code) => code !== 0),
        output: expect.stringMatching(/syntax|parse|unexpected/),
      });
      expect(await session.run("echo $PAGER; cd /usr", soon)).toMatchObject({
        exitCode: 0,
        output: "cat\n",
        cwd: "/usr",
      });
    });
  }

  for (const [shell, command] of settings) {
    it(`do not lock the agent out after a person made them: ${shell}, ${command}`, needsShell(shell), async () => {
      const session = await openInTest(shell, { env: { PAGER: "mine" } });
      await session.run("true", soon);
      await session.type(Buffer.from(`${command}; echo s''et\r`), { by: "person", signal: neverAborted });
      await expect.poll(() => session.shown(0)).toMatch(/set\r\n/);
      await session.giveKeyboard();
      expect(await session.run("echo b; )", soon)).toMatchObject({
        outcome: "exited",
        exitCode: expect.toSatisfy((code) => code !== 0),
        output: expect.stringMatching(/syntax|parse|unexpected/),
      });
      expect(await session.run("echo c; (exit 4)", soon)).toMatchObject({ exitCode: 4, output: "c\n" });
      await session.type(Buffer.from("echo p=$PAGER.\r"), { by: "person", signal: neverAborted });
      await expect.poll(() => session.shown(0)).toMatch(/[\n\r]p=mine\.\r\n/);
    });
  }
});
