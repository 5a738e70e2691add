import type { Reporter, TestModule } from "vitest/node";

/**
 * On CI a test that was skipped is a test that failed, and a test that passed only at its second try is named: nobody
 * would notice either otherwise.
 */
export class NoSkips implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = (state: "passed" | "failed") =>
      modules.flatMap((module) => [...module.children.allTests(state)]).length;
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    if (modules.length > 0) {
      process.stdout.write(`\n${count("passed")} passed, ${count("failed")} failed, ${skipped.length} skipped\n`);
    }
    const flaky = modules
      .flatMap((module) => [...module.children.allTests("passed")])
      .filter((test) => test.diagnostic()?.flaky);
    for (const test of flaky) process.stdout.write(`Passed only at the second try: ${test.fullName}\n`);
    if (skipped.length === 0) return;
    process.exitCode = 1;
    for (const test of skipped) process.stdout.write(`Skipped, which CI does not allow: ${test.fullName}\n`);
  }
}
