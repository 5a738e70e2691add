import { describe, expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { needsShell } from "../../../test/support/needs-shell.ts";
import type { HostileCase } from "./hostile-case.ts";
import { hostileCases } from "./hostile-cases.ts";
import { hostileSettings } from "./hostile-settings.ts";
import { openLocalSession } from "./local-session.ts";
import { moreHostileCases } from "./more-hostile-cases.ts";
import { type CorpusSession, runHostileCorpus } from "./run-hostile-corpus.ts";
import type { ShellName } from "./shells.ts";

const allCases: HostileCase[] = [...hostileCases, ...hostileSettings, ...moreHostileCases];

/** Where the cases are run: each call of `start` is a place for some of them. */
export interface CorpusPlace {
  timeoutMs: number;
  start(): Promise<AsyncDisposable & { open(): Promise<CorpusSession> }>;
}

export function describeLocalCorpus(shell: ShellName): void {
  const start = async () => ({ open: () => openLocalSession(shell), async [Symbol.asyncDispose]() {} });
  describe(`hostile commands in ${shell}`, needsShell(shell), () => testCorpus(shell, { timeoutMs: 170_000, start }));
}

/** All the cases that apply to a shell, in one session after another; those that need a program are tests of their own. */
export function testCorpus(shell: ShellName, place: CorpusPlace): void {
  async function expectNoProblem(cases: readonly HostileCase[]): Promise<number> {
    await using sessions = await place.start();
    const verdicts = await runHostileCorpus({ shell, cases, openSession: sessions.open });
    expect(verdicts.filter(({ problem }) => problem !== null)).toEqual([]);
    return verdicts.length;
  }

  it("end as they should, and leave a shell that answers [S0.22, S0.23]", { timeout: place.timeoutMs }, async () => {
    expect(await expectNoProblem(allCases.filter((each) => each.needs === undefined))).toBeGreaterThan(80);
  });

  for (const each of allCases) {
    if (each.needs === undefined) continue;
    it(`end as they should when they run ${each.name}`, {
      ...needs(...each.needs),
      timeout: place.timeoutMs,
    }, async () => {
      expect(await expectNoProblem([each])).toBe(1);
    });
  }
}
