import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { type SshdOptions, shellOf, startSshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { resolveSshHost } from "../ssh/resolve-ssh-host.ts";
import { closeMaster } from "../ssh/ssh-master.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { allShells } from "../testing/shells.ts";
import { checkHost, type HostStep } from "./check-host.ts";

const cleanUps: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(options: SshdOptions = {}) {
  const sshd = await startSshd(options);
  cleanUps.push(() => sshd[Symbol.asyncDispose]());
  const setup = createSshSetup({ env: process.env, configFile: sshd.configFile });
  async function check(destination = sshd.name, integration: "auto" | "off" = "auto"): Promise<HostStep[]> {
    const steps: HostStep[] = [];
    for await (const step of checkHost({ destination, setup, integration, shell: null, isAttended: false, signal }))
      steps.push(step);
    return steps;
  }
  cleanUps.push(async () => closeMaster(await resolveSshHost(sshd.name, { setup, signal }), setup, signal));
  return { sshd, check };
}

const brief = (steps: HostStep[]) => steps.map(({ step, ok }) => `${step}: ${ok ? "ok" : "failed"}`);

describe("the check of a host", needs("ssh", "sshd"), () => {
  it("tells every step of a host that works", async () => {
    const { sshd, check } = await start();
    expect(await check()).toEqual([
      { step: "resolve", ok: true, detail: expect.stringMatching(/^.+@127\.0\.0\.1 port \d+$/), nextStep: null },
      { step: "connect", ok: true, detail: expect.stringContaining("OpenSSH"), nextStep: null },
      { step: "host key", ok: true, detail: `ssh-ed25519 ${sshd.hostFingerprint()}`, nextStep: null },
      { step: "login", ok: true, detail: expect.stringMatching(/^.+ by publickey$/), nextStep: null },
      { step: "shell", ok: true, detail: expect.stringMatching(/^bash on ./), nextStep: null },
      { step: "integration", ok: true, detail: "bash: output, exit codes and folders are exact", nextStep: null },
    ]);
  });

  for (const shell of allShells) {
    it(`finds the integration working in ${shell}`, needsShell(shell), async () => {
      const { check } = await start({ shell: shellOf(shell), homeFiles: { ".zshrc": "" } });
      expect((await check()).at(-1)).toMatchObject({
        step: "integration",
        ok: true,
        detail: expect.stringContaining(shell),
      });
    });
  }

  it("types nothing where the integration is switched off", async () => {
    const { check } = await start();
    expect((await check("box", "off")).at(-1)).toEqual({
      step: "integration",
      ok: true,
      detail: "switched off for this host: exit codes are not known there",
      nextStep: null,
    });
  });

  it("stops at the step that fails, with what to do", async () => {
    const { sshd, check } = await start();
    expect(brief(await check("-oProxyCommand=x"))).toEqual(["resolve: failed"]);

    writeFileSync(join(sshd.folder, "authorized_keys"), "");
    expect(brief(await check())).toEqual(["resolve: ok", "connect: ok", "host key: ok", "login: failed"]);

    await sshd.changeHostKey();
    const changed = await check();
    expect(brief(changed)).toEqual(["resolve: ok", "connect: ok", "host key: failed"]);
    expect(changed.at(-1)?.detail).toContain(`Offered: ssh-ed25519 ${sshd.hostFingerprint()}`);
    expect(changed.at(-1)?.nextStep).toContain("ssh-keygen");

    await sshd.stopListening();
    expect(brief(await check())).toEqual(["resolve: ok", "connect: failed"]);
  });

  it("does not take an appliance for a shell", async () => {
    const appliance = ["sh", "-c", "echo 'Switch> unknown command'; exit 1"];
    const { check } = await start({ shell: { interactive: appliance, command: [...appliance, "--"] } });
    const steps = await check();
    expect(brief(steps)).toEqual(["resolve: ok", "connect: ok", "host key: ok", "login: ok", "shell: failed"]);
    expect(steps.at(-1)?.nextStep).toContain('integration = "off"');
  });
});
