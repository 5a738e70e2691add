import type { Finding, Risk, Verdict } from "../protocol/index.ts";
import { verdicts } from "../protocol/index.ts";
import type { Arg } from "./arg.ts";
import { examineBytes } from "./byte-gate.ts";
import { noFlow } from "./flow.ts";
import { interpret } from "./interpreter.ts";
import { danger, type Job, type Run, recordCommand, type ShellState } from "./job.ts";
import { judgeCommand } from "./judge-command.ts";
import { parseShell } from "./parse.ts";
import { phraseFor } from "./phrase.ts";
import { applyRules } from "./rules/apply-rules.ts";
import type { Assessment, ParseOutcome, PolicyContext } from "./types.ts";
import { makeVisible } from "./visible.ts";

/** Changes when the same command may get another verdict, so that stored verdicts can be told apart. */
export const engineVersion = "cotty-policy/1";

const maxDepth = 8;
const maxParts = 1500;

/**
 * Says what a command would do, before it runs. Never throws: what goes wrong inside is danger, because a verdict
 * that is missing must never read as harmless.
 */
export function assess(command: string, context: PolicyContext): Assessment {
  let outcome: { findings: Finding[]; run: Run; parse: ParseOutcome };
  try {
    outcome = examine(command, context);
  } catch (error) {
    const run = newRun(context);
    const reason = error instanceof Error ? error.message : String(error);
    outcome = { run, parse: "failed", findings: [broken(command, reason)] };
  }
  try {
    return conclude(command, context, outcome);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const plain = { ...context };
    delete plain.rules;
    delete plain.dangerousPatterns;
    return conclude(command, plain, { ...outcome, findings: [...outcome.findings, broken(command, reason)] });
  }
}

function broken(command: string, reason: string): Finding {
  return {
    risk: "opaque",
    level: "danger",
    ruleId: "engine.failed",
    span: [0, command.length],
    argv: [],
    via: [],
    say: `The command could not be judged (${reason}), so what it does is not known.`,
    safer: "Write it simpler, in several steps.",
  };
}

function examine(command: string, context: PolicyContext): { findings: Finding[]; run: Run; parse: ParseOutcome } {
  const run = newRun(context);
  const gate = examineBytes(command);
  for (const { level, ruleId, span, say, safer } of gate.findings) {
    run.findings.push({ risk: "opaque", level, ruleId, span, argv: [], via: [], say, safer });
  }
  if (gate.tooLarge) return { findings: run.findings, run, parse: "too-large" };
  historyExpansion(command, run);
  const parsed = parseShell(command);
  if (parsed.error !== null) {
    run.findings.push({
      risk: "opaque",
      level: "danger",
      ruleId: "text.unparsable",
      span: [Math.min(parsed.error.pos, command.length), command.length],
      argv: [],
      via: [],
      say: `This is not a complete shell command (${parsed.error.message} at column ${parsed.error.pos + 1}), so what will run cannot be known.`,
      safer: "Write the whole command.",
    });
  }
  interpret(parsed.script, { run, shell: newShell(), via: [], fixedSpan: null }, noFlow);
  const isKnownShell = ["bash", "sh", "zsh"].includes(context.shell);
  if (!isKnownShell) {
    run.findings.push({
      risk: "opaque",
      level: "ask",
      ruleId: "shell.unknown",
      span: [0, command.length],
      argv: [],
      via: [],
      say: `The shell there is ${context.shell === "unknown" ? "not known" : context.shell}, whose grammar is not fully known here.`,
    });
  }
  return {
    findings: run.findings,
    run,
    parse: parsed.error !== null ? "failed" : isKnownShell ? "ok" : "unknown-shell",
  };
}

/** `!!` and its relatives are replaced before the shell parses anything, also inside double quotes. */
function historyExpansion(command: string, run: Run): undefined {
  const outsideSingle = command.replaceAll(/'[^']*'/g, (text) => "_".repeat(text.length));
  const match = /(?:^|[^\\$[{(=!])(!(?:!|\$|\^|\*|-?\d+|[a-zA-Z?][\w-]*))/.exec(
    outsideSingle.replaceAll(/\$\{!?[^}]*\}?|\[!|\$!/g, (text) => "_".repeat(text.length)),
  );
  if (match === null) return;
  const from = match.index + match[0].length - (match[1]?.length ?? 0);
  const isBare = /^!(?:!|\$|\^|\*|-?\d)/.test(match[1] ?? "");
  run.findings.push({
    risk: "opaque",
    level: isBare ? "danger" : "ask",
    ruleId: "text.history",
    span: [from, from + (match[1]?.length ?? 0)],
    argv: [],
    via: [],
    say: `An interactive shell replaces ${match[1] ?? "!"} by text from earlier commands.`,
    safer: "Write the command out, or put the text in single quotes.",
  });
}

function newShell(): ShellState {
  return {
    cwd: "",
    variables: new Map(),
    numbers: new Set(),
    functions: new Set(),
    defining: new Set(),
    files: new Map(),
    conditional: 0,
  };
}

function newRun(context: PolicyContext): Run {
  const run: Run = {
    context,
    findings: [],
    commands: [],
    parseFailed: false,
    budget: maxParts,
    runText(text, job, { via, stdin }) {
      if (tooDeep(job)) return noFlow;
      run.budget -= 1 + text.length / 100;
      if (run.budget < 0) throw new Error("the command has more parts than can be judged");
      const parsed = parseShell(text);
      if (parsed.error !== null)
        danger(
          job,
          "opaque",
          "text.unparsable",
          `The text for ${via} is not a complete shell command (${parsed.error.message}).`,
          "Write the whole command.",
        );
      return interpret(
        parsed.script,
        { run, shell: job.shell, via: [...job.via, via], fixedSpan: job.span },
        stdin ?? noFlow,
      );
    },
    runArgv(argv, job, { via, stdin }) {
      if (tooDeep(job)) return noFlow;
      const nested = via === "" ? job.via : [...job.via, via];
      recordCommand(run, argv, job.span, nested);
      const [name, ...args] = argv as [Arg, ...Arg[]];
      return judgeCommand({ ...job, path: name.text, name: name.text, args, via: nested, stdin: stdin ?? job.stdin });
    },
  };
  return run;
}

function tooDeep(job: Job): boolean {
  if (job.via.length < maxDepth) return false;
  danger(
    job,
    "opaque",
    "wrapper.too-deep",
    `Commands are wrapped in each other more than ${maxDepth} times.`,
    "Run the inner command directly.",
  );
  return true;
}

const order = (verdict: Verdict) => verdicts.indexOf(verdict);

function conclude(
  command: string,
  context: PolicyContext,
  outcome: { findings: Finding[]; run: Run; parse: ParseOutcome },
): Assessment {
  const unique = [
    ...new Map(
      outcome.findings.map((finding) => [`${finding.ruleId} ${finding.span.join("-")} ${finding.say}`, finding]),
    ).values(),
  ];
  const judged = applyRules(command, context, { findings: unique, commands: outcome.run.commands });
  const findings = judged.findings.toSorted((a, b) => order(b.level) - order(a.level));
  const risks: Risk[] = [...new Set(findings.map((finding) => finding.risk))];
  return {
    verdict: judged.verdict,
    risks: risks.length === 0 ? ["read"] : risks,
    findings,
    commands: outcome.run.commands,
    parse: outcome.parse,
    matched: judged.matched,
    patterns: judged.patterns,
    visible: makeVisible(command),
    phrase: judged.verdict === "danger" ? phraseFor(findings, context) : null,
    reason: findings[0]?.say ?? "Every part only reads.",
    engine: engineVersion,
  };
}
