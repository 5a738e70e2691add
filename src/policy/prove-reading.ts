import { type Arg, isUnreadCode, literal, mayBecomeOption, plainArg, readable, someFlow } from "../shell/index.ts";
import { looksAround, unlessComposeFetches, unlessFolderHas } from "./conditions.ts";
import { goTemplate } from "./go-template.ts";
import { ask, type Job, shown } from "./job.ts";
import { judgeOption, judgeRead, readArgs } from "./judge-spec.ts";
import { type Answer, provedBy } from "./judgement.ts";
import { constantWords } from "./judges/sending.ts";
import { isListed, onlyOptions, type ParsedArgs, parseArgs, withDashes } from "./options.ts";
import { asksOthers, programs } from "./programs/index.ts";
import type { Form, Program } from "./programs/program.ts";
import { type OptionTable, optionTable, type Spec, type ValueRole } from "./spec.ts";

/** Judges a command by the forms of its program. What none of them proves is asked about. */
export function proveReading(job: Job, program: Program): Answer {
  const found = findForm(job.args, program);
  if (found === null) {
    ask(job, "opaque", "form.unproved", `This form of ${job.name} is not known to only read: ${shown(job)}`);
    return someFlow;
  }
  const title = [job.name, ...found.words].join(" ");
  for (const option of found.lead.options) judgeOption(job, option, { strict: true, title });
  const spec = specOf(program, found.form);
  const parsed = readArgs(found.args, spec);
  judgeLimits(
    job,
    { program, form: found.form, spec },
    { ...parsed, options: [...found.lead.options, ...parsed.options] },
    title,
  );
  // A client has one implementation, which finds its options wherever they stand.
  if (program.anywhere !== true) judgeOrder(job, found, parsed, title);
  judgeApart(job, found, parsed, title);
  judgeEnd(job, found, title);
  if (program.expands === true) judgeLists(job, title);
  if (found.form.loads !== undefined) unlessComposeFetches(job, found.form.loads);
  if (found.form.without !== undefined) unlessFolderHas(job, found.form.without);
  if (program.looksAround === true && found.form.answers !== true) looksAround(job);
  // What stands in front of the sub-command goes to the other machine as well: `kubectl -n "$x" get pods`.
  if (found.form.talks === true) constantWords(job, job.args.slice(0, job.args.length - found.args.length));
  return provedBy("row", judgeRead(job, spec, found.args, title));
}

export const isFormOf = (job: Job, program: Program): boolean => findForm(job.args, program) !== null;

/** Whether the form of these words asks another machine. A word that only the run decides may choose any form. */
export function asksOthersBy([path, ...words]: readonly (string | null)[]): boolean {
  const name = path?.slice(path.lastIndexOf("/") + 1) ?? "";
  const program = programs.get(name);
  if (program === undefined || words.includes(null)) return asksOthers(name);
  const args = words.map((word) => plainArg(word ?? "", [0, 0]));
  const form = findForm(args, program)?.form;
  return form?.talks === true || form?.prints === "fetched";
}

/** Whether it only asks what the program answers before it does anything. */
export function answersAtOnce(job: Job, program: Program): boolean {
  const found = findForm(job.args, program);
  return found?.form.answers === true && found.args.length === 0;
}

/** Whether no option of the form that was chosen does harm. */
export const isLooseForm = (job: Job, program: Program): boolean => findForm(job.args, program)?.form.loose === true;

/** Whether the form that was chosen has this option, as written, among those that only read. */
export function isHarmlessOption(job: Job, program: Program, option: string): boolean {
  const found = findForm(job.args, program);
  const known = found && optionTable(specOf(program, found.form)).options.get(option);
  return known?.mark === "harmless" && known.role !== "write" && known.role !== "run";
}

/** Whether its options are all those of one form, and no operand is an output. For judges that also find what is written. */
export function hasOnlyOptionsOf(job: Job, program: Program): boolean {
  const found = findForm(job.args, program);
  if (found === null) return false;
  const table = optionTable(specOf(program, found.form));
  const roles = found.form.operands ?? ["none"];
  const isInput = (_: Arg, index: number) =>
    /^(?:read|open|stat|text)$/.test(roles[Math.min(index, roles.length - 1)] ?? "");
  return (
    hasNeeded(program, found.form, found) &&
    onlyOptions(found.args, table) &&
    parseArgs(found.args, table).operands.every(isInput)
  );
}

