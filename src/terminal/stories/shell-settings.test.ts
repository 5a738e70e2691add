import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import { allShells, type ShellName, shFamily } from "../testing/shells.ts";

/** What users write into their rc files: each of it must be honoured, and none of it may disturb the capture. */
const bashSettings: [string, string][] = [
  ["nothing", ""],
  ["a PROMPT_COMMAND that is a string", "PROMPT_COMMAND='pc=$?; '"],
  ["a PROMPT_COMMAND that is a list", "PROMPT_COMMAND=('pc=$?' 'true; ' ':')"],
  ["a PROMPT_COMMAND that prints", "PROMPT_COMMAND='echo -n \"[$?]\"'"],
  ["a DEBUG trap", "trap 'last=$BASH_COMMAND' DEBUG"],
  ["a DEBUG trap that prints into functions too", "set -T; trap ': ${n:=0}' DEBUG"],
  ["an ERR trap", "trap 'errs=$((errs+1))' ERR"],
  ["vi mode", "set -o vi"],
  ["a prompt of two lines", "PS1='\\u at \\h\\n\\$ '"],
  ["a prompt that runs programs", "PS1='$(echo sub; false)\\$ '"],
  ["colours and a title in the prompt", "PS1='\\[\\e]0;t\\a\\e[32m\\]x\\[\\e[0m\\]\\$ '"],
  ["no prompt at all", "PS1="],
  ["set -u", "set -u"],
  ["set -o pipefail and a quiet history", "set -o pipefail; HISTCONTROL=ignoreboth:erasedups; HISTSIZE=3"],
  ["no history expansion", "set +H"],
  ["no bracketed paste", "bind 'set enable-bracketed-paste off'"],
  ["aliases of ordinary words", "alias printf='echo no' echo='echo' local=false cd='cd' eval=false read=false"],
  ["functions in place of builtins", "printf() { command echo hijacked; }; history() { :; }; bind() { :; }"],
  ["a function in place of builtin", "builtin() { :; }; read() { :; }; eval() { :; }"],
  ["a function in place of command", "command() { builtin echo no; }; alias builtin=false"],
  ["a PS0 of its own", "PS0='run \\t\\n'"],
  ["readonly variables", "readonly PAGER=less PS2='more> '"],
  ["no promptvars", "shopt -u promptvars"],
  ["posix mode", "set -o posix"],
  ["an exported prompt", "export PS1='\\$ ' PS0 PS2"],
  ["a slow start", "sleep 0.4"],
];

