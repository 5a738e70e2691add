import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { shellOf, startSshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import type { Terminal } from "../contract/terminal.ts";
import { resolveSshHost } from "../ssh/resolve-ssh-host.ts";
import { closeMaster } from "../ssh/ssh-master.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { createTerminals } from "../terminals.ts";
import type { ShellName } from "../testing/shells.ts";

const soon = { signal, timeoutMs: 30_000 };

async function openThere(shell: ShellName, homeFiles: Record<string, string>) {
  const sshd = await startSshd({ shell: shellOf(shell), homeFiles });
  const stateDir = realpathSync(mkdtempSync(join(tmpdir(), "cotty-hidden-")));
  const terminals = createTerminals({ stateDir, env: process.env, sshConfigFile: sshd.configFile });
  onTestFinished(async () => {
    await terminals[Symbol.asyncDispose]();
    const setup = createSshSetup({ env: process.env, configFile: sshd.configFile });
    await closeMaster(await resolveSshHost(sshd.name, { setup, signal }), setup, signal);
    await sshd[Symbol.asyncDispose]();
    rmSync(stateDir, { recursive: true, force: true });
  });
  const owner = { session: "ses_hidden", epoch: 1 };
  const terminal = await terminals.open({ target: `ssh:${sshd.name}`, owner, history: "hide", signal });
  return { terminal, home: sshd.home };
}

async function typedByPerson(terminal: Terminal, line: string): Promise<void> {
  await terminal.type(Buffer.from(`${line}\r`), { by: "person" });
  await expect.poll(async () => (await terminal.screen()).text).toMatch(/^seen-42$/m);
  await expect.poll(async () => (await terminal.state()).name).toBe("ready");
  await terminal.giveKeyboard();
}

/** All that is kept in the home folder there. */
const keptIn = (home: string): string =>
  readdirSync(home, { recursive: true, encoding: "utf8" })
    .map((name) => join(home, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");

describe("a history on another host that hides commands", needs("ssh", "sshd"), () => {
  const files = { HISTFILE: "HISTFILE=$HOME/.history HISTSIZE=100 SAVEHIST=100\n" };
  it.each<[ShellName, Record<string, string>]>([
    ["bash", { ".bash_profile": files.HISTFILE }],
    ["zsh", { ".zshrc": files.HISTFILE }],
    ["fish", {}],
    ["mksh", { ".mkshrc": "", ".profile": files.HISTFILE }],
  ])(
    "[TM15] keeps what a person typed there and nothing that was run, when the shell has ended: %s",
    async (shell, home) => {
      const there = await openThere(shell, home);
      const { terminal } = there;
      const ran = await terminal.run("echo run-by-agent", soon);
      expect(ran).toMatchObject({ outcome: "exited", output: "run-by-agent\n", confidence: "marks" });
      await typedByPerson(terminal, "echo seen-$(expr 40 + 2)");
      await terminal.run("echo run-by-agent; cd /", soon);
      await terminal.run("exit # run-by-agent", { ...soon, timeoutMs: 5000 });
      await terminal.untilClosed({ signal: AbortSignal.timeout(20_000) });
      // fish may end before it has written what was typed last (docs/capture.md): there only the hiding is certain.
      if (shell !== "fish") await expect.poll(() => keptIn(there.home)).toContain("echo seen-");
      expect(keptIn(there.home)).not.toContain("run-by-agent");
    },
  );

  it.each<ShellName>(["dash", "ash"])(
    "[TM15] has nothing in it where the shell keeps none by itself: %s",
    async (shell) => {
      const { terminal, home } = await openThere(shell, {});
      const ran = await terminal.run("echo run-by-agent", soon);
      expect(ran).toMatchObject({ outcome: "exited", output: "run-by-agent\n", confidence: "marks" });
      await typedByPerson(terminal, "echo seen-$(expr 40 + 2)");
      await terminal.run("exit # run-by-agent", { ...soon, timeoutMs: 5000 });
      await terminal.untilClosed({ signal: AbortSignal.timeout(20_000) });
      expect(keptIn(home)).toBe("");
    },
  );
});
