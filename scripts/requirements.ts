// Writes docs/requirements.md from docs/requirements.jsonl and from the tests that are named for a requirement.
//   --check   writes nothing, and fails where the page differs from what the tests of this full run proved
//   --forget  drops what earlier runs proved, so that the next full run stands for itself
import { readFileSync, writeFileSync } from "node:fs";
import { beginRun, citedIds, isAboutTheseSources, provedIds } from "./proofs.ts";
import { countKinds, differences, pagePath, readRequirements, requirementsPage } from "./requirements-page.ts";

if (process.argv.includes("--forget")) beginRun();
else if (process.argv.includes("--check")) check();
else writeFileSync(pagePath, requirementsPage(readRequirements(), citedIds()));

function check(): void {
  const requirements = readRequirements();
  const proved = provedIds();
  const counts = [...countKinds(requirements, proved)].map(([kind, count]) => `${count} ${kind}`);
  process.stdout.write(`Requirements: ${counts.join(", ")}\n`);
  const problems = isAboutTheseSources()
    ? differences(readFileSync(pagePath, "utf8"), requirements, proved)
    : ["What is kept of the tests is not about these sources. Run .ci/run, which begins with --forget."];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
