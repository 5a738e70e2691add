import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { citedIds, idsIn, type Proof, provedIds, readProofs } from "../scripts/proofs.ts";
import {
  differences,
  pagePath,
  type Requirement,
  readRequirements,
  requirementsPage,
} from "../scripts/requirements-page.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const requirements = readRequirements();

describe("the list of requirements", () => {
  it("has every requirement of each of the five designs once, in order", () => {
    const sizes = [86, 49, 50, 78, 59];
    const ids = sizes.flatMap((size, design) => Array.from({ length: size }, (_, index) => `S${design}.${index + 1}`));
    expect(requirements.map(({ id }) => id)).toEqual(ids);
  });

  it("is cited by tests under ids that exist", () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect([...citedIds()].filter((id) => !known.has(id))).toEqual([]);
  });

  // What a run really proves is checked at the end of .ci/run, where every suite has run.
  it("is shown in docs/requirements.md as what tests are named for (npm run requirements writes the page)", () => {
    expect(readFileSync(pagePath, "utf8")).toBe(requirementsPage(requirements, citedIds()));
  });
});

describe("the ids in the name of a test", () => {
  it("are those in brackets, alone or in lists, beside rules of a room", () => {
    expect(idsIn("[AP3] shows S0.1 as [S0.2], and more [S0.64, AP4, S1.7]")).toEqual(["S0.2", "S0.64", "S1.7"]);
  });
});

describe("what a run of tests proves", () => {
  const folder = mkdtempSync(join(tmpdir(), "cotty-proofs-"));
  const kept = join(folder, "proofs");
  const tests = `
    describe("a suite [S0.1]", () => {
      it("passes [S0.2]", () => {});
      it("passes too [S0.3, S0.4, S0.5, S0.6]", () => {});
    });
    it("fails [S0.3]", () => expect(1).toBe(2));
    it.skip("is skipped [S0.4]", () => {});
    it.todo("is not written [S0.5]");
    it.fails("is expected to fail [S0.6, S0.7]", () => expect(1).toBe(2));
    let tries = 0;
    it("passes at the second try [S0.8]", { retry: 1 }, () => expect(++tries).toBe(2));
    it("says nothing about a requirement", () => {});
  `;

  beforeAll(() => {
    const reporter = [join(root, "test/support/proofs.ts"), { folder: kept }];
    writeFileSync(join(folder, "some.test.js"), tests);
    writeFileSync(join(folder, "other.test.js"), 'it("says nothing about a requirement", () => {});');
    const config = { test: { globals: true, reporters: [reporter] } };
    writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
    spawnSync(join(root, "node_modules/.bin/vitest"), ["run", "--root", folder], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is kept for each file whose tests are about requirements: what passed, failed and did not run", () => {
    const proof: Proof = {
      passed: ["S0.1", "S0.2", "S0.3", "S0.4", "S0.5", "S0.6"],
      failed: ["S0.3", "S0.6", "S0.7", "S0.8"],
      leftOut: ["S0.4", "S0.5"],
    };
    expect(readProofs(kept)).toEqual([{ file: "some.test.js", proof }]);
  });

  it("is only what has a test that passed at its first try, and none that failed or was left out", () => {
    expect([...provedIds(readProofs(kept).map(({ proof }) => proof))]).toEqual(["S0.1", "S0.2"]);
  });
});

describe("the check of the page", () => {
  const rows: Requirement[] = [
    { id: "S0.1", text: "One", where: "web" },
    { id: "S0.2", text: "Two", where: "web" },
  ];
  const page = requirementsPage(rows, new Set(["S0.1"]));
  const differs = "docs/requirements.md differs from what this run proved.";

  it("finds nothing where the run proved what the page says", () => {
    expect(differences(page, rows, new Set(["S0.1"]))).toEqual([]);
  });

  it("names a row that says proved and was not, and one that was and does not say so", () => {
    expect(differences(page, rows, new Set(["S0.2"]))).toEqual([
      'S0.1: this run says "built, not proved"',
      'S0.2: this run says "proved"',
      differs,
    ]);
  });

  it("finds a sentence that was changed by hand", () => {
    expect(differences(page.replace("One", "Won"), rows, new Set(["S0.1"]))).toContain(differs);
  });

  it("is the last step of .ci/run but the bare machine, after what earlier runs proved is dropped", () => {
    const lines = readFileSync(join(root, ".ci/run"), "utf8").trimEnd().split("\n");
    const forget = lines.indexOf("npm run --silent requirements -- --forget");
    expect(lines.indexOf("set -euo pipefail")).toBeLessThan(forget);
    expect(forget).toBeLessThan(lines.indexOf("npm test"));
    expect(lines.slice(-2)).toEqual(["npm run --silent requirements -- --check", "npm run --silent test:bare"]);
  });
});
