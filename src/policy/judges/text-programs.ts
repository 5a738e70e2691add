import {
  type Arg,
  type Flow,
  filtered,
  isDynamic,
  isUnreadCode,
  mixFlows,
  noFlow,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { isUnread } from "../fetched-files.ts";
import { holdsSecrets, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { type Answer, provedBy } from "../judgement.ts";
import { readAwk } from "../languages/awk.ts";
import { onlyComputes, onlyComputesInYq } from "../languages/query.ts";
import { readSed } from "../languages/sed.ts";
import { operandsOf, optionValue, type ParsedArgs, parseArgs } from "../options.ts";
import { runsShellText } from "../runners/shell-text.ts";
import { optionTable } from "../spec.ts";
import { type Judges, named, withHabits } from "./judge.ts";

const readAll = (job: Job, operands: readonly Arg[]): Flow =>
  operands.length === 0
    ? filtered(job.stdin)
    : operands.reduce(
        (flow, operand) => mixFlows(flow, operand.text === "-" ? job.stdin : readsFile(job, operand)),
        noFlow,
      );

function writesAll(job: Job, files: readonly Arg[]): Flow {
  for (const file of files) writesFile(job, file, someFlow);
  return noFlow;
}

/** Options are judged by their list; a language has no other program in its options that is not. */
function readOptions(job: Job, args: readonly Arg[], options: string, isFirst = false): ParsedArgs {
  const parsed = parseArgs(args, optionTable({ options }), { stopAtOperand: isFirst });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: job.name });
  return parsed;
}

const has = ({ options }: ParsedArgs, names: RegExp): boolean => options.some(({ name }) => names.test(name));

/** The programs it is given, in options or as its first word, and the files behind them. */
function readTexts(job: Job, parsed: ParsedArgs, inOption: RegExp, language: string): { texts: Arg[]; files: Arg[] } {
  const values = (names: RegExp) =>
    parsed.options.flatMap(({ name, value }) => (names.test(name) && value !== null ? [value] : []));
  for (const script of values(inFile)) if (isDynamic(script)) isUnknown(job, script, language);
  const texts = values(inOption);
  if (texts.length > 0 || has(parsed, inFile)) return { texts, files: parsed.operands };
  return { texts: parsed.operands.slice(0, 1), files: parsed.operands.slice(1) };
}

const inFile = /^(?:-f|--(?:from-)?file)$/;

const isUnknown = (job: Job, { span }: Arg, language: string): undefined =>
  danger(job, "opaque", "code.dynamic", `The ${language} is only known at run time.`, "Write it out.", { span });

const asksMeaning = (job: Job, { span }: Arg, language: string): undefined =>
  ask(job, "opaque", "code.inline", `It is not fully known what the ${language} does.`, { span });

const startsOthers = (job: Job, { span }: Arg, language: string): undefined =>
  danger(
    job,
    "opaque",
    "code.spawns",
    `The ${language} starts other programs.`,
    "Let it print, and run the other program yourself.",
    { span },
  );

/** The files that a program names itself. */
function touchesFiles(
  job: Job,
  { span }: Arg,
  language: string,
  { writes, reads }: Record<"writes" | "reads", readonly (string | null)[]>,
): undefined {
  for (const file of writes) {
    if (file !== null) writesFile(job, plainArg(file, span), job.stdin);
    else ask(job, "write", "write.dynamic", `The ${language} writes to a file that is only chosen at run time.`);
  }
  for (const file of reads) {
    if (file !== null) readsFile(job, plainArg(file, span));
    else ask(job, "read", "read.dynamic", `The ${language} reads a file that is only chosen at run time.`);
  }
}

const environment = (job: Job, language: string): undefined =>
  ask(job, "read", "private.environment", `The ${language} reads the environment, which often holds secrets.`);

