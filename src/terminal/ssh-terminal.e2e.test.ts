import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../test/support/needs.ts";
import { shellOf, startSshd, type ThrowawaySshd } from "../../test/support/sshd.ts";
import { neverAborted as signal } from "../base/index.ts";
import type { Terminals } from "./contract/terminal.ts";
import { resolveSshHost } from "./ssh/resolve-ssh-host.ts";
import { closeMaster, findMaster } from "./ssh/ssh-master.ts";
import { createSshSetup } from "./ssh/ssh-setup.ts";
import { createTerminals } from "./terminals.ts";
import { hostPids, untilGone } from "./testing/host-watch.ts";
import { describeTerminalContract } from "./testing/terminal-contract.ts";

const stateDir = realpathSync(mkdtempSync(join(tmpdir(), "cotty-ssh-contract-")));
const sshds: ThrowawaySshd[] = [];
const opened: Terminals[] = [];
let sessions = 0;

async function reach(options: Parameters<typeof startSshd>[0] = {}) {
  const sshd = await startSshd(options);
  sshds.push(sshd);
  const terminals = createTerminals({ stateDir, env: process.env, sshConfigFile: sshd.configFile });
  opened.push(terminals);
  const open = () =>
    terminals.open({ target: `ssh:${sshd.name}`, owner: { session: `ses_${sessions++}`, epoch: 1 }, signal });
  return { sshd, open };
}

afterAll(async () => {
  for (const terminals of opened) await terminals[Symbol.asyncDispose]();
  for (const sshd of sshds) {
    const setup = createSshSetup({ env: process.env, configFile: sshd.configFile });
    await closeMaster(await resolveSshHost(sshd.name, { setup, signal }), setup, signal);
    await sshd[Symbol.asyncDispose]();
  }
  rmSync(stateDir, { recursive: true, force: true });
});

