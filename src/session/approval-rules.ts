import type { ProposedStep, StepKind } from "../protocol/index.ts";

/** The words that confirm danger (AP4): those of its finding, or these where it has none of its own. */
export function phraseOf({ phrase }: Pick<ProposedStep, "phrase">): string {
  return phrase ?? "run it anyway";
}

/** What was read or written can only be allowed or not: there is nothing in it to change. */
export function canEdit(kind: StepKind): boolean {
  return kind === "command" || kind === "keys";
}

/** Whether an approval for longer than once may be offered: not for danger (AP5), nor on a protected host (AP14). */
export function canApproveLonger(
  kind: StepKind,
  { verdict, protectedHost }: Pick<ProposedStep, "verdict" | "protectedHost">,
): boolean {
  return canEdit(kind) && verdict !== "danger" && protectedHost === null;
}
