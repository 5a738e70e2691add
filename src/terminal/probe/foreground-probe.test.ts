import { afterEach, describe, expect, it } from "vitest";
import { type Need, needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { openLocalPty } from "../system/pty.ts";
import { allShellsBut, shFamily, testedShells } from "../testing/shells.ts";
import { createLocalProbe, type ForegroundLook } from "./foreground-probe.ts";

const { bare: bash } = testedShells.bash;

const open: { kill(): void }[] = [];
afterEach(() => {
  for (const terminal of open.splice(0)) terminal.kill();
});

function openShell(argv: [string, ...string[]]) {
  const env = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", TERM: "xterm-256color", ENV: "" };
  const pty = openLocalPty({ argv, cols: 80, rows: 24, cwd: "/", env });
  open.push({ kill: () => pty.kill("SIGKILL") });
  return pty;
}

/** Types a command and looks until the answer is the expected one: starting a program takes as long as it takes. */
async function lookAfter(
  shell: [string, ...string[]],
  typed: string,
  expected: Partial<ForegroundLook>,
  through?: "ps",
) {
  const pty = openShell(shell);
  const probe = createLocalProbe({ shellPid: pty.pid, ...(through === undefined ? {} : { through }) });
  // A shell drops what is typed before its first prompt is set up, so the prompt is awaited first.
  await expect.poll(async () => (await probe.look())?.waiting).toBe("prompt");
  if (typed !== "") pty.write(`${typed}\r`);
  await expect.poll(() => probe.look()).toMatchObject(expected);
  return probe;
}

describe("the foreground of a local terminal", () => {
  it("is a prompt while bash waits for a command", async () => {
    await lookAfter(bash, "", { program: "bash", waiting: "prompt", isShell: true, certainty: "certain" });
  });

  for (const shell of allShellsBut({ bash: "it is looked at first" })) {
    it(`is a prompt while ${shell} waits for a command`, needsShell(shell), async () => {
      const { bare } = testedShells[shell];
      await lookAfter(bare, "", { program: bare[0], waiting: "prompt", isShell: true, certainty: "certain" });
    });
  }

  const typedInBash: [string, Partial<ForegroundLook>, ...Need[]][] = [
    ["read x", { program: "bash", waiting: "line-input", isShell: true }],
    ["read -s x", { program: "bash", waiting: "password", isShell: true }],
    ["cat", { program: "cat", waiting: "line-input", isShell: false }],
    ["cat | wc", { program: "cat", waiting: "line-input", isShell: false }],
    ["stty -echo; cat", { program: "cat", waiting: "password", isShell: false }],
    ["x=$(cat)", { program: "cat", waiting: "line-input", isShell: false }],
    ["sleep 60", { program: "sleep", waiting: "working", isShell: false }],
    ["while :; do :; done", { program: "bash", waiting: "working", isShell: false }],
    ["seq 1000 | less", { program: "less", waiting: "full-screen", isShell: false }, "less"],
    ["vim -u NONE -N", { program: "vim", waiting: "full-screen", isShell: false }, "vim"],
    ["top", { program: "top", waiting: "full-screen", isShell: false }, "top"],
    ["bash --norc", { program: "bash", waiting: "prompt", isShell: false }],
    ["zsh -f", { program: "zsh", waiting: "prompt", isShell: false }, "zsh"],
  ];

  for (const [typed, expected, ...wanted] of typedInBash) {
    it(`tells what bash is at after ${typed}`, needs(...wanted), async () => {
      await lookAfter(bash, typed, { ...expected, certainty: "certain" });
    });
  }

  for (const shell of shFamily) {
    it(`is told from the answer to a question, where ${shell} has no hooks to say so`, needsShell(shell), async () => {
      const argv = testedShells[shell].bare;
      await lookAfter(argv, "", { waiting: "prompt", isSurelyPrompt: true });
      await lookAfter(argv, "printf 'Name: '; read x", { isShell: true, isSurelyPrompt: false });
      await lookAfter(argv, "sleep 60", { isShell: false, isSurelyPrompt: false });
    });
  }

  it("knows another program in the shell's place from the shell that was there", async () => {
    const pty = openShell(bash);
    const probe = createLocalProbe({ shellPid: pty.pid });
    await expect.poll(async () => (await probe.look())?.waiting).toBe("prompt");
    const before = (await probe.look())?.shellImage;
    expect(before).toMatch(/^\d+\.\d+$/);
    pty.write("true\r");
    await expect.poll(() => probe.look()).toMatchObject({ waiting: "prompt", shellImage: before });
    pty.write("exec bash --norc\r");
    await expect.poll(async () => (await probe.look())?.shellImage).not.toBe(before);
  });

  it("says echo is off at a password prompt only, and not at a shell's prompt, which draws the line itself", async () => {
    const atPrompt = await lookAfter(bash, "", { waiting: "prompt" });
    const atPassword = await lookAfter(bash, "read -s x", { waiting: "password" });
    const atCat = await lookAfter(bash, "cat", { waiting: "line-input" });
    expect([await atPrompt.isEchoOff(), await atPassword.isEchoOff(), await atCat.isEchoOff()]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("cannot tell once the shell is gone", async () => {
    const pty = openShell(["true"]);
    await new Promise((resolve) => pty.onExit(resolve));
    const probe = createLocalProbe({ shellPid: pty.pid });
    expect([await probe.look(), await probe.isEchoOff()]).toEqual([null, null]);
  });

  it("works through ps where there is no /proc, and says that it is only probable", needs("ps"), async () => {
    const probe = await lookAfter(
      bash,
      "read -s x",
      { program: "bash", waiting: "password", isShell: true, certainty: "probable" },
      "ps",
    );
    expect(await probe.isEchoOff()).toBe(true);
  });
});
