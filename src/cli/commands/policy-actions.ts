import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";
import { createLineSplitter, toJsonLine, UserError } from "../../base/index.ts";
import { openPolicy, type PolicyReport, trustRulesOf } from "../../compose/index.ts";
import { type Finding, patternMark } from "../../protocol/index.ts";
import type { CliContext } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { inOneLine, printable } from "../printable.ts";

interface Place {
  cwd?: string;
  target?: string;
  shell?: string;
}

const Line = z.strictObject({
  command: z.string(),
  cwd: z.string().optional(),
  target: z.string().optional(),
  shell: z.string().optional(),
});

export async function checkCommand(
  context: CliContext,
  command: string | undefined,
  options: Place & { jsonl?: boolean },
): Promise<void> {
  const { jsonl, ...place } = options;
  const policy = await openPolicy(await context.config(), context.stateDir(), context.cwd);
  if (jsonl === true) return await checkLines(context, policy, place);
  if (command === undefined)
    throw new UserError(
      "usage.policy-check",
      "There is no command to check.",
      'Give it in quotes: cotty policy check "rm -rf build"',
    );
  for (const problem of policy.problems) context.err(`cotty: ${inOneLine(problem)}\n`);
  explain(context, command, policy.check(command, { project: context.cwd, cwd: context.cwd, ...place }));
}

/** One answer for each line, in order. A line that cannot be read is answered as such, and the next one works. */
async function checkLines(context: CliContext, policy: PolicyReport, place: Place): Promise<void> {
  const splitter = createLineSplitter();
  let number = 0;
  const answer = (text: string): void => {
    number++;
    if (text.trim() === "") return;
    context.out(toJsonLine(answerTo(text, number, policy, place, context)));
  };
  for await (const chunk of process.stdin.setEncoding("utf8"))
    for (const line of splitter.push(chunk as string)) answer(line);
  for (const line of splitter.end()) answer(line);
}

function answerTo(text: string, number: number, policy: PolicyReport, place: Place, context: CliContext): object {
  const parsed = Line.safeParse(parseJson(text));
  if (!parsed.success) {
    context.exitCode = exitCodes.usage;
    const reason = parsed.error.issues[0];
    const message = `Line ${number}${reason === undefined || reason.path.length === 0 ? "" : `, field "${reason.path.join(".")}"`}: ${reason?.message ?? "cannot be read"}`;
    return { line: number, error: { code: "policy.line", message, nextStep: 'Send {"command": "…"} on each line.' } };
  }
  const { command, cwd, target, shell } = parsed.data;
  const where = {
    project: context.cwd,
    ...place,
    // As in a session that is opened there.
    ...(cwd === undefined ? {} : { cwd, project: repositoryAround(cwd) ?? context.cwd }),
    ...(target === undefined ? {} : { target }),
    ...(shell === undefined ? {} : { shell }),
  };
  const { verdict, risks, findings, reason, provided, marks } = policy.check(command, where);
  return {
    command,
    verdict,
    risks,
    findings,
    reason,
    ...(provided.length > 0 && { provided }),
    ...(marks.length > 0 && { patterns: marks }),
  };
}

