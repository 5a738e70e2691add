import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import { shellOf } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { closeAll, start } from "../testing/reach-sshd.ts";
import { allShells } from "../testing/shells.ts";

const unhurried = { signal, timeoutMs: 30_000 };
afterEach(closeAll);

describe("the side channel of a terminal over ssh", needs("ssh", "sshd"), () => {
  for (const shell of allShells) {
    it(`hands over words and input unchanged where the login shell is ${shell}`, needsShell(shell), async () => {
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
    });
  }

  it("[TM8] starts nothing of the folder that it looks at, whatever the PATH there is", needsShell("zsh"), async () => {
    const homeFiles = { ".zshenv": 'export PATH="./tools:tools:$HOME/p/tools:$PATH"\n', ".zshrc": "" };
    const { sshd, reach } = await start({ shell: shellOf("zsh"), homeFiles });
    const ran = join(sshd.home, "ran");
    mkdirSync(join(sshd.home, "p", "tools"), { recursive: true });
    for (const name of ["sh", "find", "printf", "uname", "dash"])
      writeFileSync(join(sshd.home, "p", "tools", name), `#!/bin/bash\necho ${name} >> ${ran}\n`, { mode: 0o755 });
    const { pty } = await (await reach()).open({ cwd: join(sshd.home, "p"), shell: "dash" });
    await pty.where;
    const look = ["sh", "-c", 'find . -name find; printf %s "$PATH"; sh -c uname'];
    const result = await pty.side.run(look, { ...unhurried, cwd: join(sshd.home, "p") });
    const said = Buffer.from(result.stdout).toString();
    expect([result.exitCode, said.split("\n")[0], said.includes("tools:"), existsSync(ran)]).toEqual([
      0,
      "./tools/find",
      false,
      false,
    ]);
  });

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

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
