import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import type { LoginQuestion } from "../../../test/support/sshd-logins.ts";
import { UserError } from "../../base/index.ts";
import { createSshProbe } from "../probe/foreground-probe.ts";
import { closeAll, reach, start } from "../testing/reach-sshd.ts";
import type { SshPty } from "./open-ssh-pty.ts";

afterEach(closeAll);

const failureOf = async (pty: SshPty) => {
  const error = await pty.where.then(
    () => null,
    (reason: unknown) => reason,
  );
  const end = await pty.ended;
  if (!(error instanceof UserError) || end.why !== "login-failed") throw new Error(`It did not fail: ${end.why}`);
  return { step: end.failure.step, code: error.code, message: error.message, nextStep: error.nextStep };
};

describe("a login that fails", needs("ssh", "sshd"), () => {
  it("stops at an unknown host key with its fingerprint, and accepts nothing by itself", async () => {
    const { sshd, reach } = await start();
    sshd.forgetHost();
    const { pty, shown } = await (await reach()).open();
    expect(await failureOf(pty)).toEqual({
      step: "host key",
      code: "ssh.host-key-unknown",
      message: expect.stringContaining(`Known: none. Offered: ssh-ed25519 ${sshd.hostFingerprint()}.`),
      nextStep: `Compare the fingerprint with one you trust, then accept it: ssh -F ${sshd.configFile} box`,
    });
    expect([shown(), readFileSync(sshd.knownHostsFile, "utf8")]).toEqual(["", ""]);
  });

  it("stops at a changed host key with both fingerprints", async () => {
    const { sshd, reach } = await start();
    const known = sshd.hostFingerprint();
    await sshd.changeHostKey();
    const { pty } = await (await reach()).open();
    expect(await failureOf(pty)).toEqual({
      step: "host key",
      code: "ssh.host-key-changed",
      message: expect.stringContaining(
        `Known: ssh-ed25519 ${known} (${sshd.knownHostsFile}:1). Offered: ssh-ed25519 ${sshd.hostFingerprint()}.`,
      ),
      nextStep: expect.stringContaining(`ssh-keygen -f "${sshd.knownHostsFile}" -R "[127.0.0.1]:${sshd.port}"`),
    });
  });

  it("stops at a changed key even where the configuration would let anything through", async () => {
    const { sshd, reach } = await start();
    sshd.addClientConfig(["StrictHostKeyChecking no"]);
    await sshd.changeHostKey();
    const { pty } = await (await reach()).open();
    expect((await failureOf(pty)).code).toBe("ssh.host-key-changed");
  });

  it("learns a new host where the configuration says so", async () => {
    const { sshd, reach } = await start();
    sshd.addClientConfig(["StrictHostKeyChecking accept-new"]);
    sshd.forgetHost();
    const { pty } = await (await reach()).open();
    expect((await pty.where).hostKey).toBe(sshd.hostFingerprint());
    expect(readFileSync(sshd.knownHostsFile, "utf8")).toContain("ssh-ed25519");
  });

  it("says who does not answer when nothing listens there [S2.38]", async () => {
    const { sshd, reach } = await start();
    await sshd.stopListening();
    const { pty } = await (await reach()).open();
    expect(await failureOf(pty)).toMatchObject({
      step: "connect",
      code: "ssh.connect-failed",
      message: expect.stringMatching(/box \(.*@127\.0\.0\.1 port \d+\) does not answer: Connection refused/),
      nextStep: expect.stringContaining(`ssh -F ${sshd.configFile} box`),
    });
  });

  it("says which name cannot be found", async () => {
    const { sshd, reach } = await start();
    sshd.addClientConfig(["HostName no-such-host.invalid"]);
    const { pty } = await (await reach()).open();
    expect(await failureOf(pty)).toMatchObject({ step: "resolve", code: "ssh.host-unknown" });
  });

  it("says that the login was refused, and what the host accepts [S2.38]", async () => {
    const { sshd, reach } = await start();
    writeFileSync(join(sshd.folder, "authorized_keys"), "");
    const { pty } = await (await reach()).open();
    expect(await failureOf(pty)).toMatchObject({
      step: "login",
      code: "ssh.login-refused",
      message: expect.stringContaining("It accepts: publickey."),
    });
  });

  it("never reaches a shell on this machine instead", async () => {
    const { sshd, reach } = await start();
    await sshd.stopListening();
    const { pty, shown } = await (await reach()).open();
    pty.write("echo leaked-$((40+2))\r");
    await pty.ended;
    expect(shown()).not.toContain("leaked-42");
  });
});