describe("bash with settings of its user", () => {
  it.each(bashSettings)("captures exactly with %s", async (_, rc) => {
    const session = await openInTest("bash", { home: { ".bashrc": `${rc}\n` } });
    expect(session.started).toEqual({ confidence: "marks" });
    expect(await session.run("/bin/echo out; (exit 3)", soon)).toMatchObject({
      outcome: "exited",
      exitCode: 3,
      output: expect.stringMatching(/^(run [\d:]+\n)?out\n$/),
      confidence: "marks",
    });
    expect(await session.run("/bin/echo $?", soon)).toMatchObject({ output: expect.stringMatching(/(^|\n)3\n$/) });
    expect(await session.run("/bin/echo 'open", soon)).toMatchObject({ outcome: "incomplete-input" });
    expect(await session.run("/bin/echo a; )", soon)).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining("syntax error"),
    });
    expect(await session.run("cd /usr && /bin/echo in", soon)).toMatchObject({ cwd: "/usr", exitCode: 0 });
    expect(session.shown(0)).not.toMatch(/7711|__ct_/);
  });

  it("leaves the user's own hooks working, with the exit code they expect", async () => {
    const session = await openInTest("bash", {
      home: { ".bashrc": "PROMPT_COMMAND='codes=$codes$?,'; trap 'seen=$BASH_COMMAND' DEBUG\n" },
    });
    await session.run("(exit 7)", soon);
    await session.run("true", soon);
    expect((await session.run("echo $codes", soon)).output).toMatch(/7,0,\n$/);
    expect((await session.run("trap -p DEBUG", soon)).output).toBe("trap -- 'seen=$BASH_COMMAND' DEBUG\n");
  });

  it("takes nothing in a command for history, whichever characters its user chose for that", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "histchars='@%#'\n" } });
    await session.run("true", soon);
    expect((await session.run("echo a@b @@ %x%y", soon)).output).toBe("a@b @@ %x%y\n");
    await session.run("unset histchars", soon);
    expect((await session.run("echo a!b !! ^x^y", soon)).output).toBe("a!b !! ^x^y\n");
  });

  it("leaves history expansion off where its user switched it off and patterns ignore case", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "set +H; shopt -s nocasematch\n" } });
    await session.run("true", soon);
    await session.run("echo !", soon);
    expect((await session.run("set -o | grep histexpand", soon)).output).toMatch(/off\n$/);
  });

  it("keeps the agent's commands in the history, and nothing of ours", async () => {
    const session = await openInTest("bash");
    await session.run("echo remember", soon);
    await session.run("cat <<EOF\nlines\nEOF", soon);
    const { output } = await session.run("HISTTIMEFORMAT= history", soon);
    expect(output.replaceAll(/^ *\d+ {2}/gm, "")).toBe(
      "echo remember\ncat <<EOF\nlines\nEOF\n\nHISTTIMEFORMAT= history\n",
    );
  });

  it("puts a half-typed line back, the cursor where it was, and it can still be run", async () => {
    const session = await openInTest("bash");
    await session.type(Buffer.from("echo half-typed\x1b[D\x1b[D"), { by: "person", signal: neverAborted });
    await session.giveKeyboard();
    await session.run("echo agent", soon);
    await session.type(Buffer.from("-X-\r"), { by: "person", signal: neverAborted });
    await expect.poll(() => session.shown(0)).toMatch(/\rhalf-typ-X-ed\r\n/);
  });
});

const others: [ShellName, string, Record<string, string>][] = [
  ["zsh", "hooks, vi mode, a prompt of two lines", { ".zshrc": "precmd() { :; }; bindkey -v; PS1=$'a\\n%# '\n" }],
  ["zsh", "prompt substitution and no PROMPT_SP", { ".zshrc": "setopt promptsubst nopromptsp; PS1='$(true)%# '\n" }],
  ["zsh", "set -u and strange options", { ".zshrc": "setopt nounset ksharrays shwordsplit noglob extendedglob\n" }],
  [
    "zsh",
    "magic for pasted text",
    {
      ".zshrc":
        "autoload -Uz bracketed-paste-magic url-quote-magic; zle -N bracketed-paste bracketed-paste-magic; zle -N self-insert url-quote-magic\n",
    },
  ],
  ["dash", "set -u and a prompt of two lines", { ".shrc": "set -u; PS1='a\nb$ '\n" }],
  ["ash", "set -u and a coloured prompt", { ".shrc": "set -u; PS1='\\[\\e[32m\\]x\\[\\e[0m\\]\\$ '\n" }],
  [
    "mksh",
    "vi mode and a prompt with its own delimiter",
    { ".shrc": "set -o vi; PS1=$'\\001\\r\\001\\e[1m\\001x$ '\n" },
  ],
];

describe("other shells with settings of their user", () => {
  for (const [shell, settings, home] of others) {
    it(`captures exactly in ${shell} with ${settings}`, needsShell(shell), async () => {
      const session = await openInTest(shell, { home });
      expect(session.started).toEqual({ confidence: "marks" });
      expect(await session.run("echo 'out a?b*'; (exit 3)", soon)).toMatchObject({ exitCode: 3, output: "out a?b*\n" });
      expect(await session.run("echo $?", soon)).toMatchObject({ output: "3\n" });
      expect(await session.run("echo 'open", soon)).toMatchObject({ outcome: "incomplete-input" });
      expect(await session.run("cd /usr", soon)).toMatchObject({ cwd: "/usr", exitCode: 0, output: "" });
      expect(session.shown(0)).not.toMatch(/7711|__ct_/);
    });
  }
});

