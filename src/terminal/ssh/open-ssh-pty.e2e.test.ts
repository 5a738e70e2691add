import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import type { ThrowawaySshd } from "../../../test/support/sshd.ts";
import { closeAll, start } from "../testing/reach-sshd.ts";

const unhurried = { signal: new AbortController().signal, timeoutMs: 30_000 };
afterEach(closeAll);

describe("a terminal over ssh", needs("ssh", "sshd"), () => {
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
    expect(await lost.pty.ended).toEqual({
      why: "link-lost",
      detail: expect.stringMatching(/^The connection to box was lost/),
    });
    expect(await exit).toEqual({ exitCode: null, signal: null });
    await expect(lost.pty.side.run(["true"], unhurried)).rejects.toMatchObject({ code: "ssh.not-connected" });
    const again = await open();
    expect((await again.pty.where).hostKey).toBe(sshd.hostFingerprint());
  });

  it("notices by the user's own keepalive that nothing answers any more", async () => {
    const { sshd, reach } = await start();
    sshd.addClientConfig(["ServerAliveInterval 1", "ServerAliveCountMax 2"]);
    const { pty } = await (await reach()).open();
    await pty.where;
    sshd.freezeConnections();
    expect(await pty.ended).toEqual({
      why: "link-lost",
      detail: "The connection to box was lost: Timeout, server 127.0.0.1 not responding.",
    });
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

  it("uses a connection that somebody else made after it looked for one", async () => {
    const { sshd, reach } = await start();
    const first = await (await reach()).open();
    const where = await first.pty.where;
    // The look of the second terminal finds nothing, as if the first had come a moment later.
    const lied = misleadFirstLook(sshd, "exit 255");
    const second = await (await reach(sshd.name, lied.env)).open();
    expect(await second.pty.where).toEqual(where);
    expect(lied.hasLooked()).toBe(true);
  });

  it("logs in itself when the connection it found is gone before it starts", async () => {
    const { sshd, reach } = await start();
    const lied = misleadFirstLook(sshd, 'echo "Master running (pid=1)" >&2; exit 0');
    const { pty } = await (await reach(sshd.name, lied.env)).open();
    expect((await pty.where).hostKey).toBe(sshd.hostFingerprint());
    expect(lied.hasLooked()).toBe(true);
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
    // Half a word is computed, so that the echo of this line is not taken for its output. bash has set the line back
    // by the time it prints: before that, a return would arrive as it is.
    pty.write('printf "read%s" y; IFS= read -d x -r answer; printf "<%s>" "$answer" | od -An -c\r');
    await until(/ready/);
    pty.write("\r~?\r~.\rx");
    await until(/<\s+\\n\s+~\s+\?\s+\\n\s+~\s+\.\s+\\n\s+>/);
  });

  it("writes nothing on the host it reaches [S4.3]", async () => {
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

/** An ssh client that answers its first `-O check` with something else than the truth. */
function misleadFirstLook(sshd: ThrowawaySshd, answer: string) {
  const bin = join(sshd.folder, "misled");
  const looked = join(bin, "looked");
  mkdirSync(bin);
  const first = `case " $* " in *" -O check "*) [ -e ${looked} ] || { : > ${looked}; ${answer}; };; esac`;
  const path = process.env["PATH"] ?? "";
  writeFileSync(join(bin, "ssh"), `#!/bin/sh\n${first}\nPATH='${path}' exec ssh "$@"\n`, { mode: 0o755 });
  return { env: { PATH: `${bin}${delimiter}${path}` }, hasLooked: () => existsSync(looked) };
}

function listTree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(join(folder, name)).size}`)
    .sort();
}