const gawkOptions = `-F= -v= -f=? -W=? -e= -i=? -l=! -nrcCPSstObNMk --field-separator= --assign= --file=? --include=? --load=!
  --source= --posix --re-interval --sandbox --traditional --characters-as-bytes --csv --lint[=] --bignum
  --use-lc-numeric --optimize ?--dump-variables[=] ?--profile[=] ?--pretty-print[=] ?-d[=] ?-o[=] ?-p[=] ?-D[=] --debug[=]?`;
/** What every awk knows. One that does not know an option may take its value for the program. */
const awkOptions = "-F= -v= -f=?";

function awk(job: Job): Answer {
  const parsed = readOptions(job, job.args, job.name === "gawk" ? gawkOptions : awkOptions, true);
  const { texts, files } = readTexts(job, parsed, /^(?:-e|--source)$/, "awk program");
  for (const text of texts) judgeAwk(job, text);
  for (const { text, span } of files)
    if (/^\/inet[46]?\//.test(text))
      danger(job, "exfil", "network.raw-socket", "awk opens a network connection.", "Use curl.", { span });
  const inputs = files.filter((arg) => !/^[A-Za-z_]\w*=/.test(arg.text));
  return provedBy("grammar", readAll(job, inputs));
}

function judgeAwk(job: Job, program: Arg): undefined {
  if (isUnreadCode(program)) return isUnknown(job, program, "awk program");
  const effects = readAwk(program.text);
  if (effects?.runs === true || (effects === null && /\bsystem\s*\(|@\w|\|/.test(program.text))) {
    startsOthers(job, program, "awk program");
    for (const string of effects?.strings ?? [])
      if (/^\s*(?:sudo\s+)?(?:rm|dd|mkfs|curl|wget|sh|bash)\b/.test(string)) runsShellText(job, string, "awk");
    return;
  }
  if (effects === null) return asksMeaning(job, program, "awk program");
  if (effects.strings.some((string) => string.startsWith("/inet")))
    return danger(job, "exfil", "network.raw-socket", "The awk program opens a network connection.", "Use curl.");
  touchesFiles(job, program, "awk program", effects);
  if (effects.environment) environment(job, "awk program");
}

const sedOptions = `-nErsuzb -e= -f=? -i[=] --quiet --silent --expression= --file=? --regexp-extended --in-place[=]
  --line-length= --posix --separate --unbuffered --null-data --sandbox --debug --follow-symlinks`;

function sed(job: Job): Answer {
  const parsed = readOptions(job, job.args, sedOptions);
  asksLateOption(job);
  const { texts, files } = readTexts(job, parsed, /^(?:-e|--expression)$/, "sed script");
  const writes = has(parsed, /^(?:-i|--in-place)$/);
  // To the sed of the BSDs an empty word behind -i is what it adds to names, and the script comes next.
  const [next, ...others] = files;
  const isNext =
    writes && texts[0]?.text === "" && next !== undefined && others.length > 0 && readSed(next.text) !== null;
  for (const text of isNext ? [...texts, next] : texts) judgeSed(job, text);
  if (!writes) return provedBy("grammar", readAll(job, files));
  return writesAll(
    job,
    (isNext ? others : files).filter(({ text }) => text !== ""),
  );
}

function asksLateOption(job: Job): undefined {
  const { operands } = parseArgs(job.args, optionTable({ options: sedOptions }), { stopAtOperand: true });
  const late = operands.find(({ text }) => /^-./.test(text));
  if (late === undefined || job.args.slice(0, job.args.indexOf(late)).some(({ text }) => text === "--")) return;
  ask(
    job,
    "opaque",
    "option.late",
    `To some versions of sed ${readable(late.text)} is a file, and another word the script.`,
    { span: late.span },
  );
}

function judgeSed(job: Job, script: Arg): undefined {
  const effects = isUnreadCode(script) ? null : readSed(script.text);
  const mayRun = /(?:^|[;{}\n\d$/,])\s*e\b|\/[gpiIm\d]*e[gpiIm\d]*\s*(?:$|[;}\n])/;
  if (effects?.runs === true || (effects === null && mayRun.test(script.text))) startsOthers(job, script, "sed script");
  else if (effects === null) asksMeaning(job, script, "sed script");
  if (effects !== null) touchesFiles(job, script, "sed script", effects);
}

const jqOptions = `-nrjaSCMcsReh -f=? -L=? --null-input --raw-output --join-output --ascii-output --sort-keys --color-output
  --monochrome-output --compact-output --slurp --raw-input --exit-status --tab --indent= --unbuffered --stream
  --stream-errors --seq --from-file=? --args --jsonargs --raw-output0 --help`;

/** jq neither writes nor runs anything; but it prints files and the environment. */
function jq(job: Job): Answer {
  const { args, named } = withoutPairs(job.args);
  const parsed = readOptions(job, args, jqOptions);
  const { texts, files } = readTexts(job, parsed, /^$/, "jq program");
  const [program] = texts;
  const isKnown = program === undefined || onlyComputes(program.text);
  // A module may read it as well.
  const readsEnvironment = !isKnown && /\b(?:env|ENV|import|include)\b/.test(program.text);
  if (readsEnvironment) environment(job, "jq program");
  const isOpen = program !== undefined && (isDynamic(program) || program.loose === true);
  if (isOpen || (!isKnown && !readsEnvironment)) asksMeaning(job, program, "jq program");
  // Words after `--args` are values; those before it are files. jq knows no shortened names.
  const turn = parsed.options.find(({ name }) => name === "--args" || name === "--jsonargs")?.arg;
  const end = turn === undefined ? args.length : args.indexOf(turn);
  const flow = readAll(job, [...named, ...files.filter((arg) => args.indexOf(arg) < end)]);
  return readsEnvironment ? { ...flow, secret: true } : provedBy("grammar", flow);
}

/** Some options of jq take two words, a name and a value or a file: `--slurpfile NAME FILE`. */
function withoutPairs(given: readonly Arg[]): Record<"args" | "named", Arg[]> {
  const args: Arg[] = [];
  const named: Arg[] = [];
  for (let at = 0; at < given.length; at++) {
    const arg = given[at] as Arg;
    if (arg.text === "--") return { args: [...args, ...given.slice(at)], named };
    if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(arg.text)) {
      const value = given[at + 2];
      if (value !== undefined && arg.text.endsWith("file")) named.push(value);
      at += 2;
    } else args.push(arg);
  }
  return { args, named };
}