/** One around the home, or all of the machine, is no project. */
function repositoryAround(folder: string): string | null {
  if (folder === homedir() || folder === dirname(folder)) return null;
  return existsSync(join(folder, ".git")) ? folder : repositoryAround(dirname(folder));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const colours = { allow: "green", ask: "yellow", danger: "danger", deny: "red" } as const;

function explain(context: CliContext, command: string, assessment: ReturnType<PolicyReport["check"]>): void {
  const { verdict, findings, phrase, matched, reason, marks } = assessment;
  context.out(`${context.paint(colours[verdict], ` ${verdict} `)}  ${inOneLine(reason)}\n\n`);
  const worst = findings[0];
  printCommand(context, command, worst?.level === "ask" || worst === undefined ? null : worst.span);
  for (const finding of findings) printFinding(context, command, finding);
  if (findings.length === 0) context.out("  Nothing in it changes, sends or runs anything else.\n");
  for (const condition of assessment.provided)
    context.out(`  Checked on the target before it runs: ${inOneLine(condition)}.\n`);
  for (const mark of marks)
    context.out(
      `  ${context.paint("yellow", inOneLine(patternMark(mark)))} (a mark; it does not change the verdict)\n`,
    );
  for (const rule of matched)
    context.out(context.paint("dim", `  rule ${inOneLine(rule.ruleId)} (${rule.scope}): ${rule.effect}\n`));
  if (phrase !== null) context.out(`\n  To let it run, a person types: ${context.paint("bold", inOneLine(phrase))}\n`);
}

/** The command as it is, line by line, with marks below what the worst finding is about. */
function printCommand(context: CliContext, command: string, span: readonly [number, number] | null): void {
  let at = 0;
  for (const line of command.split("\n")) {
    context.out(`  │ ${printable(line).replaceAll("\t", " ")}\n`);
    const from = span === null ? 0 : Math.max(span[0], at);
    const to = span === null ? 0 : Math.min(span[1], at + line.length);
    if (to > from) {
      const width = (text: string) => printable(text).length;
      const marks =
        " ".repeat(width(line.slice(0, from - at))) + "^".repeat(Math.max(1, width(line.slice(from - at, to - at))));
      context.out(`  │ ${context.paint("red", marks)}\n`);
    }
    at += line.length + 1;
  }
  context.out("\n");
}

function printFinding(context: CliContext, command: string, finding: Finding): void {
  const via = finding.via.length === 0 ? "" : context.paint("dim", ` (inside ${inOneLine(finding.via.join(" → "))})`);
  const where = printable(command.slice(finding.span[0], finding.span[1]).replaceAll(/\s+/g, " ")).slice(0, 60);
  context.out(`  ${finding.level === "ask" ? "•" : context.paint("red", "▲")} ${inOneLine(finding.say)}${via}\n`);
  context.out(
    context.paint(
      "dim",
      `      ${finding.level}, ${finding.risk}, ${inOneLine(finding.ruleId)}${where === "" ? "" : `: ${where}`}\n`,
    ),
  );
  if (finding.safer !== undefined) context.out(`      Instead: ${inOneLine(finding.safer)}\n`);
}

export async function showRules(context: CliContext): Promise<void> {
  const policy = await openPolicy(await context.config(), context.stateDir(), context.cwd);
  if (policy.rules.length === 0) context.out("No rules of your own: the engine's verdicts hold as they are.\n");
  for (const { id, scope, effect, why, source } of policy.rules) {
    context.out(
      `${context.paint(colours[effect], effect.padEnd(6))}  ${inOneLine(id)}  ${inOneLine(why)} ${context.paint("dim", `(${scope}, ${inOneLine(source.file)}:${source.line})`)}\n`,
    );
  }
  for (const problem of policy.problems) context.err(`cotty: ${inOneLine(problem)}\n`);
  for (const file of policy.untrusted)
    context.err(
      `cotty: ${inOneLine(file)} is not trusted: only what tightens in it holds. Read it, then: cotty policy trust\n`,
    );
  if (policy.problems.length > 0) context.exitCode = exitCodes.failed;
}

export async function trustRules(context: CliContext): Promise<void> {
  const { text, folder, dropped } = await trustRulesOf(context.cwd, context.stateDir());
  context.out(
    `${printable(text)}\nTrusted as it is now, for ${printable(folder)} alone. A changed file, or a copy in another folder, has to be trusted again.\n`,
  );
  if (dropped > 0)
    context.err(
      `cotty: ${dropped === 1 ? "One earlier entry names" : `${dropped} earlier entries name`} no folder and no longer ${dropped === 1 ? "counts" : "count"}. In each project that you trust, run: cotty policy trust\n`,
    );
}
