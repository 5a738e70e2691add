import {
  type Assessment,
  assess,
  compileDangerousPatterns,
  describeCondition,
  marksOf,
  type PolicyContext,
  type Rule,
} from "../../policy/index.ts";
import type { HeldRules } from "./written-rules.ts";

type CheckedCommand = Assessment & {
  /** For an allow: what the target must say right before the command runs, in words. */
  provided: string[];
  /** Default patterns that it matches. */
  marks: string[];
};

/** Policy as a person meets it on the command line: the same judge and rules that hold an agent. */
export interface PolicyReport {
  /** `project` is the folder that a session would be opened in, and `cwd` the one that its terminal is in. */
  check(command: string, place: { cwd?: string; project?: string; target?: string; shell?: string }): CheckedCommand;
  readonly rules: readonly Rule[];
  /** What is wrong in the files of rules, as sentences with file and line. */
  readonly problems: readonly string[];
  /** Projects' files that only tighten, because nobody has trusted them. */
  readonly untrusted: readonly string[];
}

/** `patterns` are those that a person configured, `home` their home on this machine. */
export function createPolicyReport(
  held: HeldRules,
  { patterns, home }: { patterns: readonly string[] | undefined; home: string },
): PolicyReport {
  const compiled = compileDangerousPatterns(patterns);
  return {
    check(command, { cwd, project, target, shell }) {
      const context: PolicyContext = {
        target: target ?? "local",
        shell: shellOf(shell),
        ...(project !== undefined && { project }),
        ...(cwd === undefined ? {} : { cwd, ...((target ?? "local") === "local" ? { home } : {}) }),
        rules: held.rules,
        dangerousPatterns: compiled.patterns,
      };
      const assessment = assess(command, context);
      const { verdict, conditions } = assessment;
      return {
        ...assessment,
        provided: verdict === "allow" ? conditions.map(describeCondition) : [],
        marks: marksOf(assessment, context),
      };
    },
    rules: held.rules,
    problems: [
      ...held.problems.map(({ file, line, reason }) => `${file}:${line}: ${reason}`),
      ...compiled.problems.map(({ pattern, reason }) => `dangerous_patterns: ${pattern} is skipped: ${reason}`),
    ],
    untrusted: held.untrusted,
  };
}

function shellOf(shell: string | undefined): "bash" | "sh" | "zsh" | "fish" | "pwsh" | "unknown" {
  switch (shell) {
    case undefined:
    case "bash":
      return "bash";
    case "sh":
    case "zsh":
    case "fish":
    case "pwsh":
      return shell;
    default:
      return "unknown";
  }
}
