import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import { allShells, testedShells } from "../testing/shells.ts";
import { stripAnsi } from "../text/strip-ansi.ts";

async function personSees(session: LocalTestSession, line: string, shown: string) {
  const before = session.shownLength();
  await session.type(Buffer.from(`${line}\r`), { by: "person", signal: neverAborted });
  await expect.poll(() => stripAnsi(session.shown(before))).toContain(shown);
}

describe("settings of a person that change what a command means", () => {
  for (const shell of allShells)
    it(`are away while a command of the agent runs, and then back: CDPATH in ${shell}`, needsShell(shell), async () => {
      const session = await (shell === "fish"
        ? openInTest(shell, { env: { CDPATH: "/usr" } })
        : openInTest(shell, { home: { [testedShells[shell].startUpFile]: "CDPATH=/usr\n" } }));
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

  it("are away while a command of the agent runs, and then back: words that resume a stopped job [TM10]", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "auto_resume=substring\n" } });
    await session.run("(: date; cat) & sleep 0.2", soon);
    expect((await session.run("date", soon)).output).toMatch(/\d{4}/);
    await personSees(session, 'echo "<$auto_resume>"', "<substring>");
  });

  it("are away while a command of the agent runs, and then back: a trap that skips commands [TM10]", async () => {
    const trap = "shopt -s extdebug; trap '[[ $BASH_COMMAND != touch* ]]' DEBUG\n";
    const session = await openInTest("bash", { home: { ".bashrc": trap } });
    expect(await session.run("touch ran; ls ran", soon)).toMatchObject({ output: "ran\n", exitCode: 0 });
    await personSees(session, "touch other; ls other", "cannot access");
  });

  it(
    "are away while a command of the agent runs, and then back: hooks that rewrite the line [TM10]",
    needsShell("zsh"),
    async () => {
      const session = await openInTest("zsh", { home: { ".zshrc": "setopt ksharrays\n" } });
      const hook = "zle-line-finish() { BUFFER='echo rewritten' }; zle -N zle-line-finish; echo hooked-$((1))";
      await personSees(session, hook, "hooked-1");
      await session.giveKeyboard();
      expect(await session.run("echo meant", soon)).toMatchObject({ output: "meant\n", exitCode: 0 });
      expect(await session.run("echo twice", soon)).toMatchObject({ output: "twice\n", exitCode: 0 });
      await personSees(session, "echo typed", "rewritten\r\n");
    },
  );

  it(
    "are away while a command of the agent runs, and then back: words that stand for other text [TM10]",
    needsShell("zsh"),
    async () => {
      const aliases =
        "alias -g NUL='> nul.out' XX='; touch ran'\nalias -s txt='touch ran;'\nsetopt ksharrays nounset\n";
      const session = await openInTest("zsh", { home: { ".zshrc": aliases } });
      expect(await session.run("echo hi NUL XX; ls", soon)).toMatchObject({ output: "hi NUL XX\n", exitCode: 0 });
      expect(await session.run("./x.txt", soon)).toMatchObject({ exitCode: 127 });
      expect(await session.run("ls", soon)).toMatchObject({ output: "" });
      await personSees(session, "echo is NUL; cat nul.out", "is\r\n");
      await personSees(session, "alias -g | wc -l; alias -s", "2\r\ntxt=");
    },
  );

  const abbreviations = `
    abbr -a gg 'touch ran'
    abbr -a --position anywhere hh '; touch ran'
    function its; echo 'a; touch ran'; end
    abbr -a --position anywhere --regex '.*[.]txt' --function its texts
    abbr -a --function its ff
  `;
  it.each([
    ["emacs keys", ""],
    ["vi keys", "fish_vi_key_bindings"],
  ] as const)(
    "do not stand for another text while a command of the agent runs: abbreviations of fish with %s [TM10]",
    needsShell("fish"),
    async (_, keys) => {
      const session = await openInTest("fish", { home: { "fish/config.fish": `${abbreviations}\n${keys}\n` } });
      const unknown = { exitCode: 127 };
      for (const line of ["gg", "ff", "true; gg", "x.txt"])
        expect(await session.run(line, soon)).toMatchObject(unknown);
      for (const word of ["hh", "x.txt", "hh # hh", "(echo hh)", "a\n# hh"])
        expect(await session.run(`echo ${word}`, soon)).toMatchObject({
          exitCode: 0,
          output: `${word.replace(" # hh", "").replace("(echo hh)", "hh").replace("\n# hh", "")}\n`,
        });
      expect(await session.run("echo hi > gg", soon)).toMatchObject({ exitCode: 0, output: "" });
      expect(await session.run("test -e gg; and not test -e ran", soon)).toMatchObject({ exitCode: 0 });
      await personSees(session, "echo is hh", "is\r\n");
      await session.giveKeyboard();
      expect(await session.run("test -e ran; abbr --list | string join ,", soon)).toMatchObject({
        exitCode: 0,
        output: "gg,hh,texts,ff\n",
      });
    },
  );

  it("are away where they would lead a cd to another folder, in bash", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "set -P; shopt -s cdspell autocd\n" } });
    await session.run("mkdir -p real/in .hidden; ln -s real/in link; echo here > it; echo there > real/it", soon);
    expect(await session.run("cd link/.. && cat it; cd hidden; .hidden", soon)).toMatchObject({
      exitCode: 127,
      output: expect.stringMatching(/^here\n.*hidden: No such file.*\n.*hidden: command not found\n$/),
    });
    await personSees(session, "cd hidden && echo in ${PWD##*/}", "in .hidden\r\n");
  });

  for (const [shell, settings] of [
    ["zsh", "setopt chasedots localoptions"],
    ["mksh", "set -o physical"],
  ] as const)
    it(`are away where they would lead a cd to another folder, in ${shell}`, needsShell(shell), async () => {
      const home = { ".zshrc": `${settings}\n`, ".shrc": `${settings}\n` };
      const session = await openInTest(shell, { home });
      await session.run("mkdir -p real/in; ln -s real/in link; echo here > it; echo there > real/it", soon);
      expect(await session.run("cd link/.. && cat it", soon)).toMatchObject({ output: "here\n" });
      await personSees(session, "cd link/.. && cat it", "there\r\n");
    });
});
