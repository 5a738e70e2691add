import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createTerminals } from "./terminals.ts";

const stateDir = mkdtempSync(join(tmpdir(), "cotty-terminals-"));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));

const { signal } = new AbortController();
const owner = { session: "ses_1", epoch: 1 };

describe("terminals in a host process", () => {
  it("run commands and answer with their output and exit code", async () => {
    await using terminals = createTerminals({ stateDir });
    await using terminal = await terminals.open({ target: "local", owner, shell: "/bin/bash", cwd: "/tmp", signal });
    const result = await terminal.run("echo hi; (exit 3)", { signal, timeoutMs: 10_000 });
    expect(result).toMatchObject({ outcome: "exited", exitCode: 3, output: "hi\n", cwd: "/tmp" });
  });
});
