import { type Arg, type Flow, isUnreadCode, readable } from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import { type FoundOption, type ParsedArgs, parseArgs } from "../options.ts";
import { programs } from "../programs/index.ts";
import { proveReading } from "../prove-reading.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

/** Pagers show text, but offer a shell and run helpers named in options. So do programs that show it through a pager. */
function pager(job: Job): Flow {
  const program = programs.get(job.name);
  if (program === undefined) throw new Error(`No row is about the program ${job.name}.`);
  const options = program.forms[0]?.options ?? "";
  const parsed = parseArgs(job.args, optionTable({ options }));
  if (job.name === "less") for (const option of parsed.options) asksMore(job, option);
  if (hasHelper.test(job.name)) asksHelper(job, parsed);
  asksKeys(job, parsed.operands);
  return proveReading(job, program);
}

/** bat obeyed LESSOPEN by itself for a while. */
const hasHelper = /^(?:less|more|bat|batcat)$/;

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

/** Names of text, at which the helpers of all systems leave a file as it is. */
const isText =
  /(?:^|\/)\.?[^/.]+$|\.(?:txt|text|md|mdx|markdown|rst|adoc|log|out|err|csv|tsv|jsonl?|json5|ya?ml|toml|ini|cfg|conf|config|properties|env|example|sample|xml|svg|[cm]?[jt]sx?|vue|svelte|css|s[ac]ss|less|graphql|proto|py|rb|go|rs|java|kts?|scala|swift|c|h|cc|cpp|cxx|hpp|hh|cs|fs|php|pl|pm|lua|r|jl|hs|ml|exs?|erl|clj|el|lisp|zig|nim|dart|sql|[bkz]?a?sh|fish|ps1|bat|tf|tfvars|hcl|nix|cmake|mk|gradle|lock|sum|mod|diff|patch|srt|tex|bib)$/i;

/**
 * less starts a helper for what it shows (LESSOPEN, which most systems set): by the name of a file that is rpm or another
 * program which obeys what it finds there. With -L it does not.
 */
function asksHelper(job: Job, { options, operands }: ParsedArgs): undefined {
  if (job.name === "less" && options.some(({ name }) => name === "-L" || name === "--no-lessopen")) return;
  // A pattern says how a name ends only where an ending is written out.
  const other = operands.find(
    (arg) =>
      !/^(?:-$|\+)/.test(arg.text) &&
      !isText.test(isUnreadCode(arg) ? arg.text.replaceAll(/[*?[\]\ufdd0-\ufdef]/gu, ".") : arg.text),
  );
  if (other !== undefined)
    ask(job, "opaque", "pager.helper", `${job.name} may start another program to show ${readable(other.text)}.`, {
      span: other.span,
      safer: job.name === "less" ? "Use less -L." : "Use cat.",
    });
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
