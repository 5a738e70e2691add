import { homedir } from "node:os";
import type { LoadedConfig } from "../config/index.ts";
import {
  type Assessment,
  assess,
  compileDangerousPatterns,
  type DangerousPattern,
  describeCondition,
  marksOf,
  type PatternProblem,
  type PolicyContext,
  type Rule,
} from "../policy/index.ts";
import { configuredPatterns } from "./configured-patterns.ts";
import { type HeldRules, openPolicyFiles, policyPlaces, type Trusted, trustProjectRules } from "./policy-files.ts";

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

/** What `cotty policy` asks about a session in this folder. */
export async function openPolicy(loaded: LoadedConfig, stateDir: string, cwd: string): Promise<PolicyReport> {
  const files = await openPolicyFiles(policyPlaces(stateDir, cwd)).rulesAt({ target: "local", cwd });
  return createPolicyReport(files, compileDangerousPatterns(configuredPatterns(loaded)));
}

/** Trusts the rules of the project that a folder is in, as they are now. */
export const trustRulesOf = (cwd: string, stateDir: string): Promise<Trusted> =>
  trustProjectRules(policyPlaces(stateDir, cwd), cwd);

function createPolicyReport(
  files: HeldRules,
  compiled: { patterns: DangerousPattern[]; problems: PatternProblem[] },
): PolicyReport {
  return {
    check(command, { cwd, project, target, shell }) {
      const context: PolicyContext = {
        target: target ?? "local",
        shell: shellOf(shell),
        ...(project !== undefined && { project }),
        ...(cwd === undefined ? {} : { cwd, ...((target ?? "local") === "local" ? { home: homedir() } : {}) }),
        rules: files.rules,
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
    rules: files.rules,
    problems: [
      ...files.problems.map(({ file, line, reason }) => `${file}:${line}: ${reason}`),
      ...compiled.problems.map(({ pattern, reason }) => `dangerous_patterns: ${pattern} is skipped: ${reason}`),
    ],
    untrusted: files.untrusted,
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
