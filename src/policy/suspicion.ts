import { ask, danger, type Job } from "./job.ts";
import type { Span } from "./types.ts";
import { judgeValue } from "./variables.ts";
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
    case "secret":
      return ask(job, "read", "secret.variable", `Uses $${text}, which usually holds a credential.`);
    case "marks":
      return ask(
        job,
        "opaque",
        "terminal.marks",
        `Reads $${text}, where Cotty keeps the marks that tell when a command has ended and where the shell is.`,
      );
    case "odd":
      return ask(
        job,
        "opaque",
        "word.odd",
        `Shells read ${text} differently, so it is not certain which words it becomes.`,
        {
          safer: "Write it with plain quotes.",
        },
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

/**
 * A variable gets a value, by whatever means: an assignment, a loop, a built-in that reads, an expansion. All are judged
 * here, so that none of them is a way around another.
 */
export function judgeGiven(
  job: Job,
  { name, value, span, lasts = true }: { name: string; value: string; span: Span; lasts?: boolean },
): undefined {
  const judged = judgeValue(name, value, job.run.context.shell);
  if (judged === "danger") reportHijack(job, name, span);
  else if (judged === "ask" || (lasts && /[A-Z]/.test(name)))
    ask({ ...job, redirect: true }, "write", "environment.set", `Sets the variable ${name}.`, { span });
}
