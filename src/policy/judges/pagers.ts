import { type Arg, readable } from "../arg.ts";
import type { Flow } from "../flow.ts";
import { ask, danger, type Job } from "../job.ts";
import { type FoundOption, parseArgs } from "../options.ts";
import { programs } from "../programs/index.ts";
import { proveReading } from "../prove-reading.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

/** Pagers show text, but offer a shell and run helpers named in options. So do programs that show it through a pager. */
function pager(job: Job): Flow {
  const program = programs.get(job.name);
  if (program === undefined) throw new Error(`No row is about the program ${job.name}.`);
  const options = program.forms[0]?.options ?? "";
  const parsed = parseArgs(job.args, optionTable({ effect: "read", options }));
  if (job.name === "less") for (const option of parsed.options) asksMore(job, option);
  asksKeys(job, parsed.operands);
  return proveReading(job, program);
}

/** Where to begin: the end, or a line. */
const isPlace = /^\+\d*[gG]?$/;

/** A word with a plus in front is typed into the pager: it can open other files, write them and start programs. */
function asksKeys(job: Job, operands: readonly Arg[]): undefined {
  for (const operand of operands) {
    if (/^\+.*[!|#]|^\+\+/s.test(operand.text))
      danger(
        job,
        "opaque",
        "code.spawns",
        `${job.name} is told to start other programs (${readable(operand.text)}).`,
        "Use cat or head.",
      );
    else if (operand.text.startsWith("+") && !isPlace.test(operand.text))
      ask(job, "opaque", "pager.keys", `${job.name} runs ${readable(operand.text)} as if it were typed into it.`, {
        span: operand.span,
      });
  }
}

/** Behind a number, and behind a `$` in a text, less reads on for options; a pattern is typed into it. */
function asksMore(job: Job, { name, value, arg }: FoundOption): undefined {
  if (value === null || !/^-[bhjpPxyz]$/.test(name)) return;
  const isPlain = /[pP]/.test(name) ? /^[^$\p{Cc}]*$/u : /^-?[\d.,]+$/;
  if (isPlain.test(value.text)) return;
  ask(job, "opaque", "option.value", `The value of ${name} may tell ${job.name} to do more than show a file.`, {
    span: arg.span,
  });
}

const names = ["less", "more", "most", "zless", "zmore", "man", "gman", "bat", "batcat"];

export const pagerJudges: Judges = Object.fromEntries(names.map((name) => [name, pager]));
