import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** What the tests of one file said about requirements: the ids in the names of tests that passed, failed, did not run. */
const Proof = z.strictObject({
  passed: z.array(z.string()),
  failed: z.array(z.string()),
  leftOut: z.array(z.string()),
});
export type Proof = z.infer<typeof Proof>;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Written by test/support/proofs.ts, one file for each test file that carries ids. */
export const proofsFolder = join(root, ".proofs");
/** What the sources were when the run began: a proof of other sources is none. */
const sourcesFile = join(proofsFolder, "sources");

/** `answers plain chat with a reply [S0.64, S0.65]` is about S0.64 and S0.65. */
export function idsIn(testName: string): string[] {
  return [...testName.matchAll(/\[([^[\]]*)\]/g)].flatMap(([, inside = ""]) => inside.match(/\bS\d\.\d+\b/g) ?? []);
}

/** Drops what earlier runs proved, and remembers the sources that the next ones will be about. */
export function beginRun(): void {
  rmSync(proofsFolder, { recursive: true, force: true });
  mkdirSync(proofsFolder, { recursive: true });
  writeFileSync(sourcesFile, digestOfSources());
}

/** Whether what is kept comes from a run that began with these sources. */
export function isAboutTheseSources(): boolean {
  return existsSync(sourcesFile) && readFileSync(sourcesFile, "utf8") === digestOfSources();
}

function digestOfSources(): string {
  const files = globSync(["{src,test,scripts}/**/*", "*.{json,ts}"], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** The requirements that are proved: with a test that passed, and none that failed or was left out. */
export function provedIds(proofs: readonly Proof[] = keptProofs()): Set<string> {
  const open = new Set(proofs.flatMap(({ failed, leftOut }) => [...failed, ...leftOut]));
  return new Set(proofs.flatMap(({ passed }) => passed).filter((id) => !open.has(id)));
}

/**
 * The requirements that tests are named for. A checkout in which only some suites have run can write the page from that;
 * the full run of .ci/run says whether it is true.
 */
export function citedIds(): Set<string> {
  const files = globSync(testSources, { cwd: root }).filter((file) => file !== aboutThisPage);
  return new Set(files.flatMap((file) => namesIn(readFileSync(join(root, file), "utf8")).flatMap(idsIn)));
}

/** Tests, and the suites of tests that several of them share. */
const testSources = ["{src,test}/**/*.test.{ts,tsx}", "src/**/*-contract.ts", "src/**/testing/*.ts"];
/** Its tests have ids in them that are only examples. */
const aboutThisPage = join("test", "requirements.test.ts");

/** The string literals of a source that may be names of tests: those with ids in brackets. */
function namesIn(source: string): string[] {
  return source.match(/["`][^"`\n]*\[[^\]\n]*\bS\d\.\d[^"`\n]*["`]/g) ?? [];
}

/** What is kept about the test files that are still there. */
function keptProofs(): Proof[] {
  return readProofs(proofsFolder).flatMap(({ file, proof }) => (existsSync(join(root, file)) ? [proof] : []));
}

export function readProofs(folder: string): { file: string; proof: Proof }[] {
  return globSync("**/*.json", { cwd: folder }).map((name) => ({
    file: name.slice(0, -".json".length),
    proof: Proof.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))),
  }));
}
