import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { type SshdOptions, startSshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import type { Terminal } from "../contract/terminal.ts";
import { resolveSshHost } from "../ssh/resolve-ssh-host.ts";
import { closeMaster } from "../ssh/ssh-master.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { createTerminals } from "../terminals.ts";
import { soon } from "../testing/open-in-test.ts";

/** A host of its own for a test, and terminals on it as the product opens them. */
async function host(options: SshdOptions) {
  const stateDir = realpathSync(mkdtempSync(join(tmpdir(), "cotty-start-up-")));
  const sshd = await startSshd(options);
  const terminals = createTerminals({ stateDir, env: process.env, sshConfigFile: sshd.configFile });
  onTestFinished(async () => {
    await terminals[Symbol.asyncDispose]();
    const setup = createSshSetup({ env: process.env, configFile: sshd.configFile });
    await closeMaster(await resolveSshHost(sshd.name, { setup, signal }), setup, signal);
    await sshd[Symbol.asyncDispose]();
    rmSync(stateDir, { recursive: true, force: true });
  });
  const owner = { session: "ses_start_up", epoch: 1 };
  const open = (shell?: string) =>
    terminals.open({ target: `ssh:${sshd.name}`, owner, signal, ...(shell !== undefined && { shell }) });
  return { sshd, open };
}

async function ran(terminal: Terminal, command: string) {
  const { outcome, exitCode, output, confidence } = await terminal.run(command, soon);
  return { outcome, exitCode, output, confidence };
}

const command = "echo out; sh -c 'exit 3'";
const exact = { outcome: "exited", exitCode: 3, output: "out\n", confidence: "marks" };

describe("another shell that a start-up file of a host puts in front", needs("ssh", "sshd"), () => {
  it.each([
    ["fish", "exec fish\n"],
    ["zsh", "exec zsh\n"],
  ] as const)("[TM17] is given commands like a login shell: %s", needs("fish", "zsh"), async (shell, startUp) => {
    const { open } = await host({ homeFiles: { ".bash_profile": startUp, ".zshrc": "" } });
    const terminal = await open();
    expect(terminal.shell).toBe(shell);
    expect(await ran(terminal, command)).toEqual(exact);
  });
});

describe("tmux that a start-up file of a host starts", needs("ssh", "sshd", "tmux"), () => {
  // A server of its own, which ends with its last terminal.
  const socket = `cotty-test-${process.pid}`;
  it.each(["exec tmux", "tmux"])(
    "[TM17] is given no command, and the person is told what to do: %s",
    async (program) => {
      const start = `${program} -L ${socket} -f /dev/null`;
      const { open, sshd } = await host({ homeFiles: { ".bash_profile": `[ -n "$TMUX" ] || ${start}\n` } });
      const terminal = await open();
      onTestFinished(async () => {
        await terminal.side(["tmux", "-L", socket, "kill-server"], { signal, timeoutMs: 10_000 });
      });
      const refused = await terminal.run(command, soon);
      expect(refused).toMatchObject({ outcome: "not-at-prompt", exitCode: null, output: "" });
      expect("reason" in refused && refused.reason).toMatch(
        /^A start-up file started tmux .* shell = "bash --noprofile"/,
      );
      const screen = await terminal.side(["tmux", "-L", socket, "capture-pane", "-p"], { signal, timeoutMs: 10_000 });
      expect(Buffer.from(screen.stdout).toString()).not.toMatch(/echo|out/);

      const withoutIt = await open("bash --noprofile");
      expect(await ran(withoutIt, command)).toEqual(exact);
      expect(sshd.log()).toContain("Accepted publickey");
    },
  );
});

describe("a host that allows one session per connection", needs("ssh", "sshd"), () => {
  it("[TM17] runs commands with no exit code made up, and says why files cannot be looked at", async () => {
    const { open } = await host({ serverConfig: ["MaxSessions 1"] });
    const terminal = await open();
    expect(await ran(terminal, command)).toEqual({ ...exact, exitCode: null, confidence: "heuristic" });
    await expect(terminal.side(["cat", "/etc/hostname"], { signal, timeoutMs: 10_000 })).rejects.toMatchObject({
      code: "ssh.one-session-only",
      nextStep: "Raise MaxSessions in the sshd_config of that host.",
    });
  });

  it("[TM17] has exact results where the person has said which shell it is", async () => {
    const { open } = await host({ serverConfig: ["MaxSessions 1"] });
    const terminal = await open("bash");
    expect(await ran(terminal, command)).toEqual(exact);
    expect((await terminal.run("cd /usr", soon)).cwd).toBe("/usr");
    expect((await terminal.state()).name).toBe("ready");
  });
});
