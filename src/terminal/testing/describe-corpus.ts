import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { ShellName } from "./hostile-case.ts";
import { hostileCases } from "./hostile-cases.ts";
import { hostileSettings } from "./hostile-settings.ts";
import { openLocalSession } from "./local-session.ts";
import { moreHostileCases } from "./more-hostile-cases.ts";
import { runHostileCorpus } from "./run-hostile-corpus.ts";

export const allHostileCases = [...hostileCases, ...hostileSettings, ...moreHostileCases];

/** All the cases that apply to a shell, in one local session after another. */
export function describeLocalCorpus(shell: ShellName): void {
  describe.skipIf(!isInstalled(shell))(`hostile commands in ${shell}`, () => {
    it("end as they should, and leave a shell that answers", async () => {
      const openSession = () => openLocalSession(shell);
      const verdicts = await runHostileCorpus({ shell, cases: allHostileCases, openSession });
      expect(verdicts.filter(({ problem }) => problem !== null)).toEqual([]);
      expect(verdicts.length).toBeGreaterThan(80);
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
