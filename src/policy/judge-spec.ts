import { assertNever } from "../base/index.ts";
import {
  type Arg,
  type Flow,
  filtered,
  hole,
  isBelow,
  mixFlows,
  noFlow,
  placeOf,
  readable,
  someFlow,
} from "../shell/index.ts";
import type { Effect } from "./effects/effect-rows.ts";
import { tell } from "./effects/tell.ts";
import { namesFile, talks } from "./elsewhere.ts";
import { holdsSecrets, judgedPath, readsFile, writesFile } from "./file-access.ts";
import { ask, danger, type Job, recordFile } from "./job.ts";
import { findsHiddenCommand } from "./judges/hidden-command.ts";
import { keepsNames, listsNames } from "./name-lists.ts";
import { type FoundOption, type ParsedArgs, parseArgs } from "./options.ts";
import { mayHoldSecrets } from "./paths.ts";
import { asksDevice } from "./places/opened-files.ts";
import { printed } from "./printed-flow.ts";
import { searchedPlaces } from "./search-places.ts";
import { hasRiskyOption, type OperandRole, type OptionHarm, optionTable, type Spec, type ValueRole } from "./spec.ts";

const roleAt = (spec: Spec, index: number): OperandRole => {
  const roles = spec.operands ?? ["text"];
  return roles[Math.min(index, roles.length - 1)] ?? "text";
};

export const readArgs = (args: readonly Arg[], spec: Spec): ParsedArgs =>
  parseArgs(args, optionTable(spec), { stopAtOperand: spec.optionsFirst === true });

/** Proves that a command only reads: every option is on its list, every operand is what it may be. */
export function judgeRead(job: Job, spec: Spec, args: readonly Arg[], title: string): Flow {
  if (spec.does === "hands-on" && args.length === 0 && job.stdin.text !== null) return job.stdin;
  const parsed = readArgs(args, spec);
  judgeWords(job, spec, { args, parsed, title });
  asksHiddenFiles(job, spec, { args, parsed });
  if (spec.does === "searches") picksCredentials(job, parsed.operands);
  const flow = readsAll(job, spec, { args, parsed, title });
  const isEndless = flow.endless || (flow.empty && job.stdin.endless);
  if (isEndless && spec.does === "waits")
    danger(
      job,
      "destructive",
      "bomb.memory",
      `${title} reads without end, until the memory is full.`,
      "Say how much: head -c 1M",
    );
  // A word after an option may be its value and not a file, so what comes through the pipe always counts.
  const output = flow.empty ? filtered(job.stdin) : job.stdin.empty ? flow : mixFlows(flow, job.stdin);
  const names =
    flow.empty && job.stdin.names !== null
      ? keepsNames(job, spec, parsed) && job.stdin.names
      : listsNames(spec, parsed) &&
        !namesSecrets(job, parsed.operands) &&
        parsed.operands.every((arg, index) => roleAt(spec, index) === "text" || isBelow(arg)) &&
        placeOf(job.shell);
  const endless = output.endless && (spec.does !== "ends" || hugeCount(args));
  return { ...mixFlows(output, printed(spec)), names: names === false ? null : names, endless };
}

interface ReadWords {
  args: readonly Arg[];
  parsed: ParsedArgs;
}

/** Every option is known, and no word may turn out to be one, or a file of options. */
function judgeWords(job: Job, spec: Spec, { args, parsed, title }: ReadWords & { title: string }): undefined {
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title });
  // An option or operand that is not known may turn a reader into a wrapper: `arch -x86_64 rm -rf ~`.
  const isOdd = parsed.options.some((option) => option.known === null);
  if (isOdd || parsed.operands.some((_, index) => roleAt(spec, index) === "none")) findsHiddenCommand(job);
  // Where no option does harm, a name of a file may look like one. A value may bring further words, which may be files.
  const isHarmless = (arg: Arg) => spec.loose === true && (!printsFiles(spec) || isNameOfFile(arg));
  const [uncertain] = parsed.uncertain.filter((arg) => !isHarmless(arg));
  if (uncertain !== undefined)
    ask(job, "opaque", "argument.dynamic", `${readable(uncertain.text)} could turn out to be an option of ${title}.`, {
      span: uncertain.span,
    });
  const isFile = (index: number) => ["read", "open", "stat"].includes(roleAt(spec, index));
  const list = parsed.operands.find(
    ({ text }, index) => text.startsWith("@") && (hasRiskyOption(spec) || isFile(index)),
  );
  if (list !== undefined && spec.words !== true && spec.loose !== true)
    ask(job, "opaque", "option.unknown", `${title} takes its options from the file ${readable(list.text.slice(1))}.`);
  if (spec.talks === true) talks(job, spec, args, title);
  asksShifted(job, spec, parsed.operands, title);
}