/** Two programs have this name. Where a letter is not the same to both, it is one that does harm to neither. */
const yqOptions = `-aCcejMNnPrSvVyY0 -i -I= -o= -p= -w= ?-s=? -f=? --inplace --in-place ?--split-exp=? ?--split-exp-file=? --from-file=?
  --rawfile=? --slurpfile=? --arg=? --argjson=? --args=? --expression= --colors --no-colors --exit-status --front-matter=
  --indent= --input-format= --null-input --no-doc --nul-output --output-format= --prettyPrint --unwrapScalar[=] --verbose
  --yaml-output --yaml-roundtrip --width= --explicit-start --explicit-end --raw-output --compact-output --sort-keys --tojson
  --version --help`;

/** A path alone names nothing but keys. To jq a dash in it is a minus, so no function of jq's follows one. */
const isPath = /^(?!.*-env\b)(?:\.[A-Za-z_][\w-]*(?:\[\d*\])?)+$/;
const isFormat =
  /^=?(?:\d+|auto|a|y|yaml|kyaml|j|json|p|props|c|csv|t|tsv|x|xml|toml|ini|lua|l|s|shell|base64|uri|process|extract)$/;
/** As a program it would be a key of a word that no version knows. */
const isDataFile = /^[\w./@+-]*\.(?:ya?ml|json|xml|toml|csv|tsv|ini|properties|props|lua)$/;

