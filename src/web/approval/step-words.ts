import { phraseOf, type WaitingStep } from "../../session/index.ts";

/** The verb of the phrase on the button: `delete on db-1` → Delete on db-1. */
export function dangerVerb(step: WaitingStep): string {
  const phrase = phraseOf(step);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** `npm test` of `npm test -- --watch`: what a lasting approval is named by. */
export function shortCommand(command: string): string {
  const line = command.split("\n")[0] ?? "";
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