describe("over ssh", needs("ssh", "sshd"), () => {
  let box: Awaited<ReturnType<typeof reach>>;
  beforeAll(async () => {
    box = await reach();
  });

  describeTerminalContract(
    "a terminal on another host [S0.31]",
    async () => ({ terminal: await box.open(), cwd: realpathSync(box.sshd.home) }),
    { isResizeLate: true },
  );

  it("a terminal says where it is and which shell it has", async () => {
    const terminal = await box.open();
    await using _closed = terminal;
    expect(terminal.shell).toBe("bash");
    expect(terminal.where).toMatchObject({ target: "ssh:box", hostKey: box.sshd.hostFingerprint() });
  });

  it("a host ends with its terminals, although the shared connection waits for the next one", async () => {
    const ownState = realpathSync(mkdtempSync(join(tmpdir(), "cotty-ssh-end-")));
    const { sshd } = await reach({ name: "brief" });
    const terminals = createTerminals({ stateDir: ownState, env: process.env, sshConfigFile: sshd.configFile });
    const owner = { session: "ses_brief", epoch: 1 };
    const terminal = await terminals.open({ target: `ssh:${sshd.name}`, owner, signal });
    expect((await terminal.run("true", { signal, timeoutMs: 20_000 })).outcome).toBe("exited");
    const [host = 0] = hostPids(ownState);
    await terminals[Symbol.asyncDispose]();
    await untilGone(host);
    const setup = createSshSetup({ env: process.env, configFile: sshd.configFile });
    expect(await findMaster(await resolveSshHost(sshd.name, { setup, signal }), setup, signal)).toBeGreaterThan(0);
    rmSync(ownState, { recursive: true, force: true });
  });

  it("a login that asks is handed over at once, and goes on when the person has answered", async () => {
    const { open, sshd } = await reach({ name: "locked", passphrase: "open sesame" });
    const terminal = await open();
    await using _closed = terminal;
    expect((await terminal.state()).name).toBe("starting");
    expect((await terminal.run("echo no", { signal, timeoutMs: 5_000 })).outcome).toBe("not-at-prompt");
    await terminal.secret("open sesame");
    await expect.poll(async () => (await terminal.state()).name, { timeout: 30_000 }).toBe("ready");
    const result = await terminal.run("echo yes", { signal, timeoutMs: 20_000 });
    expect(result).toMatchObject({ outcome: "exited", exitCode: 0, output: "yes\n" });
    expect(terminal.where.hostKey).toBe(sshd.hostFingerprint());
  });

  it("a login that fails is an error with the step, and nothing is opened", async () => {
    const { open, sshd } = await reach({ name: "strange" });
    sshd.forgetHost();
    await expect(open()).rejects.toMatchObject({ code: "ssh.host-key-unknown" });
  });

  it("a shell without a line editor is prepared too, since its name is asked for first", async () => {
    const { open } = await reach({ name: "plain", shell: shellOf("dash") });
    const terminal = await open();
    await using _closed = terminal;
    const result = await terminal.run("(exit 5)", { signal, timeoutMs: 20_000 });
    expect(result).toMatchObject({ outcome: "exited", exitCode: 5, confidence: "marks" });
  });

  it("a terminal writes nothing on the other host, prepared as it is", async () => {
    const { open, sshd } = await reach({ name: "clean", homeFiles: { ".bash_profile": "unset HISTFILE\n" } });
    const listing = () => readdirSync(sshd.home, { recursive: true, encoding: "utf8" }).sort();
    const before = [listing(), readFileSync(join(sshd.home, ".bash_profile"), "utf8")];
    const terminal = await open();
    for (const command of ["echo one", "cd /; pwd", "cat <<X\ntwo\nX", "(exit 3)"]) {
      await terminal.run(command, { signal, timeoutMs: 20_000 });
    }
    await terminal.close();
    expect([listing(), readFileSync(join(sshd.home, ".bash_profile"), "utf8")]).toEqual(before);
  });

  it("a dozen hosts at once are all logged in to, and every shell is prepared", async () => {
    const { sshd } = await reach({ name: "many" });
    const block = readFileSync(sshd.configFile, "utf8");
    const names = Array.from({ length: 12 }, (_, index) => `many-${index}`);
    const config = join(sshd.folder, "many-config");
    // Each reaches the server in a way of its own, so each is a connection of its own.
    const blocks = names.map(
      (name, index) => `${block.replace("Host many", `Host ${name}`)}  NumberOfPasswordPrompts ${index + 1}\n`,
    );
    writeFileSync(config, blocks.join(""), { mode: 0o600 });
    await using terminals = createTerminals({ stateDir, env: process.env, sshConfigFile: config });
    const ran = await Promise.all(
      names.map(async (name) => {
        const owner = { session: `ses_${name}`, epoch: 1 };
        const terminal = await terminals.open({ target: `ssh:${name}`, owner, signal });
        const { outcome, output, confidence } = await terminal.run(`echo ${name}`, { signal, timeoutMs: 60_000 });
        return { outcome, output, confidence };
      }),
    );
    expect(ran).toEqual(names.map((name) => ({ outcome: "exited", output: `${name}\n`, confidence: "marks" })));
  });

  it("a lost link closes the terminal with the reason, and what runs is not called finished", async () => {
    const { open, sshd } = await reach({ name: "flaky" });
    const terminal = await open();
    const running = terminal.run("echo begun; sleep 600", { signal, timeoutMs: 60_000 });
    const isRunning = expect
      .poll(async () => (await terminal.state()).foreground?.program, { timeout: 30_000 })
      .toBe("sleep");
    // Should it end before the link does, this shows how.
    expect(await Promise.race([running, isRunning.then(() => "it runs")])).toBe("it runs");
    sshd.dropConnections();
    expect(await running).toMatchObject({ outcome: "terminal-closed", exitCode: null });
    await expect
      .poll(async () => (await terminal.state().catch(() => null))?.end ?? null, { timeout: 20_000 })
      .toEqual({ why: "link-lost", detail: expect.stringMatching(/^The connection to flaky was lost/) });
    await terminal.close();
  });
});
