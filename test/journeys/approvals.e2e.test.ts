import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/store/index.ts";
import { projectRoot } from "../support/cotty.ts";
import { createTestEngine, eventsOf, mira, openTestSession } from "../support/engine.ts";

const questions = 1000;

it("gives exactly one decision to each of 1,000 questions that three processes answer at once [AP2]", async () => {
  const directory = mkdtempSync(join(tmpdir(), "cotty-approvals-"));
  try {
    await using store = await openSqliteStore({ directory });
    const calls = Array.from({ length: questions }, (_, index) => ({
      name: "run_command",
      input: { command: `touch ${index}` },
    }));
    const { engine, terminals } = createTestEngine({ script: [{ calls }, { text: "done" }], store });
    const runner = await openTestSession(engine, { maxSteps: questions });
    const approver = join(projectRoot, "test", "support", "approver.ts");
    const approvers = ["ada", "ben", "cleo"].map((name) =>
      promisify(execFile)(process.execPath, [approver, directory, runner.id, name]),
    );
    await runner.request({ type: "prompt", text: "go" }, mira);
    await runner.idle();
    const counts = (await Promise.all(approvers)).map(
      ({ stdout }) => JSON.parse(stdout) as { accepted: number; refused: number },
    );
    const approved = (await eventsOf(store, runner.id)).flatMap((event) =>
      event.type === "step.approved" ? [event.stepId] : [],
    );
    expect(new Set(approved).size).toBe(questions);
    expect(approved.length).toBe(questions);
    expect(terminals.ran.length).toBe(questions);
    expect(counts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(questions);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 180_000);
