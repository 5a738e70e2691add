import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { hasSshd, loginShells, type SshdOptions, shellOf, startSshd } from "../../../test/support/sshd.ts";
import { UserError } from "../../base/index.ts";
import { createSshProbe } from "../foreground-probe.ts";
import { openSshPty, type SshPty } from "./open-ssh-pty.ts";
import { resolveSshHost } from "./resolve-ssh-host.ts";
import type { RemoteStart } from "./ssh-arguments.ts";
import { closeMaster } from "./ssh-master.ts";
import { createSshSetup } from "./ssh-setup.ts";

const signal = new AbortController().signal;
const unhurried = { signal, timeoutMs: 30_000 };
const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(options: SshdOptions = {}) {
  const sshd = await startSshd(options);
  cleanUps.push(() => sshd[Symbol.asyncDispose]());
  return { sshd, reach: (destination = sshd.name) => reach(destination, sshd.configFile) };
}

/** A way to open terminals on a destination, as the product does. */
async function reach(destination: string, configFile: string) {
  const setup = createSshSetup({ env: process.env, configFile });
  const host = await resolveSshHost(destination, { setup, signal });
  cleanUps.push(() => closeMaster(host, setup, signal));
  return {
    host,
    async open(remote: RemoteStart = {}) {
      const pty = await openSshPty({ host, setup, cols: 80, rows: 24, start: remote, signal });
      cleanUps.push(async () => {
        pty.kill("SIGKILL");
        await pty.ended;
      });
      return watched(pty);
    },
  };
}

