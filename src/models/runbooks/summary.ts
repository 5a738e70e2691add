import type { Runbook, Sentence } from "./compile.ts";
import { isTrue } from "./expression.ts";
import type { Findings } from "./plan.ts";

/** What was found, what was not and why, and what to do next. Numbers come from the commands' output only. */
export function sumUp(runbook: Runbook, findings: Findings): { text: string; isAnswer: boolean } {
  const found = say(runbook.summary, findings);
  const unknown = findings.unknown.map((sentence) => `Not known: ${sentence}`);
  const next = say(runbook.suggest, findings);
  const opening = found.length === 0 ? ["Nothing could be found out."] : found;
  const isAnswer = found.length + findings.partly.length > 0;
  return { text: lines([...opening, ...findings.partly, ...unknown, ...next]), isAnswer };
}

function say(sentences: Sentence[], findings: Findings): string[] {
  return sentences
    .filter(({ when }) => when === null || isTrue(when.evaluate(findings.scope)))
    .map(({ say }) => say.render(findings.scope))
    .filter((text) => text !== null);
}

/** A list needs an empty line after it, or what follows is read as part of its last item. */
function lines(texts: string[]): string {
  const endsInList = (text: string) => text.split("\n").at(-1)?.startsWith("- ") ?? false;
  return texts.map((text, index) => (endsInList(text) && index < texts.length - 1 ? `${text}\n` : text)).join("\n");
}
