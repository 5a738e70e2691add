import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { idsIn, type Proof, proofsFolder } from "../../scripts/proofs.ts";

/**
 * Keeps, for each test file that ran, which requirements its tests are about (`it("… [S0.64]")`) and what became of them.
 * A run of a few files replaces what is kept of these and nothing else. `npm run requirements` reads it.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes a reporter that is named by its file from there.
export default class Proofs implements Reporter {
  readonly #folder: string;

  constructor({ folder = proofsFolder }: { folder?: string } = {}) {
    this.#folder = folder;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) keep(join(this.#folder, `${module.relativeModuleId}.json`), proofOf(module));
  }
}

function proofOf(module: TestModule): Proof {
  const tests = [...module.children.allTests()];
  const idsOf = (kind: keyof Proof) => [
    ...new Set(tests.filter((test) => kindOf(test) === kind).flatMap(({ fullName }) => idsIn(fullName))),
  ];
  return { passed: idsOf("passed"), failed: idsOf("failed"), leftOut: idsOf("leftOut") };
}

/** A test that is expected to fail, or that passed at its second try, shows that something does not hold. */
function kindOf(test: TestCase): keyof Proof {
  const { state } = test.result();
  if (state === "skipped" || state === "pending") return "leftOut";
  const isTrusted = test.options.fails !== true && test.diagnostic()?.flaky !== true;
  return state === "passed" && isTrusted ? "passed" : "failed";
}

function keep(path: string, proof: Proof): void {
  if (Object.values(proof).every((ids) => ids.length === 0)) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(proof)}\n`);
}
