import type { Runbook } from "./compile.ts";
import type { RunbookProblem } from "./load.ts";
import type { Candidate } from "./match.ts";

const howToSetAModel =
  "For anything else, set a model: add a key with `cotty keys add google` (or anthropic, or openai), or start Ollama, " +
  "then check with `cotty models`.";

/** Said whenever no runbook fits. It must never sound as if a language model had thought about the request. */
export function unmatchedAnswer(closest: Runbook[], runbooks: Runbook[], problems: RunbookProblem[]): string {
  return [
    "No runbook matches this request. Without a model Cotty works from runbooks and cannot think of commands itself.",
    // The one that was meant may be the one that was skipped.
    ...problems.map(({ file, field, reason }) => `Your runbook ${file} cannot be used: ${field} ${reason}.`),
    ...(closest.length > 0 ? closestLines(closest) : exampleLines(runbooks)),
    howToSetAModel,
  ].join("\n");
}

export function wantsChangeAnswer(closest: Runbook[]): string {
  return [
    "This asks for a change. Runbooks only look and change nothing, so nothing was run.",
    ...closestLines(closest),
    howToSetAModel,
  ].join("\n");
}

/** "help", "what can you do?": what there is to ask, all of it. */
export function whatCanBeAsked(runbooks: Runbook[]): string {
  return [
    `Without a model Cotty works from ${runbooks.length} runbooks. Ask for example:`,
    ...runbooks.map((runbook) => `- ${runbook.examples[0]}`),
    "",
    howToSetAModel,
  ].join("\n");
}

export function missingAnswer({ runbook, missing }: Candidate): string {
  const questions = missing.map((parameter) => parameter.question ?? `Which ${parameter.name}?`);
  return `${questions.join(" ")} Ask for example: "${runbook.examples[0]}"`;
}

/** For a conversation without tools: the commands as suggestions a person can run. */
export function suggestionAnswer(runbook: Runbook, commands: string[]): string {
  return [
    `Runbook ${runbook.name}: ${runbook.title}. These commands look and change nothing. Nothing was run.`,
    ...commands.map((command) => `<cmd>${command}</cmd>`),
  ].join("\n");
}

function closestLines(closest: Runbook[]): string[] {
  return [
    "The closest runbooks:",
    ...closest.map((one) => `- ${one.name}: ${one.title}. Ask: "${one.examples[0]}"`),
    "",
  ];
}

/** Every sixth or so, so that the examples are about different things. */
function exampleLines(runbooks: Runbook[]): string[] {
  const every = Math.max(1, Math.floor(runbooks.length / 4));
  const examples = runbooks.filter((_, index) => index % every === 0).slice(0, 4);
  return ["Ask for example:", ...examples.map((runbook) => `- ${runbook.examples[0]}`), ""];
}
