/**
 * The policy engine on its own corpus, with the seed's five patterns beside it: how many verdicts are right, and what
 * a verdict costs. Then the redactor on plain, coloured and secret-laden output. CPU time, so that a busy machine
 * does not change the figures.
 */
import { assess, compileDangerousPatterns, defaultDangerousPatterns, type PolicyContext } from "../src/policy/index.ts";
import { createRedactor } from "../src/secrets/index.ts";
import { readCorpus } from "../test/support/policy-corpus.ts";
import { median, milliseconds, quantile, report } from "./report.ts";

const context: PolicyContext = { target: "local", shell: "bash" };

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

export async function run(): Promise<void> {
  const started = performance.now();
  assess("ls -la", context);
  report("first verdict of a process", milliseconds(performance.now() - started), "", "");
  correctness();
  latency();
  worstCase();
  redaction();
}

function correctness(): void {
  const rows = readCorpus();
  const seed = defaultDangerousPatterns.map((pattern) => new RegExp(pattern));
  const dangers = rows.filter((row) => row.verdict === "danger");
  const benign = rows.filter((row) => row.verdict !== "danger");
  const reads = rows.filter((row) => row.verdict === "allow");
  const writes = rows.filter((row) => row.verdict === "ask");
  const verdictOf = (command: string) => assess(command, context).verdict;
  const bySeed = (command: string) => seed.some((pattern) => pattern.test(command));
  const share = (of: typeof rows, is: (command: string) => boolean) =>
    percent(of.filter((row) => is(row.command)).length, of.length);
  const isDanger = (command: string) => verdictOf(command) === "danger";
  const isAllowed = (command: string) => verdictOf(command) === "allow";
  const seedSays = (of: typeof rows) => `seed's five patterns: ${share(of, bySeed)}`;
  report("danger found", share(dangers, isDanger), seedSays(dangers), "");
  report("benign called danger", share(benign, isDanger), seedSays(benign), "");
  report("read-only allowed", share(reads, isAllowed), "", "");
  const wronglyAllowed = [...dangers, ...writes].filter((row) => isAllowed(row.command)).length;
  report("danger or write allowed", String(wronglyAllowed), "", "0");
}

function latency(): void {
  const commands = readCorpus().map((row) => row.command);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (const command of commands) {
      const before = performance.now();
      assess(command, context);
      if (round > 0) times.push(performance.now() - before);
    }
  }
  const patterns = compileDangerousPatterns().patterns;
  const before = process.cpuUsage();
  for (const command of commands) for (const { regex } of patterns) regex.test(command);
  const seedMs = process.cpuUsage(before).user / 1000 / commands.length;
  const ours = `${median(times).toFixed(3)} ms, ${quantile(times, 0.99).toFixed(3)} ms`;
  report("a verdict: median, p99", ours, `seed's five patterns, mean: ${seedMs.toFixed(4)} ms`, "");
}

function worstCase(): void {
  for (const [name, text] of [
    ["100 KB of {", "{".repeat(100_000)],
    ["8 KB of ;ls", ";ls".repeat(2700).slice(1)],
    ["8 KB of nested $(", "$(".repeat(499)],
    ["8 KB of a long word", "a".repeat(8000)],
    ["8 KB of quotes", "'\"".repeat(4000)],
    ["8 KB of one path", `cat ${"a/".repeat(4000)}`],
    ["8 KB of words", `cat ${"a ".repeat(4000)}`],
    ["8 KB of patterns", `ls ${"*a".repeat(4000)}`],
    ["8 KB of pipes", `${"cat a|".repeat(1300)}cat`],
  ] as const) {
    const before = performance.now();
    const { verdict } = assess(text, context);
    report(`worst case, ${name}`, `${milliseconds(performance.now() - before)} (${verdict})`, "", "");
  }
}

function redaction(): void {
  const lines = {
    "plain log": "2026-11-15 12:33:01 INFO  server: handled GET /api/items/42 in 12 ms from 10.0.0.7 status=200\r\n",
    "coloured output": "\u001b[32mok\u001b[0m  src/policy/words.test.ts (12 tests) \u001b[2m23ms\u001b[0m\r\n",
    "a key on each line": "aws_access_key_id = AKIAQ7Z2M9KPL4WR8TVB and some more words\r\n",
  };
  const values = Array.from({ length: 20 }, (_, i) => ({ kind: "key", value: `a secret value ${i * 7919}` }));
  for (const [name, line] of Object.entries(lines)) {
    const chunk = line.repeat(Math.ceil(65_536 / line.length));
    const redactor = createRedactor({ values });
    for (let i = 0; i < 10; i++) redactor.push(chunk);
    const before = process.cpuUsage();
    const rounds = 60;
    for (let i = 0; i < rounds; i++) redactor.push(chunk);
    const speed = (chunk.length * rounds) / process.cpuUsage(before).user;
    report(`redaction, ${name}`, `${speed.toFixed(0)} MB/s of CPU`, "", "");
  }
}
