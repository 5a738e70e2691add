import type { DangerousPattern } from "../types.ts";

/** The five patterns of the seed. They mark a command; the verdict is the engine's, which knows more than text does. */
export const defaultDangerousPatterns: readonly string[] = [
  String.raw`rm\s+-rf\s+/`,
  "mkfs",
  String.raw`dd\s+if=`,
  String.raw`:\(\)\s*\{`,
  String.raw`>\s*/dev/sd`,
];

/** Of the patterns that a text matches, those that only mark it. */
export function marksOf(
  { patterns }: { patterns: readonly string[] },
  { dangerousPatterns = [] }: { dangerousPatterns?: readonly DangerousPattern[] },
): string[] {
  return patterns.filter((source) =>
    dangerousPatterns.some((each) => each.source === source && each.origin === "default"),
  );
}

export interface PatternProblem {
  pattern: string;
  reason: string;
}

/** Compiles patterns of a configuration; without one, the defaults. What is no regular expression is skipped and named. */
export function compileDangerousPatterns(configured?: readonly string[]): {
  patterns: DangerousPattern[];
  problems: PatternProblem[];
} {
  const patterns: DangerousPattern[] = [];
  const problems: PatternProblem[] = [];
  for (const source of configured ?? defaultDangerousPatterns) {
    try {
      patterns.push({ source, regex: new RegExp(source), origin: configured === undefined ? "default" : "configured" });
    } catch (error) {
      problems.push({ pattern: source, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { patterns, problems };
}
