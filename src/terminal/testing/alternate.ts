import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { LocalTestSession } from "./local-session.ts";
import { openInTest, soon } from "./open-in-test.ts";
import type { ShellName } from "./shells.ts";

/** Runs what fish cannot read and what makes a file, in turn: the outcome of the second, and whether its file is there. */
export async function alternate(session: LocalTestSession, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), "cotty-marks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all: { outcome: string; exitCode: number | null; isMade: boolean }[] = [];
  for (let round = 1; round <= rounds; round++) {
    await session.run(`(exit ${round})`, soon);
    const file = join(folder, `mark${round}`);
    const { outcome, exitCode } = await session.run(`touch ${file}`, soon);
    all.push({ outcome, exitCode, isMade: existsSync(file) });
  }
  return all;
}

/** A shell whose start-up file is this text. */
export function openWithStartUp(shell: ShellName, text: string, options: Parameters<typeof openInTest>[1] = {}) {
  return openInTest(shell, { home: { ".bashrc": text, ".zshrc": text }, ...options });
}
