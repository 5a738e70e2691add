import { ask, danger, type Job } from "./job.ts";
import type { Span } from "./types.ts";
import type { Suspicion } from "./words.ts";

/** Says why an expansion is not what it looks like. */
export function reportSuspicion(job: Job, kind: Suspicion, text: string): undefined {
  switch (kind) {
    case "arithmetic":
      return ask(
        job,
        "opaque",
        "expansion.arithmetic",
        `Evaluates ${text} as arithmetic; a variable's content can run a command there.`,
      );
    case "hides-words":
      return danger(
        job,
        "opaque",
        "expansion.hides-words",
        `${text} stands for a blank, so this reads as one word and runs as several.`,
        "Write the blanks.",
      );
    case "runs-code":
      return danger(
        job,
        "opaque",
        "expansion.runs-code",
        `The expansion ${text} can run text as a command.`,
        "Use the plain value: $name.",
      );
  }
}

/** A variable through which a program that looks harmless is made to run something else. */
export function reportHijack(job: Job, name: string, span: Span): undefined {
  danger(
    job,
    "opaque",
    "environment.hijack",
    `Sets ${name}, through which a program that looks harmless runs something else.`,
    `Run the command without ${name}.`,
    { span },
  );
}
