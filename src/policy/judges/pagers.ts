import { type Arg, readable } from "../arg.ts";
import type { Flow } from "../flow.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption, judgeSpec } from "../judge-spec.ts";
import { type FoundOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { table } from "../table/index.ts";
import type { Judges } from "./judge.ts";
import { readAll } from "./text-programs.ts";

const less =
  "-aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX -b= -h= -j= -p= -P= -x= -y= -z= -t=? -T=? -k=! ?-o=> ?-O=> --chop-long-lines --quit-if-one-screen --RAW-CONTROL-CHARS --LINE-NUMBERS --no-init --ignore-case --raw-control-chars --squeeze-blank-lines --lesskey-file=! --lesskey-src=! --lesskey-content=! ?--log-file=> ?--LOG-FILE=>";

/** Which letters take a value differs: one that is read wrongly hides a file. */
const pagerOptions: Readonly<Record<string, string>> = {
  less,
  more: "-# -dflcpsueV -n= --silent --logical --exit-on-eof --no-pause --print-over --clean-print --squeeze --plain --lines=",
  most: "-bsvw",
  zless: "",
  zmore: "",
};

/** Pagers show text, but offer a shell and run helpers named in options. */
function pager(job: Job): Flow {
  const parsed = parseArgs(job.args, optionTable({ effect: "read", options: pagerOptions[job.name] ?? "" }));
  for (const option of parsed.options) {
    judgeOption(job, option, { strict: true, title: job.name });
    asksMore(job, option);
  }
  const [uncertain] = parsed.uncertain;
  if (uncertain !== undefined)
    ask(
      job,
      "opaque",
      "argument.dynamic",
      `${readable(uncertain.text)} could turn out to be an option of ${job.name}.`,
      {
        span: uncertain.span,
      },
    );
  asksKeys(job, parsed.operands);
  return readAll(
    job,
    parsed.operands.filter((arg) => !arg.text.startsWith("+")),
  );
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

/** Programs that show their output through a pager. */
function throughPager(job: Job): Flow {
  asksKeys(job, operandsOf(job.args));
  const spec = table[job.name];
  if (spec === undefined) throw new Error(`The command table has no row for ${job.name}`);
  return judgeSpec(job, spec);
}

export const pagerJudges: Judges = {
  ...Object.fromEntries(Object.keys(pagerOptions).map((name) => [name, pager])),
  man: throughPager,
  bat: throughPager,
  batcat: throughPager,
};
