import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Runbook } from "./compile.ts";
import { loadBundled, loadFolder, mergeRunbooks, type RunbookProblem, readRunbook } from "./load.ts";
import { createMatcher } from "./match.ts";

/** What is found of one runbook file before it is put where Cotty reads it. */
export type CheckedRunbook =
  | { outcome: "unusable"; problem: RunbookProblem }
  | {
      outcome: "usable";
      name: string;
      title: string;
      /** Each example, and the runbook that a request in its words really finds; null where it finds none. */
      examples: { text: string; finds: string | null }[];
      steps: { why: string; tries: { on: string | null; command: string }[] }[];
    };

/** Beside all others: a request may find another runbook than the one that was written for it. */
export function checkRunbookFile(file: string, { userRunbooksDir }: { userRunbooksDir: string }): CheckedRunbook {
  const path = resolve(file);
  if (!existsSync(path)) return { outcome: "unusable", problem: { file, field: "the file", reason: "is not there" } };
  const read = readRunbook(readFileSync(path, "utf8"), file);
  if (!("steps" in read)) return { outcome: "unusable", problem: read };
  const others = mergeRunbooks(loadBundled(), loadFolder(userRunbooksDir)).runbooks;
  const isOther = ({ name }: Runbook) => name !== read.name;
  const find = createMatcher([...others.map(({ runbook }) => runbook).filter(isOther), read]);
  return {
    outcome: "usable",
    name: read.name,
    title: read.title,
    examples: read.examples.map((text) => {
      const found = find(text);
      return { text, finds: found.outcome === "matched" ? found.candidate.runbook.name : null };
    }),
    steps: read.steps.map(({ why, tries }) => ({
      why,
      tries: tries.map(({ on, command }) => ({ on, command: command.source })),
    })),
  };
}
