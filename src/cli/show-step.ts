import { diffLines } from "../base/index.ts";
import { nameOf, type Step } from "../session/index.ts";
import type { CliContext } from "./context.ts";
import { inOneLine } from "./printable.ts";
import { commandText, marks } from "./transcript.ts";

/** Everything a person has to know of a step before they decide about it. */
export function showStep(context: CliContext, step: Step): void {
  context.out(
    `${context.paint("agent", ">")} ${commandText(step.command, context.paint)}${marks(step.patterns, context.paint)}\n`,
  );
  showFacts(context, step);
}

/** The same without the command, which already stands above. */
export function showFacts(context: CliContext, step: Step): void {
  const { paint } = context;
  // The same words mean something else in another folder, and what led there may have run unasked.
  const where = `on ${inOneLine(step.target)}, in ${inOneLine(step.cwd)}`;
  context.out(step.verdict === "danger" ? `${paint("danger", " DANGER ")} ${where}\n` : `  ${paint("dim", where)}\n`);
  if (step.editedFrom !== null) {
    const who = step.editedBy === null ? "a person" : nameOf(step.editedBy);
    context.out(
      `  ${paint("person", `Edited by ${inOneLine(who)}.`)} ${paint("dim", `Before: ${inOneLine(step.editedFrom)}`)}\n`,
    );
  }
  for (const finding of step.findings) {
    context.out(`  ${paint(finding.level === "ask" ? "yellow" : "red", inOneLine(finding.say))}\n`);
    if (finding.safer) context.out(`  ${paint("dim", `Instead: ${inOneLine(finding.safer)}`)}\n`);
  }
  if (step.effect) context.out(`  ${paint("dim", inOneLine(step.effect.summary))}\n`);
  if (step.diff !== null) showDiff(context, step.diff);
}

const colours = { added: "green", removed: "red", same: "dim", place: "dim" } as const;

/** All of it: a person approves what they have seen. */
function showDiff({ out, paint }: CliContext, diff: string): void {
  for (const { kind, text } of diffLines(diff)) out(`  ${paint("agent", "│")} ${paint(colours[kind], text)}\n`);
}