/** Whether every option is on the list of a form of the program that these words have. */
export function hasOptionsOf(args: readonly Arg[], program: Program): boolean {
  const found = findForm(args, program);
  if (found === null) return false;
  return found.lead.options.every(isListed) && onlyOptions(found.args, optionTable(specOf(program, found.form)));
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

/** The first form whose words and needed options are given, or else the last one whose words are. */
function findForm(given: readonly Arg[], program: Program): FoundForm | null {
  const [first] = program.forms;
  const isDashed = program.letters === true && first !== undefined;
  const args = isDashed ? withDashes(given, optionTable(specOf(program, first))) : given;
  let incomplete: FoundForm | null = null;
  for (const form of program.forms)
    for (const sub of (form.sub ?? "").split("|")) {
      const words = sub === "" ? [] : sub.split(" ");
      const found = behindWords(args, words, program);
      if (found === null) continue;
      if (hasNeeded(program, form, found)) return { form, words, ...found };
      incomplete = { form, words, ...found };
    }
  return incomplete;
}

/** In front of the operands, unless the program looks everywhere: to unzip `a.zip -l` names a member. */
function hasNeeded(program: Program, form: Form, { args, lead }: Pick<FoundForm, "args" | "lead">): boolean {
  const { options } = parseArgs(args, optionTable(specOf(program, form)), { stopAtOperand: program.anywhere !== true });
  return form.has === undefined || [...lead.options, ...options].some(({ name }) => form.has?.includes(name));
}

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
    spec = { options: program.options ?? "", ...(program.words && { words: true }) };
    leadSpecs.set(program, spec);
  }
  return spec;
}

function specOf(program: Program, form: Form): Spec {
  let spec = formSpecs.get(form);
  if (spec === undefined) {
    const options = program.anywhere === true ? `${program.options ?? ""} ${form.options ?? ""}` : form.options;
    spec = {
      ...form,
      options: options ?? "",
      operands: form.operands ?? ["none"],
      ...(program.words && { words: true }),
      ...(program.getopt && { getopt: true }),
    };
    formSpecs.set(form, spec);
  }
  return spec;
}

/**
 * Words, numbers, dates, patterns of names. A value with other signs may be a path, an address or a language of its own,
 * and one with @ in front a file: a row says which of its options take any text, or what each may be.
 */
