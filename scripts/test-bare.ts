// Proves that a machine without the programs of the tests still passes them: runs the test files that start programs
// in an empty environment where those programs are hidden, and checks that exactly the tests that need one were left
// out. Debian only: what a bare machine has is asked of its package manager.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Tool, tools } from "../test/support/tools.ts";
import { linkBarePrograms } from "./bare-programs.ts";
import { testFilesThatStart } from "./test-files.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const started = Date.now();

interface Result {
  name: string;
  status: string;
  tags: string[];
}

const folder = mkdtempSync(join(tmpdir(), "cotty-bare-"));
try {
  process.exitCode = main() ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function main(): boolean {
  const bin = join(folder, "bin");
  // For tests that become another user.
  chmodSync(folder, 0o755);
  linkBarePrograms(bin);
  mkdirSync(join(folder, "home"));
  const hidden = tools.filter((tool) => !existsSync(join(bin, tool)));
  const files = testFilesThatStart(root, join(root, "test", "support", "needs.ts"));
  const isSlow = (file: string) => file.endsWith(".e2e.test.ts");
  const problems = [
    ...problemsOf(
      "fast",
      files.filter((file) => !isSlow(file)),
      bin,
      hidden,
    ),
    ...problemsOf("e2e", files.filter(isSlow), bin, hidden),
  ];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const seconds = Math.round((Date.now() - started) / 1000);
  const verdict = problems.length === 0 ? "exactly their tests were left out" : `${problems.length} problems`;
  process.stdout.write(`Without ${hidden.join(", ")}: ${verdict} (${files.length} files, ${seconds} s)\n`);
  return problems.length === 0;
}

/** What is wrong with one run of these files without the hidden programs. */
function problemsOf(project: string, files: string[], bin: string, hidden: readonly Tool[]): string[] {
  const report = join(folder, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=./test/support/left-out.ts", "--reporter=json"];
  const args = ["run", "--project", project, ...reporters, `--outputFile.json=${report}`, ...files];
  // Nothing of this process's environment: not CI=true, which skips nothing, and no PATH on which the programs are.
  const env = { HOME: join(folder, "home"), PATH: `${join(root, "node_modules", ".bin")}:${bin}` };
  const ran = spawnSync("vitest", args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  if (!existsSync(report)) return [`${project}: no test ran`, ran.stdout];
  const results = resultsIn(report);
  const isHidden = ({ tags }: Result) => hidden.some((tool) => tags.includes(tool));
  const leftOut = results.filter(isHidden);
  const line = ran.stdout.split("\n").filter((text) => text.startsWith("Left out: "));
  const problems = [
    ...(ran.status === 0 ? [] : [`${project}: the run ended with ${ran.status}`]),
    ...results
      .filter((each) => each.status === "skipped" && !isHidden(each))
      .map((each) => `Left out for no reason: ${each.name}`),
    ...leftOut.filter((each) => each.status !== "skipped").map((each) => `Not left out: ${each.name}`),
    ...vanished(project, files, results).map((name) => `Not even listed: ${name}`),
    ...(line.length === 1 && line[0]?.startsWith(`Left out: ${leftOut.length} tests. Not installed: `)
      ? []
      : [`${project}: the end of the run says ${JSON.stringify(line)}, and ${leftOut.length} tests were left out`]),
  ];
  process.stdout.write(problems.length === 0 ? `${line[0]}\n` : ran.stdout);
  return problems;
}

function resultsIn(report: string): Result[] {
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string; tags: string[] }[] }[];
  };
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, tags }) => ({ name: `${name} ${comparable(fullName)}`, status, tags })),
  );
}

/** Tests that exist only where the programs are: they would be left out without anybody being told. */
function vanished(project: string, files: string[], results: readonly Result[]): string[] {
  const listed = execFileSync("vitest", ["list", "--json", "--no-staticParse", "--project", project, ...files], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1e9,
  });
  const known = new Set(results.map(({ name }) => name));
  return (JSON.parse(listed) as { name: string; file: string }[])
    .map(({ name, file }) => `${file} ${comparable(name)}`)
    .filter((name) => !known.has(name));
}

/**
 * A test's name as both the report and the list have it: the list puts " > " between suites, where a name may have one of
 * its own, and properties have a new seed in their name in every run.
 */
function comparable(name: string): string {
  return name.replaceAll(" > ", " ").replace(/ \(with seed=-?\d+\)/, "");
}