/** Words that are no files by the row, and that this program or another of its name may open all the same. */
function asksHiddenFiles(job: Job, spec: Spec, { args, parsed }: ReadWords): undefined {
  const mayShow = (arg: Arg) => holdsSecrets(arg.text, job) && readsFile(job, arg);
  // Some options print a file they only meant to parse (`du --files0-from=…`).
  for (const { arg } of parsed.options) {
    const value = /^-[^=]*=(.+)$/s.exec(arg.text)?.[1];
    if (value !== undefined) mayShow({ ...arg, text: value });
  }
  // Another implementation may know the option without a value: then the next word is a file (`fmt -p`).
  for (const { value, known } of parsed.options)
    if (spec.loose === true && known?.role === "data" && value !== null && args.includes(value)) mayShow(value);
  // It may know one of the options without a value, or with one it looks for no pattern: then that word is a file.
  const [pattern] = parsed.operands;
  const isPatternFirst = roleAt(spec, 0) === "text" && roleAt(spec, 1) === "read";
  const isCertain = spec.loose === true || spec.getopt === true || !hasValueApart(parsed, args);
  if (isPatternFirst && pattern !== undefined && !isCertain) mayShow(pattern);
}

/** What it reads: values of options, operands, and places that it searches by itself. */
function readsAll(job: Job, spec: Spec, { args, parsed, title }: ReadWords & { title: string }): Flow {
  const valuesOf = (role: ValueRole) =>
    parsed.options.flatMap(({ known, value }) => (known?.role === role && value !== null ? [value] : []));
  const [shown, opened] = [valuesOf("read"), valuesOf("open")];
  for (const value of [...shown, ...opened]) namesFile(job, spec, value, title);
  let flow: Flow = shown.reduce((sum, value) => mixFlows(sum, readsFile(job, value)), noFlow);
  for (const value of opened) {
    flow = mixFlows(flow, judgeOperand(job, value, "open", title));
    // Where it leads is looked up for words; in the middle of one nobody else would find it.
    if (!args.includes(value)) recordFile(job, "read", value);
  }
  parsed.operands.forEach((operand, index) => {
    const role = roleAt(spec, index);
    if (/^(?:read|open|stat)$/.test(role)) namesFile(job, spec, operand, title);
    flow = mixFlows(flow, judgeOperand(job, operand, role, title));
  });
  for (const place of searchedPlaces(job, spec, args, parsed)) flow = mixFlows(flow, readsFile(job, place));
  return flow;
}

const hasValueApart = ({ options }: ParsedArgs, args: readonly Arg[]): boolean =>
  options.some(({ value }) => value !== null && args.includes(value));

const printsFiles = (spec: Spec): boolean =>
  (spec.operands ?? []).includes("read") || [...optionTable(spec).options.values()].some(({ role }) => role === "read");

/** A name that a pattern matched, or an item of a list of names. */
const isNameOfFile = ({ text, pattern, names }: Arg): boolean =>
  names === true || (pattern !== undefined && !/[\ufdd0\ufdd1]/u.test(text)) || text === hole.item;

/** Only so many operands are read, and a word that may be several brings more: `uniq *` writes the second file. */
function asksShifted(job: Job, spec: Spec, operands: readonly Arg[], title: string): undefined {
  const inputs = (spec.operands ?? []).findIndex((role) => role === "write" || role === "none");
  const word = operands.slice(0, Math.max(0, inputs)).find((arg) => arg.many === true);
  if (word === undefined) return;
  ask(job, "write", "argument.shifted", `${readable(word.text)} may be several words; ${title} writes to the second.`, {
    span: word.span,
  });
}
/** Whether the places that are listed hold secrets, by name or by pattern. */
const namesSecrets = (job: Job, places: readonly Arg[]): boolean =>
  places.some(
    (place) => holdsSecrets(place.text, job) || mayHoldSecrets(judgedPath(place.text, job).path, job.run.context),
  );

/** A search for passwords, in variables or in places where programs keep theirs. */
function picksCredentials(job: Job, [pattern, ...places]: readonly Arg[]): undefined {
  if (![pattern, ...places].some((arg) => /secret|token|passw|key|credential|auth/i.test(arg?.text ?? ""))) return;
  const isKept = (place: Arg) => {
    const { kind, path } = judgedPath(place.text, job);
    return kind === "home" || kind === "root" || mayHoldSecrets(path, job.run.context);
  };
  const isNamed = /secret|token|passw|api.?key|private key|credential/i.test(pattern?.text ?? "");
  if (job.stdin.secret || (isNamed && places.some(isKept)))
    danger(
      job,
      "exfil",
      "secret.printed",
      "Picks the credentials out of what it reads; they would go to the model and the log.",
      "Ask for the names only: cut -d= -f1",
    );
}

