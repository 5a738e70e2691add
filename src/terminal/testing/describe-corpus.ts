import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { HostileCase, ShellName } from "./hostile-case.ts";
import { openLocalSession } from "./local-session.ts";
import { runHostileCorpus } from "./run-hostile-corpus.ts";

/** All the cases that apply to a shell, in one local session after another. */
export function describeLocalCorpus(shell: ShellName, cases: readonly HostileCase[]): void {
  describe.skipIf(!isInstalled(shell))(`hostile commands in ${shell}`, () => {
    it("end as they should, and leave a shell that answers", async () => {
      const openSession = () => openLocalSession(shell);
      const verdicts = await runHostileCorpus({ shell, cases, openSession });
      expect(verdicts.filter(({ problem }) => problem !== null)).toEqual([]);
      expect(verdicts.length).toBeGreaterThan(cases.length / 2);
    }, 170_000);
  });
}

export function isInstalled(shell: ShellName): boolean {
  const program = shell === "ash" ? "busybox" : shell;
  try {
    execFileSync("sh", ["-c", 'command -v "$1"', "sh", program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
