import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Need, needs } from "../../../test/support/needs.ts";
import { startSshd, type ThrowawaySshd } from "../../../test/support/sshd.ts";
import { neverAborted as signal } from "../../base/index.ts";
import { createSshProbe, type ForegroundLook } from "../probe/foreground-probe.ts";
import { openSshPty } from "./open-ssh-pty.ts";
import { resolveSshHost } from "./resolve-ssh-host.ts";
import { closeMaster } from "./ssh-master.ts";
import { createSshSetup } from "./ssh-setup.ts";

describe("the foreground of a terminal over ssh", needs("ssh", "sshd"), () => {
  let sshd: ThrowawaySshd;
  let open: (typed: string) => Promise<{ probe: ReturnType<typeof createSshProbe>; close(): Promise<void> }>;

  beforeAll(async () => {
    sshd = await startSshd({ homeFiles: { ".bash_profile": "echo noise of a start-up file\n" } });
    const setup = createSshSetup({ env: process.env, configFile: sshd.configFile });
    const host = await resolveSshHost(sshd.name, { setup, signal });
    open = async (typed) => {
      const pty = await openSshPty({ host, setup, cols: 80, rows: 24, start: {}, signal });
      let shown = "";
      const pid = new Promise<number>((resolve) => {
        pty.onData((bytes) => {
          shown += Buffer.from(bytes);
          const found = /pid=(\d+)\r\n/.exec(shown)?.[1];
          if (found !== undefined) resolve(Number(found));
        });
      });
      await pty.where;
      pty.write("echo pid=$$\r");
      const shellPid = await pid;
      const probe = createSshProbe({
        clientPid: pty.pid,
        isLoggedIn: pty.isLoggedIn,
        side: pty.side,
        shellPid: () => shellPid,
      });
      await expect.poll(async () => (await probe.look())?.waiting, { timeout: 20_000 }).toBe("prompt");
      if (typed !== "") pty.write(`${typed}\r`);
      return {
        probe,
        async close() {
          pty.kill();
          await pty.ended;
        },
      };
    };
    return () => closeMaster(host, setup, signal);
  });
  afterAll(() => sshd[Symbol.asyncDispose]());

  const cases: [string, Partial<ForegroundLook>, ...Need[]][] = [
    ["", { program: "bash", waiting: "prompt", isShell: true }],
    ["read x", { program: "bash", waiting: "line-input", isShell: true }],
    ["read -s x", { program: "bash", waiting: "password", isShell: true }],
    ["cat", { program: "cat", waiting: "line-input", isShell: false }],
    ["stty -echo; cat", { program: "cat", waiting: "password", isShell: false }],
    ["sleep 60", { program: "sleep", waiting: "working", isShell: false }],
    ["seq 1000 | less", { program: "less", waiting: "full-screen", isShell: false }, "less"],
    ["vim -u NONE -N", { program: "vim", waiting: "full-screen", isShell: false }, "vim"],
    ["bash --norc", { program: "bash", waiting: "prompt", isShell: false }],
  ];
  for (const [typed, expected, ...wanted] of cases) {
    it(`is told after ${JSON.stringify(typed)}`, needs(...wanted), async () => {
      const { probe, close } = await open(typed);
      try {
        await expect.poll(() => probe.look(), { timeout: 30_000 }).toMatchObject({ ...expected, certainty: "certain" });
        expect(await probe.isEchoOff()).toBe(expected.waiting === "password");
      } finally {
        await close();
      }
    });
  }

  it("cannot be told without the shell's process id, or once the link is gone", async () => {
    const { probe, close } = await open("");
    sshd.dropConnections();
    try {
      expect([await probe.look(), await probe.isEchoOff()]).toEqual([null, null]);
    } finally {
      await close();
    }
  });
});
