import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, it } from "vitest";
import { listTerminalLogs, removeTerminalLogs } from "./raw-log/terminal-logs.ts";
import { exportRecording } from "./recording/export-recording.ts";
import { readRecording } from "./recording/recording.ts";
import { createTerminals } from "./terminals.ts";

const stateDir = mkdtempSync(join(tmpdir(), "cotty-terminals-"));
const terminals = createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir } });
afterAll(async () => {
  await terminals[Symbol.asyncDispose]();
  rmSync(stateDir, { recursive: true, force: true });
});

const { signal } = new AbortController();
const soon = { signal, timeoutMs: 20_000 };
const open = (session: string, shell = "/bin/bash") =>
  terminals.open({ target: "local", owner: { session, epoch: 1 }, shell, cwd: stateDir, signal });

describe("terminals", () => {
  it("that are expected find their host running, also when they come while it starts", async () => {
    const hosts = () => readdirSync(join(stateDir, "hosts")).filter((name) => name.endsWith(".json"));
    void terminals.prepare();
    await terminals.prepare();
    const prepared = hosts();
    const terminal = await open("ses_expected");
    await terminals.prepare();
    expect(prepared).toHaveLength(1);
    expect(hosts()).toEqual(prepared);
    await terminal.close();
    removeTerminalLogs({ stateDir, session: "ses_expected" });
  });

  it("leave a log that can be listed, exported and removed by session", async () => {
    const terminal = await open("ses_kept");
    const other = await open("ses_other");
    await terminal.run("echo 'for the record'", soon);
    await terminal.close();
    await other.close();
    expect(listTerminalLogs({ stateDir, session: "ses_kept" })).toMatchObject([{ id: terminal.id, shell: "bash" }]);
    const recording = readRecording({ stateDir, terminalId: terminal.id });
    if (recording === null) throw new Error("There is no recording.");
    let text = "";
    for await (const part of exportRecording(recording, { format: "txt" })) text += part;
    expect(text).toContain("echo 'for the record'\nfor the record\n");
    let cast = "";
    for await (const part of exportRecording(recording, { format: "cast" })) cast += part;
    expect(cast).toContain('"m","echo \'for the record\'"]');
    // Marks are for us: nothing of them may show when it is played.
    expect(cast).not.toContain("7711");
    expect(removeTerminalLogs({ stateDir, session: "ses_kept" })).toEqual([terminal.id]);
    expect(listTerminalLogs({ stateDir }).map(({ id }) => id)).toEqual([other.id]);
  });

  it("are forgotten once they are closed, although their host lives on", async () => {
    const keeper = await open("ses_keeper");
    // In a function of its own: nothing of this one's frame may hold the terminal.
    const closed = await (async () => {
      const terminal = await open("ses_gone");
      await terminal.run("true", soon);
      await terminal.close();
      return new WeakRef(terminal);
    })();
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    while (closed.deref() !== undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    expect((await keeper.run("echo here", soon)).output).toBe("here\n");
    await keeper.close();
  });

  it("say which shell or folder does not exist, and leave nothing behind", async () => {
    const before = readdirSync(join(stateDir, "terminals"));
    await expect(open("ses_none", "/bin/no-such-shell")).rejects.toMatchObject({ code: "terminal.no-such-program" });
    await expect(open("ses_none", "bash /nonexistent/script")).rejects.toMatchObject({
      code: "terminal.no-shell",
      message: expect.stringMatching(
        /^The shell "bash" ended with exit code 127 before its first prompt\. It said: .*No such file or directory$/,
      ),
    });
    const nowhere = { target: "local", owner: { session: "ses_none", epoch: 1 }, cwd: "/no/such/folder", signal };
    await expect(terminals.open(nowhere)).rejects.toMatchObject({ code: "terminal.no-such-folder" });
    expect(readdirSync(join(stateDir, "terminals"))).toEqual(before);
  });

  it("stop opening when told to, and leave nothing behind", async () => {
    const before = readdirSync(join(stateDir, "terminals"));
    const slowShell = join(stateDir, "slow-shell");
    writeFileSync(slowShell, "#!/bin/sh\necho started > started\nexec sleep 60\n");
    chmodSync(slowShell, 0o700);
    const controller = new AbortController();
    const opening = terminals.open({
      target: "local",
      owner: { session: "ses_stopped", epoch: 1 },
      shell: slowShell,
      cwd: stateDir,
      signal: controller.signal,
    });
    while (!existsSync(join(stateDir, "started"))) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(opening).rejects.toMatchObject({ name: "AbortError" });
    await expect.poll(() => readdirSync(join(stateDir, "terminals"))).toEqual(before);
  });
});