function judgeOperand(job: Job, operand: Arg, role: OperandRole, title: string): Flow {
  switch (role) {
    case "text":
      return noFlow;
    case "open":
      asksDevice(job, operand);
      return judgeOperand(job, operand, "stat", title);
    case "stat": {
      const { kind, path } = judgedPath(operand.text, job);
      return {
        ...someFlow,
        secret: /(?:^|\/)\.(?:ssh|gnupg|aws)(?:\/|$)/i.test(path),
        private: ["root", "home", "system", "account"].includes(kind),
      };
    }
    case "read":
      return operand.text === "-" ? noFlow : readsFile(job, operand);
    case "write":
      writesFile(job, operand, job.stdin);
      return noFlow;
    case "none":
      ask(
        job,
        "write",
        "argument.unexpected",
        `${title} with ${readable(operand.text)} does more than show something.`,
        { span: operand.span },
      );
      return noFlow;
  }
}

/** `strict` asks about every option that is not on the list; without it only those that are known to matter count. */
export function judgeOption(job: Job, option: FoundOption, settings: { strict: boolean; title: string }): undefined {
  const { known, name, value } = option;
  const span = option.arg.span;
  if (known === null) {
    if (!settings.strict) return;
    const shownName = readable(name);
    return ask(
      job,
      "opaque",
      "option.unknown",
      `It is not known what the option ${shownName} of ${settings.title} does.`,
      { span },
    );
  }
  if (known.harm !== undefined) {
    const { effect, rule, say } = harmOf(known.harm, settings.title, value);
    return tell(job, effect, rule, `The option ${name} ${say}`, { safer: `Run it without ${name}.`, at: option.arg });
  }
  if (known.mark === "ask")
    ask(job, "write", "option.changes", `The option ${name} of ${settings.title} changes something.`, { span });
  if (value === null) {
    // Without its value it does what it does by itself: `man --html` starts a browser.
    const does = known.mark === "harmless" ? withoutValue[known.role] : undefined;
    if (does !== undefined)
      ask(job, "opaque", "option.value", `The option ${name} makes ${settings.title} ${does}.`, { span });
    return;
  }
  switch (known.role) {
    case "data":
    case "name":
    case "any":
    case "open":
    case "read":
      return;
    case "write":
      // Some programs take `|command` for a file: strace -o, tcpdump, sqlite.
      if (/^[|!]/.test(value.text)) return runsValue();
      return writesFile(job, value, someFlow);
    case "ask":
      return ask(
        job,
        "opaque",
        "option.value",
        `${settings.title} ${name} ${readable(value.text)} does more than show something.`,
        { span },
      );
    case "run":
      return runsValue();
  }

  function runsValue(): undefined {
    danger(
      job,
      "opaque",
      "option.runs-code",
      `The option ${name} makes ${settings.title} run "${readable(value?.text ?? "")}".`,
      `Run it without ${name}.`,
      { span },
    );
  }
}

const withoutValue: Readonly<Partial<Record<ValueRole, string>>> = {
  run: "start another program",
  write: "write a file",
  ask: "do more than show something",
};

/** What an option does that is danger, behind its name in the sentence. */
function harmOf(harm: OptionHarm, title: string, value: Arg | null): { effect: Effect; rule: string; say: string } {
  const runs = { effect: "runs-unread", rule: "option.runs-code" } as const;
  switch (harm) {
    case "runs":
      return {
        ...runs,
        say: `makes ${title} run ${value === null ? "another program" : `"${readable(value.text)}"`}.`,
      };
    case "loads":
      return { ...runs, say: `makes ${title} load code from ${value === null ? "a file" : readable(value.text)}.` };
    case "later":
      return { ...runs, say: `makes ${title} run the command later, when nobody looks.` };
    case "erases":
      return { effect: "destroys", rule: "option.erases", say: `makes ${title} erase messages that it keeps.` };
    case "shows": {
      const say = `makes ${title} show passwords; they would go to the model and the log.`;
      return { effect: "exposes", rule: "secret.read", say };
    }
    default:
      return assertNever(harm);
  }
}

/** `head -c 1T`: an end so far away that the disk is full before. */
const hugeCount = (args: readonly Arg[]): boolean => args.some((arg) => /\d\s*[TPE]i?B?$|\d{3,}G/i.test(arg.text));
