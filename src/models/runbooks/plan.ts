import type { Runbook, Step, Try } from "./compile.ts";
import type { Attempt, CallMark } from "./conversation.ts";
import { isTrue, type Scalar, type Scope } from "./expression.ts";
import {
  asSentence,
  hasComplaint,
  howItFailed,
  missingTool,
  notInstalled,
  shownCommand,
  whyOnlyPartly,
} from "./failure.ts";
import { readOutput } from "./read-output.ts";
import type { StepResult } from "./tool-result.ts";

export type Os = "linux" | "darwin" | "other";

/** What is known when a runbook is summed up. */
export interface Findings {
  scope: Scope;
  /** Sentences about what stayed unknown, and why. */
  unknown: string[];
  /** What was found is only a part, and why. */
  partly: string[];
  commands: number;
}

export type Next =
  | { action: "run"; mark: CallMark; command: string; why: string }
  /** A command is still running: wait for its end instead of starting another beside it. */
  | { action: "wait"; mark: CallMark; why: string }
  | { action: "sum-up"; findings: Findings };

export interface PlanInput {
  runbook: Runbook;
  values: ReadonlyMap<string, string>;
  /** Null when neither the request nor a fact tells it; then it is asked first, of the target itself. */
  os: Os | null;
  attempts: Attempt[];
  nowSeconds: number;
  /** How often a command that is still running may be waited for; 0 where there is no tool for it. */
  maxWaits: number;
}

export const osStep = "os";

/** Replays the answered commands over the runbook's steps and says what comes next. Pure: same input, same answer. */
export function planNext(input: PlanInput): Next {
  const { runbook, attempts } = input;
  const own = attempts.filter(({ mark }) => mark.runbook === runbook.name);
  const os = input.os ?? osFrom(own);
  if (os === null) {
    return {
      action: "run",
      mark: { runbook: runbook.name, step: osStep, attempt: 0 },
      command: "uname -s",
      why: "Find out which operating system this is, since the commands differ.",
    };
  }
  const known = new Map<string, Scalar>([["now", input.nowSeconds], ["os", os], ...input.values]);
  const findings: Findings = {
    scope: (name) => known.get(name) ?? null,
    unknown: [],
    partly: [],
    commands: own.length,
  };
  for (const step of runbook.steps) {
    if (step.when !== null && !isTrue(step.when.evaluate(findings.scope))) continue;
    const next = planStep(step, input, os, own, known, findings);
    if (next === "stop") break;
    if (next !== null) return next;
  }
  return { action: "sum-up", findings };
}

/** The next try of a step, null when the step is over, "stop" when nothing more can be run. */
function planStep(
  step: Step,
  { runbook, values, maxWaits }: PlanInput,
  os: Os,
  attempts: Attempt[],
  known: Map<string, Scalar>,
  findings: Findings,
): Next | "stop" | null {
  const tries = step.tries.filter((one) => one.on === null || one.on === os);
  known.set(`${step.id}.ok`, false);
  known.set(`${step.id}.ran`, false);
  if (tries.length === 0) {
    findings.unknown.push(`${step.finds}. This runbook has no command for this operating system.`);
    return null;
  }
  const failures: string[] = [];
  const missing: string[] = [];
  for (const [index, one] of tries.entries()) {
    const command = one.command.fill(values);
    if (command === null) continue;
    const mark = { runbook: runbook.name, step: step.id, attempt: index };
    const calls = attempts.filter((attempt) => attempt.mark.step === step.id && attempt.mark.attempt === index);
    const [started, ended] = [calls[0], calls.at(-1)];
    if (started === undefined || !ended?.result) return { action: "run", mark, command, why: step.why };
    if (ended.result.kind === "running" && calls.length <= maxWaits) {
      return { action: "wait", mark, why: "The command is still running. Wait for its end." };
    }
    const verdict = judge(step, one, { ...ended, command: started.command }, known, findings);
    if (verdict.outcome === "done") return null;
    if (verdict.outcome === "refused" || verdict.outcome === "stop") {
      findings.unknown.push(`${step.finds}. ${verdict.reason}`);
      return verdict.outcome === "stop" ? "stop" : null;
    }
    if (verdict.outcome === "missing") missing.push(verdict.tool);
    else failures.push(verdict.reason);
  }
  // The first is the usual command; what the stand-ins said as well would only bury it.
  const [failure] = failures;
  if (!step.mayFail && failure !== undefined) findings.unknown.push(`${step.finds}. ${failure}`);
  else if (missing.length > 0) findings.unknown.push(`${step.finds}. ${notInstalled(missing)}`);
  return null;
}

