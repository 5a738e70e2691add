// Everything that can be checked without running the product, side by side: format and lint, types of each world,
// architecture, generated documents, unused code. Meant to stay under 20 seconds.
import { spawn } from "node:child_process";

// The longest first, so that the two workers end together.
const checks = [
  ["types (node)", "tsc", ["-p", "config/tsconfig.node.json"]],
  ["types (web)", "tsc", ["-p", "config/tsconfig.web.json"]],
  ["types (tests of web)", "tsc", ["-p", "config/tsconfig.web-tests.json"]],
  ["types (neutral)", "tsc", ["-p", "config/tsconfig.neutral.json"]],
  ["unused code", "knip", ["-c", "config/knip.ts", "--no-progress"]],
  [
    "code that only tests use",
    "knip",
    ["-c", "config/knip.ts", "--no-progress", "--production", "--include", "files,exports"],
  ],
  ["format and lint", "biome", ["check", "."]],
  [
    "generated documents",
    "vitest",
    ["run", "--project", "fast", "test/generated-docs.test.ts", "-t", "npm run schemas", "--reporter=dot"],
  ],
  ["architecture", "vitest", ["run", "--project", "fast", "test/architecture.test.ts", "--reporter=dot"]],
];

const started = Date.now();
const results = [];
const queue = [...checks];
// Two at a time: a third only makes the other two wait on a machine with two cores.
await Promise.all([worker(), worker()]);
const failed = results.filter((result) => result.code !== 0);
for (const result of failed) process.stdout.write(`\n── ${result.name}\n${result.output}\n`);
const seconds = ((Date.now() - started) / 1000).toFixed(1);
process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`);
process.stdout.write(`check: ${seconds} s\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function worker() {
  for (let next = queue.shift(); next; next = queue.shift()) results.push(await run(...next));
}

function run(name, command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ name, code: 1, output: error.message }));
    child.on("close", (code) => resolve({ name, code: code ?? 1, output }));
  });
}
