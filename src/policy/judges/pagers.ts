import { isUnreadCode, readable } from "../../shell/index.ts";
import { ask, danger, type Job } from "../job.ts";
import type { Answer } from "../judgement.ts";
import { type ParsedArgs, parseArgs } from "../options.ts";
import { programs } from "../programs/index.ts";
import type { Program } from "../programs/program.ts";
import { proveReading } from "../prove-reading.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

/** Pagers show text, but offer a shell and start helpers. So do programs that show it through a pager. */
function pager(job: Job): Answer {
  const program = programs.get(job.name) as Program;
  const parsed = parseArgs(job.args, optionTable({ options: program.forms[0]?.options ?? "" }));
  asksHelper(job, parsed);
  asksKeys(job, parsed);
  return proveReading(job, program);
}

/** A word with a plus in front is typed into the pager: it can open other files, write them and start programs. */
function asksKeys(job: Job, { operands }: ParsedArgs): undefined {
  for (const { text, span } of operands) {
    if (/^\+.*[!|#]|^\+\+/s.test(text))
      danger(
        job,
        "opaque",
        "code.spawns",
        `${job.name} is told to start other programs (${readable(text)}).`,
        "Use cat or head.",
      );
    // Where to begin: the end, or a line.
    else if (text.startsWith("+") && !/^\+\d*[gG]?$/.test(text))
      ask(job, "opaque", "pager.keys", `${job.name} runs ${readable(text)} as if it were typed into it.`, { span });
  }
}

/** Endings of text, at which the helpers of all systems leave a file as it is. */
const textEndings = new Set(
  `txt text md mdx markdown rst adoc log out err csv tsv json jsonl json5 yml yaml toml ini cfg conf config properties env
  example sample xml svg js cjs mjs jsx ts cts mts tsx vue svelte css scss sass less graphql proto py rb go rs java kt kts
  scala sc swift c h cc cpp cxx hpp hh cs fs php pl pm lua r jl hs ml ex exs erl clj el lisp zig nim dart sql sh ash bash
  zsh ksh fish ps1 bat tf tfvars hcl nix cmake mk gradle lock sum mod diff patch srt tex bib`.split(/\s+/),
);

function isText(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/^\./, "");
  const dot = name.lastIndexOf(".");
  return dot === -1 ? name !== "" : textEndings.has(name.slice(dot + 1).toLowerCase());
}

/**
 * less starts a helper for what it shows (LESSOPEN, which most systems set): by the name of a file that is rpm or another
 * program which obeys what it finds there. With -L it does not. bat obeyed LESSOPEN by itself for a while.
 */
function asksHelper(job: Job, { options, operands }: ParsedArgs): undefined {
  if (!/^(?:less|more|bat|batcat)$/.test(job.name)) return;
  if (job.name === "less" && options.some(({ name }) => name === "-L" || name === "--no-lessopen")) return;
  // A pattern says how a name ends only where an ending is written out.
  const other = operands.find(
    (arg) =>
      !/^(?:-$|\+)/.test(arg.text) &&
      !isText(isUnreadCode(arg) ? arg.text.replaceAll(/[*?[\]\ufdd0-\ufdef]/gu, ".") : arg.text),
  );
  if (other !== undefined)
    ask(job, "opaque", "pager.helper", `${job.name} may start another program to show ${readable(other.text)}.`, {
      span: other.span,
      safer: job.name === "less" ? "Use less -L." : "Use cat.",
    });
}

export const pagerJudges: Judges = Object.fromEntries(
  "less more most zless zmore man gman bat batcat".split(" ").map((name) => [name, pager]),
);
