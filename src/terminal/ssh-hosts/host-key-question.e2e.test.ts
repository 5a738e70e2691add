import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import type { ThrowawaySshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { createSshSetup } from "../ssh/ssh-setup.ts";
import { closeAll, start } from "../testing/reach-sshd.ts";
import { acceptHostKey, askForHostKey, isHostListed } from "./host-key-question.ts";

afterEach(closeAll);

const way = (destination: string, configFile: string) => ({
  destination,
  setup: createSshSetup({ env: process.env, configFile }),
  signal,
});
const known = (sshd: ThrowawaySshd) => readFileSync(sshd.knownHostsFile, "utf8");

describe("a host key that nobody has accepted yet", needs("ssh", "sshd"), () => {
  it("is shown as the host offers it, and kept only under the fingerprint that was compared", async () => {
    const { sshd } = await start();
    const box = way("box", sshd.configFile);
    sshd.forgetHost();
    const question = {
      host: "box",
      address: expect.stringMatching(new RegExp(`^.+@127\\.0\\.0\\.1 port ${sshd.port}$`)),
      onTheWayTo: null,
      type: "ssh-ed25519",
      fingerprint: sshd.hostFingerprint(),
      file: sshd.knownHostsFile,
    };
    expect([await askForHostKey(box), await isHostListed(box), known(sshd)]).toEqual([question, false, ""]);

    await sshd.changeHostKey();
    await expect(acceptHostKey({ ...box, fingerprint: question.fingerprint })).rejects.toMatchObject({
      code: "ssh.host-key-other",
      message: expect.stringContaining(sshd.hostFingerprint()),
    });
    expect(known(sshd)).toBe("");

    const accepted = { ...question, fingerprint: sshd.hostFingerprint() };
    expect(await acceptHostKey({ ...box, fingerprint: sshd.hostFingerprint() })).toEqual(accepted);
    expect([await askForHostKey(box), await isHostListed(box)]).toEqual([null, true]);
    expect(known(sshd)).toBe(`[127.0.0.1]:${sshd.port} ${publicKey(sshd)}\n`);
  });

  it("is kept as the configuration wants it, behind what stands in the file already", async () => {
    const { sshd } = await start();
    sshd.addClientConfig(["HashKnownHosts yes", "HostKeyAlias the-box"]);
    writeFileSync(sshd.knownHostsFile, "# no newline at the end");
    await acceptHostKey({ ...way("box", sshd.configFile), fingerprint: sshd.hostFingerprint() });
    const [comment, line] = known(sshd).split("\n");
    expect(comment).toBe("# no newline at the end");
    expect(line).toMatch(/^\|1\|\S+\|\S+ ssh-ed25519 /);
    expect(await isHostListed(way("box", sshd.configFile))).toBe(true);
  });

  it("is never a question where another key is known: that is an error with both", async () => {
    const { sshd } = await start();
    const before = sshd.hostFingerprint();
    await sshd.changeHostKey();
    const after = sshd.hostFingerprint();
    const box = way("box", sshd.configFile);
    const error = { code: "ssh.host-key-changed", message: expect.stringMatching(both(before, after)) };
    await expect(askForHostKey(box)).rejects.toMatchObject(error);
    await expect(acceptHostKey({ ...box, fingerprint: after })).rejects.toMatchObject(error);
    expect(known(sshd)).not.toContain(publicKey(sshd));
  });

  it("is asked about for the jump host first, then for the host behind it", async () => {
    const gate = (await start({ name: "gate" })).sshd;
    const inner = (await start({ name: "inner" })).sshd;
    inner.addClientConfig(["ProxyJump gate"]);
    const config = join(inner.folder, "both");
    writeFileSync(config, readFileSync(inner.configFile, "utf8") + readFileSync(gate.configFile, "utf8"));
    gate.forgetHost();
    inner.forgetHost();
    const there = way("inner", config);
    expect(await askForHostKey(there)).toMatchObject({
      host: "gate",
      onTheWayTo: "inner",
      fingerprint: gate.hostFingerprint(),
    });
    await acceptHostKey({ ...there, fingerprint: gate.hostFingerprint() });
    expect(await askForHostKey(there)).toMatchObject({
      host: "inner",
      onTheWayTo: null,
      fingerprint: inner.hostFingerprint(),
    });
    await acceptHostKey({ ...there, fingerprint: inner.hostFingerprint() });
    expect(await askForHostKey(there)).toBeNull();
  });

  it("cannot be asked for where nothing answers", async () => {
    const { sshd } = await start();
    await sshd.stopListening();
    await expect(askForHostKey(way("box", sshd.configFile))).rejects.toMatchObject({ code: "ssh.connect-failed" });
  });
});

function publicKey(sshd: ThrowawaySshd): string {
  return readFileSync(join(sshd.folder, "host_key.pub"), "utf8").split(" ").slice(0, 2).join(" ");
}

function both(before: string, after: string): RegExp {
  const plain = (text: string) => text.replace(/[+/.]/g, "\\$&");
  return new RegExp(`Known: ssh-ed25519 ${plain(before)}.*Offered: ssh-ed25519 ${plain(after)}`);
}