describe("a terminal that answers late where the cursor is", () => {
  for (const shell of shFamily) {
    it(`loses no command in ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell, { lateAnswerAfter: /__ct_i=|__ct_read/ });
      expect(session.started).toEqual({ confidence: "marks" });
      expect(await session.run("echo one", soon)).toMatchObject({ exitCode: 0, output: "one\n" });
      expect(await session.run("echo two", { ...soon, expectCwd: "/no" })).toMatchObject({
        outcome: "context-changed",
      });
      expect(await session.run("echo three", soon)).toMatchObject({ exitCode: 0, output: "three\n" });
    });
  }
});

describe("a terminal that a program left raw", () => {
  for (const shell of allShells) {
    it(`can still be typed into by the person, in ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      expect(await session.run("stty raw -echo", soon)).toMatchObject({ exitCode: 0, output: "" });
      await session.type(Buffer.from("echo ty''ped\r"), { by: "person", signal: soon.signal });
      await expect.poll(() => session.shown(0)).toMatch(/typed\r?\n/);
      await ready(session);
      await session.giveKeyboard();
      expect(await session.run("echo on", soon)).toMatchObject({ exitCode: 0, output: "on\n" });
    });
  }
});

describe("the history of bash", () => {
  it.each([
    ["known", "bash", ""],
    ["unknown", null, ""],
    ["known, with times", "bash", "HISTTIMEFORMAT='%F '\n"],
    ["unknown, without lines that begin with a space", null, "HISTCONTROL=ignorespace\n"],
  ])("holds no line of ours where the shell was %s", async (_, hint, settings) => {
    const session = await openInTest("bash", { hint, home: { ".bashrc": `${settings}history -s mine\n` } });
    const { output } = await session.run("HISTTIMEFORMAT= history", soon);
    // The first command of a shell that nobody knew is typed as a person would, with a blank behind its last word (TM12).
    const typed = hint === null ? "HISTTIMEFORMAT= history " : "HISTTIMEFORMAT= history";
    expect(output).toBe(`    1  mine\n    2  ${typed}\n`);
  });
});

describe("the history of zsh", needsShell("zsh"), () => {
  const file = ": 1700000000:0;old one\n: 1700000001:0;old two\n";
  const settings = "HISTFILE=$HOME/.history HISTSIZE=100 SAVEHIST=100; setopt extendedhistory";

  it.each([
    ["reads it from a file", settings, "old one\nold two\n"],
    ["ignores lines that begin with a space", `${settings} histignorespace`, "old one\nold two\n"],
    ["has none yet", "HISTSIZE=100", ""],
    ["was given a line by its settings", "HISTSIZE=100; print -s mine", "mine\n"],
  ])("holds nothing of ours where the shell %s", async (_, rc, before) => {
    const session = await openInTest("zsh", { home: { ".zshrc": `${rc}\n`, ".history": file } });
    await session.run("echo three", soon);
    const { output } = await session.run("fc -ln 1", soon);
    expect(output.replace(/^ ?__ct_x=.*\n/gm, "")).toBe(`${before}echo three\n`);
    if (before !== "mine\n") expect(output).not.toContain("__ct_");
    expect(await session.run('echo "$HISTFILE" $HISTSIZE', soon)).toMatchObject({
      output: expect.stringMatching(/^(\/.*\.history)? 100\n$/),
    });
  });

  it("is written as its user wants it when the shell ends, with the times of before", async () => {
    const session = await openInTest("zsh", { home: { ".zshrc": `${settings}\n`, ".history": file } });
    await session.run("echo three", soon);
    const { cwd } = await session.run("true", soon);
    expect(await session.run("exit", soon)).toMatchObject({ outcome: "terminal-closed" });
    const written = readFileSync(join(cwd ?? "", ".history"), "utf8");
    expect(written.replaceAll(/^: \d{10}:\d+;(?!old)/gm, "NOW ")).toBe(`${file}NOW echo three\nNOW true\nNOW exit\n`);
  });
});

describe("the history of mksh", needsShell("mksh"), () => {
  it("keeps the agent's commands, and nothing of ours", async () => {
    const session = await openInTest("mksh");
    await session.run("echo one", soon);
    await session.run("false", soon);
    expect((await session.run("fc -ln", soon)).output).toBe("\techo one\n\tfalse\n");
  });
});