type Judged =
  | { outcome: "done" }
  | { outcome: "missing"; tool: string }
  | { outcome: "refused" | "stop" | "failed"; reason: string };

/** Reads an answered command into `known`, or says why it cannot be used. */
function judge(
  step: Step,
  one: Try,
  { command, result }: Attempt,
  known: Map<string, Scalar>,
  findings: Findings,
): Judged {
  const shown = shownCommand(command);
  if (result === null || result.kind === "refused") {
    return { outcome: "refused", reason: `${shown} did not run. ${asSentence(result?.reason ?? "")}`.trim() };
  }
  if (result.kind === "running") {
    return { outcome: "stop", reason: `${shown} is still running. Nothing was killed, and no further step was run.` };
  }
  const { exitCode, text } = result;
  const reading = readOutput(step, one, text, (name) => known.get(name) ?? null);
  const missing = reading.isUnderstood ? null : missingTool(command, exitCode, text);
  if (missing !== null && !(exitCode === 127 && one.ok.includes(127))) return { outcome: "missing", tool: missing };
  known.set(`${step.id}.ran`, true);
  known.set(`${step.id}.exit`, exitCode);
  const exited = exitCode === null || one.ok.includes(exitCode);
  // A complaint behind a pipe leaves exit code 0 and no rows: that is a failure, not an empty answer.
  const isEmptyAnswer = step.mayBeEmpty && !hasComplaint(command, text);
  if (step.mayFail || (exited && (reading.isUnderstood || isEmptyAnswer))) {
    for (const [name, value] of reading.values) known.set(`${step.id}.${name}`, value);
    known.set(`${step.id}.ok`, exited);
    noteDoubts(shown, result, findings);
    return exited || !step.mayFail ? { outcome: "done" } : { outcome: "failed", reason: `${shown} failed.` };
  }
  // Tools like du and find exit with 1 when a single folder may not be read; what they printed still counts.
  if (!exited && reading.rows.length > 0) {
    for (const [name, value] of reading.values) known.set(`${step.id}.${name}`, value);
    known.set(`${step.id}.ok`, true);
    noteDoubts(shown, result, findings);
    findings.partly.push(`${shown} ${whyOnlyPartly(exitCode, text)}`);
    return { outcome: "done" };
  }
  return { outcome: "failed", reason: `${shown} ${howItFailed(command, exitCode, text)}` };
}

function noteDoubts(shown: string, result: Extract<StepResult, { kind: "output" }>, findings: Findings): void {
  if (result.gap !== null) {
    findings.partly.push(
      `${result.gap} of the output of ${shown} were left out, so there may be more than is said here.`,
    );
  }
  if (result.isEdited)
    findings.partly.push(`${shown} was changed by a person before it ran; its output was read all the same.`);
}

function osFrom(attempts: Attempt[]): Os | null {
  const asked = attempts.find(({ mark }) => mark.step === osStep);
  if (asked === undefined || asked.result === null) return null;
  if (asked.result.kind !== "output") return "other";
  if (/^\s*Darwin\b/m.test(asked.result.text)) return "darwin";
  return /^\s*Linux\b/m.test(asked.result.text) ? "linux" : "other";
}