describe("a login that asks", needs("ssh", "sshd"), () => {
  it("shows its question in the terminal, is seen as a password prompt, and goes on with the answer", async () => {
    const { sshd, reach } = await start({ passphrase: "open sesame" });
    const { pty, until, shown } = await (await reach()).open();
    const probe = createSshProbe({
      clientPid: pty.pid,
      isLoggedIn: pty.isLoggedIn,
      side: pty.side,
      shellPid: () => null,
    });
    await until(/Enter passphrase for key/);
    await expect
      .poll(() => probe.look(), { timeout: 20_000 })
      .toEqual({
        program: "ssh",
        waiting: "password",
        isShell: false,
        shellReadsAt: "",
        shellImage: "",
        isSurelyPrompt: false,
        mayBePrompt: false,
        certainty: "certain",
      });
    expect([await probe.isEchoOff(), pty.isLoggedIn()]).toEqual([true, false]);
    pty.write("open sesame\r");
    expect((await pty.where).hostKey).toBe(sshd.hostFingerprint());
    expect([pty.isLoggedIn(), shown().includes("sesame")]).toEqual([true, false]);
  });
});

describe("a login by password and code", needs("ssh", "sshd", "root"), () => {
  it("asks for one after the other, and a wrong password again", async () => {
    const questions: LoginQuestion[] = [
      { method: "password", answer: "open sesame" },
      { method: "keyboard-interactive", answer: "123456" },
    ];
    const { sshd, reach } = await start({ questions });
    const { pty, until, shown } = await (await reach()).open();
    await until(/password: $/);
    pty.write("wrong\r");
    await until(/password: .*password: $/s);
    pty.write("open sesame\r");
    await until(/\) Password: $/);
    expect(pty.isLoggedIn()).toBe(false);
    pty.write("123456\r");
    expect((await pty.where).hostKey).toBe(sshd.hostFingerprint());
    expect([pty.isLoggedIn(), /sesame|123456|wrong/.test(shown())]).toEqual([true, false]);
  });

  it("is refused by name when no answer was right", async () => {
    const { reach } = await start({ questions: [{ method: "password", answer: "open sesame" }] });
    const { pty, until } = await (await reach()).open();
    for (let asked = 1; asked <= 3; asked++) {
      await until(new RegExp(`^(.*password: ){${asked}}$`, "s"));
      pty.write("wrong\r");
    }
    expect(await failureOf(pty)).toMatchObject({ step: "login", code: "ssh.login-refused" });
  });
});

describe("a host behind a jump host", needs("ssh", "sshd"), () => {
  async function startBoth() {
    const gate = await start({ name: "gate" });
    const inner = await start({ name: "inner" });
    const both = join(inner.sshd.folder, "both");
    inner.sshd.addClientConfig(["ProxyJump gate"]);
    writeFileSync(both, readFileSync(inner.sshd.configFile, "utf8") + readFileSync(gate.sshd.configFile, "utf8"));
    return { gate: gate.sshd, inner: inner.sshd, reachInner: () => reach("inner", both) };
  }

  it("is reached through it, with the inner host's own key", async () => {
    const { gate, inner, reachInner } = await startBoth();
    const { pty } = await (await reachInner()).open();
    expect((await pty.where).hostKey).toBe(inner.hostFingerprint());
    expect(gate.log()).toContain("Accepted publickey");
  });

  it("is not reached when the key of the jump host is unknown, and the jump host is named", async () => {
    const { gate, inner, reachInner } = await startBoth();
    gate.forgetHost();
    const { pty } = await (await reachInner()).open();
    expect(await failureOf(pty)).toMatchObject({
      step: "host key",
      code: "ssh.host-key-unknown",
      message: expect.stringMatching(
        new RegExp(`\\[127\\.0\\.0\\.1\\]:${gate.port}.*, on the way to inner\\. Known: none\\. Offered: SHA256:`),
      ),
    });
    expect([readFileSync(gate.knownHostsFile, "utf8"), inner.log().includes("Accepted")]).toEqual(["", false]);
  });
});
