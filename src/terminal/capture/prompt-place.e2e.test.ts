import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { neverAborted } from "../../base/index.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, soon } from "../testing/open-in-test.ts";
import type { ShellName } from "../testing/shells.ts";
import { stripAnsi } from "../text/strip-ansi.ts";

interface Question {
  shell: ShellName;
  what: string;
  /** Lines of the user's own start-up file. */
  rc?: string;
  /** Commands of the agent before. */
  before?: string[];
  /** Keys of the person that bring it up, line by line. */
  keys: string[];
}

const rcFile: Record<string, string> = { bash: ".bashrc", zsh: ".zshrc", fish: "config.fish" };
const askOnce = 'ask() { if [ -n "$GO" ]; then GO=; read -e -p "menu $ " answer; fi; }';

/** Questions of the shell itself of which no mark tells: each ends like a prompt, and its line editor reads like one. */
const questions: Question[] = [
  {
    shell: "bash",
    what: "read -e where PS0 is readonly",
    rc: "readonly PS0=",
    keys: ["read -e -p 'menu $ ' answer\r"],
  },
  { shell: "bash", what: "PROMPT_COMMAND asks", rc: `${askOnce}\nPROMPT_COMMAND=ask`, keys: ["GO=1\r"] },
  { shell: "bash", what: "a key asks", before: ['bind -x \'"\\C-t": read -e -p "menu $ " answer\''], keys: ["\x14"] },
  {
    shell: "bash",
    what: "the prompt asks",
    before: [
      "go=$(mktemp)",
      "PS1='$(if [ -s $go ]; then : > $go; read -e -p \"menu $ \" answer </dev/tty 2>/dev/tty; fi)> '",
    ],
    keys: ["echo 1 > $go\r"],
  },
  {
    shell: "zsh",
    what: "vared without preexec",
    keys: ["preexec_functions=()\r", "vared -p 'menu %# ' -c answer\r"],
  },
  {
    shell: "zsh",
    what: "precmd asks",
    rc: "precmd() { if [[ -n $GO ]]; then GO=; vared -p 'menu %# ' -c answer; fi }",
    keys: ["GO=1\r"],
  },
  {
    shell: "zsh",
    what: "a key asks",
    before: ["ask() { zle -R 'menu $ '; zle recursive-edit; zle .kill-buffer }; zle -N ask; bindkey '^T' ask"],
    keys: ["\x14"],
  },
  {
    shell: "fish",
    what: "an event of the prompt asks",
    before: [
      "function ask --on-event fish_prompt; if set -q GO; set -e GO; read -g -P 'menu > ' answer; end; end; set answer no",
    ],
    keys: ["set -g GO 1\r"],
  },
  { shell: "dash", what: "read", keys: ["printf 'menu $ '; read -r answer\r"] },
  { shell: "ash", what: "read", keys: ["read -r -p 'menu $ ' answer\r"] },
  { shell: "mksh", what: "read", keys: ["read -r 'answer?menu $ '\r"] },
];

async function open({ shell, rc, before = [] }: Question): Promise<LocalTestSession> {
  const home = rc === undefined ? {} : { home: { [rcFile[shell] ?? ".shrc"]: `${rc}\n` } };
  const session = await openInTest(shell, home);
  for (const command of before) expect(await session.run(command, soon)).toMatchObject({ exitCode: 0 });
  return session;
}

async function press(session: LocalTestSession, keys: string[]): Promise<void> {
  for (const part of keys) {
    await expect.poll(async () => (await session.state()).name).toBe("ready");
    await session.type(Buffer.from(part), { by: "person", signal: neverAborted });
  }
}

async function asked(session: LocalTestSession): Promise<void> {
  await expect.poll(() => stripAnsi(session.shown(0)).trimEnd()).toMatch(/menu [$%#>]$/);
}

describe("what looks like a prompt and is none", () => {
  for (const question of questions) {
    it(`is never given a command: ${question.shell}, ${question.what}`, needsShell(question.shell), async () => {
      const session = await open(question);
      await press(session, question.keys);
      await asked(session);
      await session.giveKeyboard();
      const typed = session.typed();
      expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
      expect(session.typed().slice(typed.length).replaceAll("\x1b[771~", "")).toBe("");
      await session.type(Buffer.from("yes\r"), { by: "person", signal: neverAborted });
      await expect.poll(async () => (await session.state()).name).toBe("ready");
      await session.giveKeyboard();
      expect(await session.run("echo done", soon)).toMatchObject({ outcome: "exited", output: "done\n" });
    });
  }

  const programs: [ShellName, string][] = [
    ["bash", "bind -x '\"\\C-t\": less /etc/passwd'"],
    ["zsh", "w() { less /etc/passwd </dev/tty; zle reset-prompt }; zle -N w; bindkey '^T' w"],
    ["fish", "bind \\ct 'less /etc/passwd; commandline -f repaint'"],
  ];

  for (const [shell, bind] of programs) {
    it(
      `is a program behind a key, as fzf is: nothing is typed into it: ${shell}`,
      needs("less", ...needsShell(shell).tags),
      async () => {
        const session = await openInTest(shell);
        await session.run(bind, soon);
        await press(session, ["\x14"]);
        await expect.poll(async () => (await session.state()).foreground?.program).toBe("less");
        await session.giveKeyboard();
        const typed = session.typed();
        expect(await session.run("echo leaked", soon)).toMatchObject({
          outcome: "not-at-prompt",
          foreground: { program: "less" },
        });
        expect(session.typed()).toBe(typed);
        await session.type(Buffer.from("q"), { by: "person", signal: neverAborted });
        await expect.poll(async () => (await session.state()).name).toBe("ready");
        await session.giveKeyboard();
        expect(await session.run("echo done", soon)).toMatchObject({ outcome: "exited", output: "done\n" });
      },
    );
  }

  for (const shell of ["bash", "zsh"] as const) {
    it(`is an unfinished search: ${shell}`, needsShell(shell), async () => {
      const session = await openInTest(shell);
      if (shell === "zsh") await session.run("bindkey -e", soon);
      await session.run("echo one", soon);
      await press(session, ["\x12on"]);
      await expect.poll(() => stripAnsi(session.shown(0))).toMatch(/search|bck-i/);
      await session.giveKeyboard();
      const typed = session.typed();
      await expect.poll(async () => (await session.state()).name).toBe("foreign-prompt");
      expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
      expect(session.typed()).toBe(typed);
      await session.type(Buffer.from("\x07"), { by: "agent", signal: neverAborted });
      await expect.poll(async () => (await session.state()).name).toBe("ready");
      expect(await session.run("echo done", soon)).toMatchObject({ outcome: "exited", output: "done\n" });
    });
  }

  for (const shell of ["bash", "zsh"] as const) {
    it(`is found out by asking the shell, where the kernel cannot be asked: ${shell}`, needsShell(shell), async () => {
      const rc =
        shell === "bash"
          ? `${askOnce}\nPROMPT_COMMAND=ask`
          : "precmd() { if [[ -n $GO ]]; then GO=; vared -p 'menu %# ' -c answer; fi }";
      const session = await openInTest(shell, { home: { [rcFile[shell] ?? ""]: `${rc}\n` }, probe: "none" });
      await session.type(Buffer.from("GO=1\r"), { by: "person", signal: neverAborted });
      await asked(session);
      await session.giveKeyboard();
      expect(await session.run("echo leaked", soon)).toMatchObject({ outcome: "not-at-prompt", output: "" });
      expect(session.typed()).not.toContain("leaked");
    });
  }
});
