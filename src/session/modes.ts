import { assertNever } from "../base/index.ts";
import type { Mode, ProtectedHost, StepKind, Verdict } from "../protocol/index.ts";

export type ModeAnswer =
  | { readonly answer: "run" }
  | { readonly answer: "ask" }
  | { readonly answer: "refuse"; readonly reason: string };

/**
 * The mode that answers for a step. `acceptEdits` covers files that are proved to be inside the session's project; for
 * any other file it is the default mode.
 */
export function modeFor(mode: Mode, step: { kind: StepKind; inProject: boolean }): Mode {
  return mode === "acceptEdits" && step.kind === "file" && !step.inProject ? "default" : mode;
}

/** What a turn does with a step: a mode that a person has chosen since it began makes it stricter, and never looser. */
export function answerOfTurn(
  { mode, chosenMode }: { mode: Mode; chosenMode: Mode },
  step: JudgedStep & { inProject: boolean },
): ModeAnswer {
  const answers = [mode, chosenMode].map((each) => answerOfMode(modeFor(each, step), step));
  const strictness = ["run", "ask", "refuse"] as const;
  return answers.reduce((a, b) => (strictness.indexOf(b.answer) > strictness.indexOf(a.answer) ? b : a));
}

/** What a mode needs to know of a step. */
interface JudgedStep {
  readonly kind: StepKind;
  readonly verdict: Verdict;
  readonly protectedHost?: ProtectedHost | null;
  /** It is allowed by a rule or an earlier approval of a person, and not proved to only read. */
  readonly isByRule?: boolean;
}

/** What a mode does with a verdict: the table of SPEC.md, MO1–MO11. */
export function answerOfMode(
  mode: Mode,
  { kind, verdict, protectedHost = null, isByRule = false }: JudgedStep,
): ModeAnswer {
  if (verdict === "deny") return { answer: "refuse", reason: "Policy refuses this." };
  if (mode === "plan") {
    const isProved = (verdict === "allow" && !isByRule) || protectedHost?.isRead === true;
    const reads = isProved && kind !== "file";
    if (reads) return { answer: protectedHost === null ? "run" : "ask" };
    return { answer: "refuse", reason: "Plan mode only looks: nothing that changes something runs." };
  }
  if (protectedHost !== null) return { answer: "ask" };
  if (verdict === "danger") return { answer: "ask" };
  // Looking at the screen, or at files that anyone may see, sends nothing anywhere: asking would only tire people.
  if (kind === "tool" && verdict === "allow") return { answer: "run" };
  switch (mode) {
    case "review":
      return { answer: "ask" };
    case "default":
      return verdict === "allow" && kind !== "file" ? { answer: "run" } : { answer: "ask" };
    case "acceptEdits":
      return verdict === "allow" || kind === "file" ? { answer: "run" } : { answer: "ask" };
    case "bypassPermissions":
      return { answer: "run" };
    default:
      return assertNever(mode);
  }
}
