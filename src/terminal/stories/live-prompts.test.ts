import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import { allShells, allShellsBut } from "../testing/shells.ts";
import { stripAnsi } from "../text/strip-ansi.ts";

async function runTen(session: LocalTestSession): Promise<void> {
  for (let code = 0; code < 10; code++) {
    expect(await session.run(`echo out-${code}; sh -c 'exit ${code}'`, soon)).toMatchObject({
      outcome: "exited",
      exitCode: code,
      output: `out-${code}\n`,
    });
  }
}

describe("a prompt that is drawn anew all the time", () => {
  it("does not disturb commands: zsh, as starship's and p10k's helpers do", needsShell("zsh"), async () => {
    const redraw = "redraw() { read -u $1 line; zle && zle reset-prompt }; zle -N redraw";
    const source = "exec {ticks}< <(while sleep 0.02; do echo; done); zle -F -w $ticks redraw";
    await runTen(await openInTest("zsh", { home: { ".zshrc": `RPROMPT='%D{%S.%.}'\n${redraw}\n${source}\n` } }));
  });

  it("does not disturb commands: fish", needsShell("fish"), async () => {
    const session = await openInTest("fish");
    await session.run("function redraw --on-signal USR1; commandline -f repaint; end", soon);
    await session.run("sh -c 'while sleep 0.02; do kill -USR1 '$fish_pid' || exit; done' 2>/dev/null &; disown", soon);
    await runTen(session);
  });
});

describe("a suggestion of the line editor", () => {
  it("is never run with a command: fish", needsShell("fish"), async () => {
    const session = await openInTest("fish");
    await session.run("echo one two three", soon);
    expect(await session.run("echo one", soon)).toMatchObject({ output: "one\n" });
  });

  it("is never run with a command: zsh, shown as zsh-autosuggestions does", needsShell("zsh"), async () => {
    const suggest = "suggest() { POSTDISPLAY=' two three' }; zle -N zle-line-pre-redraw suggest";
    const accept = "accept() { zle .accept-line }; zle -N accept-line accept";
    const session = await openInTest("zsh", { home: { ".zshrc": `${suggest}\n${accept}\n` } });
    expect(await session.run("echo one", soon)).toMatchObject({ output: "one\n" });
  });
});

describe("what a person sees", () => {
  const traced = allShellsBut({
    fish: "its `set -x` exports a variable",
    mksh: "it writes its trace where it was switched on, whatever is redirected, our own doings included",
  });
  for (const shell of traced) {
    it(`holds nothing of ours while commands are traced (set -x): ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      await session.run("set -x", soon);
      expect(await session.run("echo hi", soon)).toMatchObject({
        output: expect.stringMatching(/^\+.*echo hi\nhi\n$/),
      });
      expect(session.shown(0)).not.toMatch(/__ct_|7711/);
    });
  }

  const killed = "sh -c 'stty raw -echo; kill -9 $$'";
  for (const shell of allShells) {
    it(`is shown as before after a program left the terminal raw: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      expect(await session.run(killed, soon)).toMatchObject({ outcome: "exited", exitCode: 137 });
      await session.type(Buffer.from("echo typ''ed\r"), { by: "person", signal: neverAborted });
      await expect.poll(() => stripAnsi(session.shown(0))).toMatch(/echo typ''ed\s+typed/);
      await ready(session);
      await session.giveKeyboard();
      expect(await session.run("echo one; echo two", soon)).toMatchObject({ output: "one\ntwo\n" });
    });
  }
});
