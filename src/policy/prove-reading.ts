import { type Arg, isDynamic, literal, readable } from "./arg.ts";
import { unlessFolderHas } from "./conditions.ts";
import { type Flow, someFlow } from "./flow.ts";
import { ask, type Job, shown } from "./job.ts";
import { judgeOption, judgeSpec } from "./judge-spec.ts";
import { type ParsedArgs, parseArgs } from "./options.ts";
import type { Form, Program } from "./programs/program.ts";
import { optionTable, type Spec } from "./spec.ts";

/** Judges a command by the forms of its program. What none of them proves is asked about. */
export function proveReading(job: Job, program: Program): Flow {
  const found = findForm(job.args, program);
  if (found === null) {
    ask(job, "opaque", "form.unproved", `This form of ${job.name} is not known to only read: ${shown(job)}`);
    return someFlow;
  }
  const title = [job.name, ...found.words].join(" ");
  for (const option of found.lead.options) judgeOption(job, option, { strict: true, title });
  const spec = specOf(program, found.form);
  const parsed = parseArgs(found.args, optionTable(spec));
  judgeLimits(job, found.form, allOptions(found, program), title);
  judgeOrder(job, found, parsed, title);
  if (found.form.without !== undefined) unlessFolderHas(job, found.form.without);
  return judgeSpec(job, spec, found.args, [job.name, ...found.words]);
}

export const isFormOf = (job: Job, program: Program): boolean => findForm(job.args, program) !== null;

/** Whether it only asks what the program answers before it does anything. */
export function answersAtOnce(job: Job, program: Program): boolean {
  const found = findForm(job.args, program);
  return found?.form.answers === true && found.args.length === 0;
}

interface FoundForm {
  form: Form;
  /** The words that chose it. */
  words: readonly string[];
  /** What stood in front of them. */
  lead: ParsedArgs;
  /** What follows them. */
  args: readonly Arg[];
}

/** The first form whose words fit and whose needed option is given; otherwise the first whose words fit. */
function findForm(args: readonly Arg[], program: Program): FoundForm | null {
  let nearest: FoundForm | null = null;
  for (const form of program.forms)
    for (const sub of (form.sub ?? "").split("|")) {
      const words = sub === "" ? [] : sub.split(" ");
      const behind = behindWords(args, words, program);
      if (behind === null) continue;
      const found = { form, words, ...behind };
      if (hasNeeded(form, allOptions(found, program))) return found;
      nearest ??= found;
    }
  return nearest;
}

/** Its options, those in front of the sub-command included, and its operands. */
function allOptions({ form, lead, args }: FoundForm, program: Program): ParsedArgs {
  const parsed = parseArgs(args, optionTable(specOf(program, form)));
  return { ...parsed, options: [...lead.options, ...parsed.options] };
}

const hasNeeded = ({ has }: Form, { options }: ParsedArgs): boolean =>
  has === undefined || options.some(({ name }) => has.includes(name));

/** Reads up to the last word of a sub-command. Null where other words stand there. */
function behindWords(
  args: readonly Arg[],
  words: readonly string[],
  program: Program,
): Pick<FoundForm, "lead" | "args"> | null {
  const lead: ParsedArgs = { options: [], operands: [], uncertain: [] };
  if (words.length === 0) return { lead, args };
  let rest = args;
  for (const [index, word] of words.entries()) {
    if (!word.startsWith("-") && (index === 0 || program.anywhere === true)) {
      const parsed = parseArgs(rest, optionTable(leadSpec(program)), { stopAtOperand: true });
      if (parsed.uncertain.length > 0) return null;
      lead.options.push(...parsed.options);
      rest = parsed.operands;
    }
    const [first, ...others] = rest;
    if (first === undefined || literal(first) !== word || first.many === true) return null;
    rest = others;
  }
  return { lead, args: rest };
}

const leadSpecs = new WeakMap<Program, Spec>();
const formSpecs = new WeakMap<Form, Spec>();

function leadSpec(program: Program): Spec {
  let spec = leadSpecs.get(program);
  if (spec === undefined) {
    spec = { effect: "read", options: program.options ?? "", ...(program.words && { words: true }) };
    leadSpecs.set(program, spec);
  }
  return spec;
}

function specOf(program: Program, form: Form): Spec {
  let spec = formSpecs.get(form);
  if (spec === undefined) {
    const options = program.anywhere === true ? `${program.options ?? ""} ${form.options ?? ""}` : form.options;
    spec = {
      effect: "read",
      options: options ?? "",
      operands: form.operands ?? ["none"],
      ...(program.words && { words: true }),
      ...(form.loose && { loose: true }),
      ...(form.talks && { talks: true }),
      ...(form.prints && { prints: form.prints }),
    };
    formSpecs.set(form, spec);
  }
  return spec;
}

/** What a form says about values and operands beside their roles. */
function judgeLimits(job: Job, form: Form, parsed: ParsedArgs, title: string): undefined {
  const unproved = (arg: Arg | undefined, say: string) =>
    ask(job, "opaque", "form.unproved", say, arg === undefined ? {} : { span: arg.span });
  if (!hasNeeded(form, parsed))
    unproved(undefined, `${title} without ${form.has?.join(" or ")} does more than show something.`);
  for (const { name, value, arg } of parsed.options) {
    const limit = form.values?.[name];
    if (limit !== undefined && (value === null || isOpen(value) || !limit.test(value.text)))
      unproved(arg, `${title} ${name} is not known to only read with ${readable(value?.text ?? "no value")}.`);
  }
  const odd = parsed.operands.find(
    (arg) => form.operandIs !== undefined && (isOpen(arg) || !form.operandIs.test(arg.text)),
  );
  if (odd !== undefined) unproved(odd, `${title} is not known to only read with ${readable(odd.text)}.`);
}

/**
 * Not every program goes on looking for options behind the first operand (POSIX, BSD, busybox): there `gzip FILE -l` packs
 * the file, and `uniq FILE -c` writes one. So what decides stands in front, and what follows may be an operand too.
 */
function judgeOrder(job: Job, { form, args }: FoundForm, parsed: ParsedArgs, title: string): undefined {
  const place = new Map(args.map((arg, index) => [arg, index]));
  const first = Math.min(...parsed.operands.map((arg) => place.get(arg) ?? args.length));
  const late = parsed.options.filter(({ arg }) => (place.get(arg) ?? 0) > first);
  const deciding = late.find(({ name }) => form.has?.includes(name));
  const roles = form.operands ?? [];
  const isLimited = roles.some((role) => role === "write" || role === "none");
  const odd = deciding ?? (isLimited ? late[0] : undefined);
  if (odd !== undefined)
    ask(
      job,
      "write",
      "option.late",
      `Some implementations of ${title} take ${odd.name} for a file where it stands now.`,
      {
        span: odd.arg.span,
        safer: "Write options in front of files.",
      },
    );
}

/** It may be another text, or several words, when it runs. */
const isOpen = (arg: Arg): boolean => isDynamic(arg) || arg.many === true || arg.pattern !== undefined;
