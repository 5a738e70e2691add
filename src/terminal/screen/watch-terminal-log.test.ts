import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createTerminals } from "../terminals.ts";
import { serializeTerminal } from "./serialize-terminal.ts";
import { watchTerminalLog } from "./watch-terminal-log.ts";

const stateDir = mkdtempSync(join(tmpdir(), "cotty-watch-"));
const terminals = createTerminals({ stateDir, env: { PATH: process.env["PATH"], HOME: stateDir } });
afterAll(async () => {
  await terminals[Symbol.asyncDispose]();
  rmSync(stateDir, { recursive: true, force: true });
});

const { signal } = new AbortController();

describe("a terminal of another process", () => {
  it("ends where its log ends, and shows what it shows in its present size", async () => {
    const owner = { session: "ses_watched", epoch: 1 };
    const terminal = await terminals.open({ target: "local", owner, shell: "/bin/bash", cwd: stateDir, signal });
    await terminal.resize({ cols: 60, rows: 12 });
    await terminal.run("printf '\\033[31mred\\033[0m\\n'; seq 1 40", { signal, timeoutMs: 20_000 });
    // The prompt comes behind the command's end, and nothing behind the prompt.
    await expect.poll(async () => (await terminal.screen()).text.trimEnd()).toMatch(/40\n.*[#$]$/);
    const { offset } = await terminal.state();
    const watched = watchTerminalLog({ stateDir, terminalId: terminal.id });
    if (watched === null) throw new Error("The terminal has no log.");
    expect(await watched.screen()).toEqual({ cols: 60, rows: 12, alternate: false });
    await expect.poll(() => watched.state()).toEqual({ offset });
    const [theirs, ours] = [
      await serializeTerminal(watched, { signal }),
      await serializeTerminal(terminal, { signal }),
    ];
    expect({ ...theirs, bytes: Buffer.from(theirs.bytes).toString() }).toEqual({
      ...ours,
      bytes: Buffer.from(ours.bytes).toString(),
    });
    expect(Buffer.from(theirs.bytes).toString()).toContain("\x1b[31mred");
    await terminal.close();
  });

  it("is none where there is no such terminal, whatever its name", () => {
    const ids = ["term_0123456789abcdef", "../../etc", ""];
    expect(ids.map((terminalId) => watchTerminalLog({ stateDir, terminalId }))).toEqual([null, null, null]);
  });
});