const plainValue = /^(?!@)[\w \t.,:%+@=*?![\]^~#&-]*$/;
const plainName = /^(?!@|.*:\/\/)[\w \t.,:%+@=*?![\]^~#&/-]*$/;
const plainValues: Readonly<Partial<Record<ValueRole, RegExp>>> = { data: plainValue, name: plainName };

/** A number, with a unit or without. */
const number = /^\d*[kKMGTPbBcwsmhd]?(?:i?B)?$/;

/**
 * Not every program reads as getopt does: zstd takes the digits of `-T0o FILE`, of which there may be none, and reads on;
 * and `o` is an output. So letters in the same word are a number's unit, or options that do no harm.
 */
function mayBeMoreOptions(text: string, options: OptionTable["options"]): boolean {
  const isHarmless = (letter: string) => {
    const option = options.get(`-${letter}`);
    return option?.mark === "harmless" && option.value === "none";
  };
  return (
    !(/^\d/.test(text) && number.test(text)) && (text.match(/[A-Za-z]/g) ?? []).some((letter) => !isHarmless(letter))
  );
}

/** Whatever program has them: their value may be a template. Letters for them are limited in the rows. */
const templateOptions = /^--?(?:format|template)$/;

/** What a form says about values and operands beside their roles. */
function judgeLimits(
  job: Job,
  { program, form, spec }: { program: Program; form: Form; spec: Spec },
  parsed: Pick<ParsedArgs, "options" | "operands">,
  title: string,
): undefined {
  const unproved = (arg: Arg | undefined, say: string) =>
    ask(job, "opaque", "form.unproved", say, arg === undefined ? {} : { span: arg.span });
  if (form.has !== undefined && !parsed.options.some(({ name }) => form.has?.includes(name)))
    unproved(undefined, `${title} without ${form.has.join(" or ")} does more than show something.`);
  for (const { name, value, arg, known } of parsed.options) {
    const own = form.values?.[name] ?? (templateOptions.test(name) ? goTemplate : undefined);
    // A program that knows the option without a value takes it for the next option: `rg --engine --pre=./x`.
    const looksLikeOption = value !== null && /^-(?!\d|$)/.test(value.text) && job.args.includes(value);
    if (looksLikeOption && own === undefined)
      unproved(arg, `${title} may read ${readable(value.text)} as an option and not as the value of ${name}.`);
    const isGlued = value !== null && !job.args.includes(value) && /^-[^-]/.test(arg.text);
    const isText = own !== undefined || form.loose === true || known?.role !== "data";
    if (isGlued && !isText && !program.getopt && mayBeMoreOptions(value.text, optionTable(spec).options))
      unproved(arg, `${title} may read ${readable(value.text)} as more options.`);
    // Some programs then read all their words in another way: `ps -e -t` shows variables.
    if (value === null && known?.value === "required" && form.mayLack?.includes(name) !== true)
      unproved(arg, `${title} ${name} needs a value.`);
    const limit = own ?? (known && form.loose !== true ? plainValues[known.role] : undefined);
    if (limit !== undefined && value !== null && (isOpen(value) || !limit.test(value.text)))
      unproved(arg, `${title} ${name} is not known to only read with ${readable(value.text)}.`);
  }
  if (form.needs !== undefined && parsed.operands.length < form.needs)
    unproved(
      undefined,
      `${title} is only known to read with ${form.needs === 1 ? "a name" : `${form.needs} words`} behind it.`,
    );
  if (form.pair === true && parsed.operands.length !== 2)
    unproved(undefined, `${title} without two files looks for the other one itself.`);
  // What goes to another machine is no file or address that the program would open first: `@file`, `file://`.
  const looks = [form.operandIs ?? (form.talks === true ? plainName : [])].flat();
  const odd = parsed.operands.find((arg, index) => {
    const look = looks[Math.min(index, looks.length - 1)];
    return look !== undefined && (isOpen(arg) || !look.test(arg.text));
  });
  if (odd !== undefined) unproved(odd, `${title} is not known to only read with ${readable(odd.text)}.`);
}

/**
 * Behind an option, `--` may be its value to another version of the program: to one nm `-U` takes none, to the next it does.
 * Then what follows are options again: `nm -U -- --plugin=./x.so`.
 */
function judgeEnd(job: Job, { form, args }: FoundForm, title: string): undefined {
  const end = args.findIndex(({ text }) => text === "--");
  if (form.loose === true || end < 1 || args[end - 1]?.text.startsWith("-") !== true) return;
  const isName = ({ pattern, names }: Arg) => pattern !== undefined || names === true;
  const word = args.slice(end + 1).find((arg) => /^-./.test(arg.text) || (mayBecomeOption(arg) && !isName(arg)));
  if (word === undefined) return;
  ask(job, "opaque", "argument.dynamic", `${readable(word.text)} could be an option of ${title}.`, {
    span: word.span,
    safer: "Put ./ in front of it, or an operand in front of the --.",
  });
}

/**
 * Not every program goes on looking for options behind the first operand (POSIX, BSD, busybox): there `gzip FILE -l` packs
 * the file, and `uniq FILE -c` writes one. So what decides stands in front, and what follows may be an operand too.
 */
function judgeOrder(job: Job, { form, args }: FoundForm, parsed: ParsedArgs, title: string): undefined {
  if (form.late === true) return;
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

/** Also as the value of an option, behind `--`, and as a name that a pattern finds. */
function judgeLists(job: Job, title: string): undefined {
  const list = job.args.find(({ text }) => /^[@*?[\ufdd0-\ufdef]/u.test(text) && !/^[\ufdd3\ufdd6]\//u.test(text));
  if (list !== undefined)
    ask(
      job,
      "opaque",
      "option.unknown",
      `${readable(list.text)} may begin with @: then ${title} reads its words from a file.`,
      {
        span: list.span,
        safer: "Put ./ in front of it.",
      },
    );
}

/** Where a letter takes the next word, what follows it in the same word are more letters: `tree -Io x y` writes y. */
function judgeApart(job: Job, { form, args }: FoundForm, parsed: ParsedArgs, title: string): undefined {
  if (form.apart !== true) return;
  const stuck = parsed.options.find(
    ({ name, value }) => !name.startsWith("--") && value !== null && !args.includes(value),
  );
  if (stuck !== undefined)
    ask(job, "opaque", "form.unproved", `${title} takes the value of ${stuck.name} from the next word only.`, {
      span: stuck.arg.span,
    });
}

/** It may be another text, or several words, when it runs. */
const isOpen = (arg: Arg): boolean => isUnreadCode(arg) || arg.many === true;