function watched(pty: SshPty) {
  let shown = "";
  const listeners = new Set<() => void>();
  pty.onData((bytes) => {
    shown += Buffer.from(bytes).toString();
    for (const listener of listeners) listener();
  });
  return {
    pty,
    shown: () => shown,
    until: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!pattern.test(shown)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}

const failureOf = async (pty: SshPty) => {
  const error = await pty.where.then(
    () => null,
    (reason: unknown) => reason,
  );
  const end = await pty.ended;
  if (!(error instanceof UserError) || end.why !== "login-failed") throw new Error(`It did not fail: ${end.why}`);
  return { step: end.failure.step, code: error.code, message: error.message, nextStep: error.nextStep };
};

describe.runIf(hasSshd)("a terminal over ssh", () => {
  it("says where it really is: host, user, key and machine, as that machine tells it", async () => {
    const { sshd, reach } = await start();
    const { open } = await reach();
    const first = await open();
    const where = await first.pty.where;
    expect(where).toEqual({
      target: "ssh:box",
      host: expect.stringMatching(/./),
      user: expect.stringMatching(/./),
      shell: expect.stringMatching(/\/bash$/),
      hostKey: sshd.hostFingerprint(),
      ...(where.machineId === undefined ? {} : { machineId: expect.stringMatching(/^[0-9a-f]{32}$/) }),
    });
    expect(await (await open()).pty.where).toEqual(where);
  });

  it("keeps the exit code of the shell, even the one that ssh uses for its own failures", async () => {
    const { open } = await (await start()).reach();
    for (const code of [0, 3, 255]) {
      const { pty } = await open();
      await pty.where;
      pty.write(`exit ${code}\r`);
      expect(await pty.ended).toEqual({ why: "shell-exited", exitCode: code });
    }
  });

  it("tells a lost link from an exit, and can be opened again", async () => {
    const { sshd, reach } = await start();
    const { open } = await reach();
    const lost = await open();
    await lost.pty.where;
    const exit = new Promise((resolve) => lost.pty.onExit(resolve));
    sshd.dropConnections();
    expect(await lost.pty.ended).toEqual({ why: "link-lost", detail: "The connection to box was lost." });
    expect(await exit).toEqual({ exitCode: null, signal: null });
    await expect(lost.pty.side.run(["true"], unhurried)).rejects.toMatchObject({ code: "ssh.not-connected" });
    const again = await open();
    expect((await again.pty.where).hostKey).toBe(sshd.hostFingerprint());
  });

  it("stays open when the terminal that logged in first is closed", async () => {
    const { open } = await (await start()).reach();
    const first = await open();
    await first.pty.where;
    const second = await open();
    await second.pty.where;
    first.pty.kill();
    expect(await first.pty.ended).toEqual({ why: "closed" });
    second.pty.write("echo still-$((40+2))\r");
    await second.until(/still-42/);
  });

  it("starts the shell, folder and environment that are asked for", async () => {
    const { open } = await (await start()).reach();
    const { pty, until } = await open({ cwd: "/usr/lib", shell: "dash", env: { GREETING: "it's; $HOME" } });
    pty.write('echo "$0 $PWD <$GREETING>"\r');
    await until(/dash \/usr\/lib <it's; \$HOME>/);
  });

  it.each([
    [{ shell: "no-such-shell" }, "terminal.no-such-program"],
    [{ cwd: "/no/such/folder" }, "terminal.no-such-folder"],
  ])("refuses %j by name", async (remote, code) => {
    const { open } = await (await start()).reach();
    const { pty } = await open(remote);
    await expect(pty.where).rejects.toMatchObject({ code });
  });

  it("passes every byte that is typed, a tilde after a newline too", async () => {
    const { open } = await (await start()).reach();
    const { pty, until } = await open();
    await pty.where;
    // The question mark would print the client's help, the full stop would end the connection.
    pty.write('IFS= read -d x -r answer; printf "<%s>" "$answer" | od -An -c\r');
    await until(/\?2004l/); // bash has handed the line over to the command
    pty.write("\r~?\r~.\rx");
    await until(/<\s+\\n\s+~\s+\?\s+\\n\s+~\s+\.\s+\\n\s+>/);
  });

  it("writes nothing on the host it reaches", async () => {
    const { sshd, reach } = await start({ homeFiles: { ".bashrc": "", ".bash_profile": "unset HISTFILE\n" } });
    const before = listTree(sshd.home);
    const { open } = await reach();
    const { pty, until } = await open();
    await pty.where;
    await pty.side.run(["true"], unhurried);
    pty.write("echo done-$((1+1))\r");
    await until(/done-2/);
    pty.write("exit\r");
    await pty.ended;
    expect(listTree(sshd.home)).toEqual(before);
  });
});

describe.runIf(hasSshd)("a login that fails", () => {
  it("stops at an unknown host key with its fingerprint, and accepts nothing by itself", async () => {
    const { sshd, reach } = await start();
    sshd.forgetHost();
    const { pty, shown } = await (await reach()).open();
    expect(await failureOf(pty)).toEqual({
      step: "host key",
      code: "ssh.host-key-unknown",
      message: expect.stringContaining(`Known: none. Offered: ssh-ed25519 ${sshd.hostFingerprint()}.`),
      nextStep: `Compare the fingerprint with one you trust, then accept it once in your own shell: ssh -F ${sshd.configFile} box`,
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

  it("says who does not answer when nothing listens there", async () => {
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

  it("says that the login was refused, and what the host accepts", async () => {
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

describe.runIf(hasSshd)("a login that asks", () => {
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
      .toEqual({ program: "ssh", waiting: "password", isShell: false, certainty: "certain" });
    expect([await probe.isEchoOff(), pty.isLoggedIn()]).toEqual([true, false]);
    pty.write("open sesame\r");
    expect((await pty.where).hostKey).toBe(sshd.hostFingerprint());
    expect([pty.isLoggedIn(), shown().includes("sesame")]).toEqual([true, false]);
  });
});

describe.runIf(hasSshd)("a host behind a jump host", () => {
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

describe.runIf(hasSshd)("the side channel of a terminal over ssh", () => {
  it.each(Object.keys(loginShells))(
    "hands over words and input unchanged where the login shell is %s",
    async (shell) => {
      const noise = "echo noise; echo noise >&2\n";
      const { open } = await (
        await start({ shell: shellOf(shell), homeFiles: { ".bashrc": noise, ".zshenv": noise, ".profile": noise } })
      ).reach();
      const { pty } = await open();
      await pty.where;
      const words = ["a b", "c'd", 'e"f', "back\\slash", "$HOME", "`id`", "!!", "%s", "", "x\ny", "日本"];
      const stdin = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
      const result = await pty.side.run(["sh", "-c", 'printf "%s|" "$@"; cat; echo err >&2; exit 7', "sh", ...words], {
        ...unhurried,
        stdin,
        cwd: "/usr",
      });
      expect({ ...result, stdout: Buffer.from(result.stdout), stderr: Buffer.from(result.stderr).toString() }).toEqual({
        stdout: Buffer.concat([Buffer.from(words.map((word) => `${word}|`).join("")), stdin]),
        stderr: "err\n",
        exitCode: 7,
        timedOut: false,
        truncated: false,
      });
    },
  );

  it("ends the program at the other end on time-out, on overflow and on abort", async () => {
    const { sshd, reach } = await start();
    const { pty } = await (await reach()).open();
    await pty.where;
    const pids = () => readFileSync(join(sshd.home, "pids"), "utf8").trim().split("\n").map(Number);
    const remember = `echo $$ >> ${sshd.home}/pids;`;
    const timedOut = await pty.side.run(["sh", "-c", `${remember} echo early; sleep 600; true`], {
      signal,
      timeoutMs: 3_000,
    });
    const tooMuch = await pty.side.run(["sh", "-c", `${remember} yes; true`], { ...unhurried, maxBytes: 100 });
    const stop = new AbortController();
    const aborted = pty.side.run(["sh", "-c", `${remember} sleep 600; true`], { ...unhurried, signal: stop.signal });
    await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(3);
    stop.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect([timedOut.timedOut, Buffer.from(timedOut.stdout).toString(), tooMuch.truncated]).toEqual([
      true,
      "early\n",
      true,
    ]);
    expect(Buffer.from(tooMuch.stdout).toString()).toBe("y\n".repeat(50));
    await expect.poll(() => pids().filter(isAlive), { timeout: 20_000 }).toEqual([]);
  });

  it("says 127 for a program that is not there, and why nothing runs where the host allows one session only", async () => {
    const { open } = await (await start()).reach();
    const { pty } = await open();
    await pty.where;
    expect((await pty.side.run(["no-such-program-zz"], unhurried)).exitCode).toBe(127);

    const single = await (await start({ name: "single", serverConfig: ["MaxSessions 1"] })).reach("single");
    const only = await single.open();
    expect(await only.pty.where).toMatchObject({ target: "ssh:single", host: "127.0.0.1" });
    await expect(only.pty.side.run(["true"], unhurried)).rejects.toMatchObject({ code: "ssh.one-session-only" });
  });
});

function listTree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(join(folder, name)).size}`)
    .sort();
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