/** `.yq` is a key, or a file of that name that holds the program. */
const isYqProgram = (text: string): boolean => !text.endsWith(".yq") && (onlyComputesInYq(text) || isPath.test(text));

function yq(job: Job): Answer {
  const parsed = readOptions(job, job.args, yqOptions);
  const isVerb = /^(?:eval|e|eval-all|ea)$/.test(parsed.operands[0]?.text ?? "");
  const operands = isVerb ? parsed.operands.slice(1) : parsed.operands;
  const [first] = operands;
  // A file may stand where the program does.
  const files = operands.filter(
    ({ text }, index) => index > 0 || (operands.length === 1 && text !== ".") || /^(?:[/\ufdd3]|\.\.?\/)/u.test(text),
  );
  if (first !== undefined && !files.includes(first) && holdsSecrets(first.text, job))
    ask(job, "read", "private.found", `If there is a file named ${readable(first.text)}, yq prints it.`, {
      span: first.span,
    });
  // Which word is the program depends on the options before it, so all are looked at.
  const mayBeProgram = (arg: Arg) => isYqProgram(arg.text) || (operands.length === 1 && isDataFile.test(arg.text));
  const readsMore =
    (first !== undefined && (isUnreadCode(first) || !mayBeProgram(first))) ||
    parsed.options.some(({ value }) => value !== null && !isFormat.test(value.text) && !isYqProgram(value.text));
  if (readsMore) ask(job, "opaque", "code.inline", "It is not known that the yq program only computes.");
  if (has(parsed, /^(?:-i|--inplace|--in-place)$/)) return writesAll(job, files);
  const flow = mixFlows(filtered(job.stdin), readAll(job, files));
  return readsMore ? { ...flow, secret: true } : provedBy("grammar", flow);
}

/** In a command for an editor, and in what an editor is fed with. */
const startsProgram = /(?:^|[\s+"'|:])(?:!|silent !|system\(|py3?\b|python|perl|ruby|lua|r\s*!|w\s*!|shell\b|term)/;
const startsProgramAsLine = /^[ \t]*(?:[\d,$%.]+[ \t]*)?(?:[rwe]?[ \t]*!|:!)/m;

/** Editors run commands of their own; with a script on the command line nobody sees what they do. */
function editor(job: Job): Flow {
  const hasScript =
    optionValue(job.args, "-c", "--cmd", "-S", "-s", "-u") !== null || job.args.some(({ text }) => /^\+/.test(text));
  const settings = optionValue(job.args, "-u", "-U", "-S", "-s", "--cmd");
  if (settings !== null && (isUnread(settings.flow) || /^\/(?:var\/)?tmp\/|^\/dev\/shm\/|\ufdd4/u.test(settings.text)))
    danger(
      job,
      "opaque",
      "run.unread",
      `Makes ${job.name} run the commands in ${readable(settings.text)}.`,
      "Open the file without it.",
      { span: settings.span },
    );
  if (
    (hasScript && job.args.some(({ text }) => startsProgram.test(text))) ||
    startsProgramAsLine.test(job.stdin.text ?? "")
  )
    danger(job, "opaque", "code.spawns", `${job.name} is told to start other programs.`, "Run the program directly.");
  else ask(job, "write", "edit.opens", `Opens ${job.name}, which can change files and run commands.`);
  for (const operand of operandsOf(job.args)) if (!operand.text.startsWith("+")) writesFile(job, operand, job.stdin);
  return noFlow;
}

export const textProgramJudges: Judges = {
  ...named("awk gawk mawk nawk original-awk", awk),
  ...named("sed gsed", sed),
  ...withHabits({ loose: true }, named("jq gojq", jq)),
  jaq: jq,
  yq,
  ...withHabits({ inputs: "-u" }, named("vim nvim", editor)),
  ...named("vi ex ed view nano pico micro kak hx joe gvim vimdiff rvim", editor),
  yes: () => ({ ...someFlow, endless: true }),
};
