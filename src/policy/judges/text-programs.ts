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
import { isUnread } from "../brought.ts";
import { holdsSecrets, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { readAwk } from "../languages/awk.ts";
import { onlyComputes, onlyComputesInYq } from "../languages/query.ts";
import { readSed } from "../languages/sed.ts";
import { operandsOf, optionValue, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";
import { runsShellText } from "./wrappers.ts";

export const readAll = (job: Job, operands: readonly Arg[]): Flow =>
  operands.length === 0
    ? filtered(job.stdin)
    : operands.reduce(
        (flow, operand) => mixFlows(flow, operand.text === "-" ? job.stdin : readsFile(job, operand)),
        noFlow,
      );

const gawkOptions =
  "-F= -v= -f=? -W=? -e= -i=? -l=! -n -r -c -C -P -S -s -t -O -b -N -M -k --field-separator= --assign= --file=? --include=? --load=! --source= --posix --re-interval --sandbox --traditional --characters-as-bytes --csv --lint[=] --bignum --use-lc-numeric --optimize ?--dump-variables[=] ?--profile[=] ?--pretty-print[=] ?-d[=] ?-o[=] ?-p[=] ?-D[=] --debug[=]?";
/** What every awk knows. One that does not know an option may take its value for the program. */
const awkOptions = "-F= -v= -f=?";

function awk(job: Job): Flow {
  const options = job.name === "gawk" ? gawkOptions : awkOptions;
  const parsed = parseArgs(job.args, optionTable({ options }), { stopAtOperand: true });
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: job.name });
  const fromOption = parsed.options
    .filter((option) => ["-e", "--source"].includes(option.name))
    .flatMap((option) => (option.value === null ? [] : [option.value]));
  const hasFile = parsed.options.some((option) => ["-f", "--file"].includes(option.name));
  for (const { name, value } of parsed.options)
    if (["-f", "--file"].includes(name) && value !== null && isDynamic(value)) judgeAwk(job, value);
  const isFirstData = fromOption.length > 0 || hasFile;
  const program = isFirstData ? undefined : parsed.operands[0];
  const files = isFirstData ? parsed.operands : parsed.operands.slice(1);
  for (const code of [...fromOption, ...(program === undefined ? [] : [program])]) judgeAwk(job, code);
  for (const file of files)
    if (/^\/inet[46]?\//.test(file.text))
      danger(job, "exfil", "network.raw-socket", "awk opens a network connection.", "Use curl.", { span: file.span });
  return readAll(
    job,
    files.filter((arg) => !/^[A-Za-z_]\w*=/.test(arg.text)),
  );
}

function judgeAwk(job: Job, program: Arg): undefined {
  if (isUnreadCode(program)) {
    return danger(
      job,
      "opaque",
      "code.dynamic",
      "Runs an awk program that is only known at run time.",
      "Write the program out.",
      { span: program.span },
    );
  }
  const effects = readAwk(program.text);
  if (effects === null) {
    return /\bsystem\s*\(|@\w|\|/.test(program.text)
      ? spawns(job, program, [])
      : ask(job, "opaque", "code.inline", "It is not fully known what the awk program does.", { span: program.span });
  }
  if (effects.runs) return spawns(job, program, effects.strings);
  if (effects.strings.some((string) => string.startsWith("/inet")))
    return danger(job, "exfil", "network.raw-socket", "The awk program opens a network connection.", "Use curl.");
  for (const file of effects.writes) {
    if (file === null)
      ask(job, "write", "write.dynamic", "The awk program writes to a file that is only chosen at run time.");
    else writesFile(job, plainArg(file, program.span), job.stdin);
  }
  for (const file of effects.reads) {
    if (file === null)
      ask(job, "read", "read.dynamic", "The awk program reads a file that is only chosen at run time.");
    else readsFile(job, plainArg(file, program.span));
  }
  if (effects.environment)
    ask(job, "read", "private.environment", "The awk program reads the environment, which often holds secrets.");
}

function spawns(job: Job, program: Arg, strings: readonly string[]): undefined {
  danger(
    job,
    "opaque",
    "code.spawns",
    "The awk program starts other programs.",
    "Let awk print, and run the other program yourself.",
    { span: program.span },
  );
  for (const string of strings)
    if (/^\s*(?:sudo\s+)?(?:rm|dd|mkfs|curl|wget|sh|bash)\b/.test(string)) runsShellText(job, string, "awk");
}

const sedOptions =
  "-nErsuzb -e= -f=? -i[=] --quiet --silent --expression= --file=? --regexp-extended --in-place[=] --line-length= --posix --separate --unbuffered --null-data --sandbox --debug --follow-symlinks";

function sed(job: Job): Flow {
  const table = optionTable({ options: sedOptions });
  const parsed = parseArgs(job.args, table);
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "sed" });
  const late = parseArgs(job.args, table, { stopAtOperand: true }).operands.find(({ text }) => /^-./.test(text));
  if (late !== undefined && !job.args.slice(0, job.args.indexOf(late)).some(({ text }) => text === "--"))
    ask(
      job,
      "opaque",
      "option.late",
      `To some versions of sed ${readable(late.text)} is a file, and another word the script.`,
      {
        span: late.span,
      },
    );
  const scripts = parsed.options
    .filter((option) => ["-e", "--expression"].includes(option.name))
    .flatMap((option) => (option.value === null ? [] : [option.value]));
  for (const { name, value } of parsed.options)
    if (["-f", "--file"].includes(name) && value !== null && isDynamic(value))
      danger(
        job,
        "opaque",
        "code.dynamic",
        "Runs a sed script that is only known at run time.",
        "Write the script out.",
      );
  const hasScript = scripts.length > 0 || parsed.options.some((option) => ["-f", "--file"].includes(option.name));
  const files = hasScript ? parsed.operands : parsed.operands.slice(1);
  const first = parsed.operands[0];
  for (const script of hasScript || first === undefined ? scripts : [first]) judgeSed(job, script);
  const inPlace = parsed.options.some((option) => ["-i", "--in-place"].includes(option.name));
  if (inPlace) {
    for (const file of files) writesFile(job, file, someFlow);
    return noFlow;
  }
  return readAll(job, files);
}

function judgeSed(job: Job, script: Arg): undefined {
  const result = readSed(script.text);
  if (result === null || isUnreadCode(script)) {
    if (/(?:^|[;{}\n\d$/])\s*e\b|\/[gpiIm\d]*e[gpiIm\d]*\s*(?:$|[;}\n])/.test(script.text))
      danger(job, "opaque", "code.spawns", "The sed script may start other programs.", "Write the script without e.");
    else ask(job, "opaque", "code.inline", "It is not fully known what the sed script does.", { span: script.span });
    return;
  }
  if (result.runs)
    danger(
      job,
      "opaque",
      "code.spawns",
      "The sed script starts other programs (e).",
      "Let sed print, and run the other program yourself.",
      { span: script.span },
    );
  for (const file of result.writes) writesFile(job, plainArg(file, script.span), job.stdin);
  for (const file of result.reads) readsFile(job, plainArg(file, script.span));
}

const jqOptions =
  "-nrjaSCMcsReh -f=? -L=? --null-input --raw-output --join-output --ascii-output --sort-keys --color-output --monochrome-output --compact-output --slurp --raw-input --exit-status --tab --indent= --unbuffered --stream --stream-errors --seq --from-file=? --args --jsonargs --raw-output0 --arg= --argjson= --slurpfile= --rawfile= --help";

/** jq neither writes nor runs anything; but it prints files and the environment. */
function jq(job: Job): Flow {
  const args: Arg[] = [];
  const files: Arg[] = [];
  for (let i = 0; i < job.args.length; i++) {
    const arg = job.args[i] as Arg;
    if (arg.text === "--") {
      args.push(...job.args.slice(i));
      break;
    }
    const pair = /^--(arg|argjson|slurpfile|rawfile)$/.exec(arg.text);
    if (pair === null) {
      args.push(arg);
      continue;
    }
    const value = job.args[i + 2];
    if (value !== undefined && /file$/.test(pair[1] ?? "")) files.push(value);
    i += 2;
  }
  const parsed = parseArgs(args, optionTable({ options: jqOptions }));
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "jq" });
  const hasFile = parsed.options.some((option) => option.name === "-f" || option.name === "--from-file");
  const program = hasFile ? undefined : parsed.operands[0];
  const inputs = hasFile ? parsed.operands : parsed.operands.slice(1);
  // A module may read it as well.
  const isKnown = program === undefined || onlyComputes(program.text);
  const readsEnvironment = !isKnown && /\b(?:env|ENV|import|include)\b/.test(program.text);
  if (program !== undefined && (isDynamic(program) || program.loose === true))
    ask(job, "opaque", "code.inline", "Runs a jq program that is only known at run time.", { span: program.span });
  if (readsEnvironment)
    ask(job, "read", "private.environment", "The jq program reads the environment, which often holds secrets.");
  else if (!isKnown)
    ask(job, "opaque", "code.inline", "It is not fully known what the jq program does.", { span: program.span });
  // Words after `--args` are values; those before it are files. jq knows no shortened names.
  const turn = parsed.options.find(({ name }) => name === "--args" || name === "--jsonargs")?.arg;
  const end = turn === undefined ? args.length : args.indexOf(turn);
  const flow = readAll(job, [...files, ...inputs.filter((arg) => args.indexOf(arg) < end)]);
  return readsEnvironment ? { ...flow, secret: true } : flow;
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

function yq(job: Job): Flow {
  const parsed = parseArgs(job.args, optionTable({ options: yqOptions }));
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: "yq" });
  const inPlace = parsed.options.some(({ name }) => /^(?:-i|--inplace|--in-place)$/.test(name));
  const isVerb = /^(?:eval|e|eval-all|ea)$/.test(parsed.operands[0]?.text ?? "");
  const operands = isVerb ? parsed.operands.slice(1) : parsed.operands;
  // A file may stand where the program does.
  const files = operands.filter(
    (arg, index) =>
      index > 0 || (operands.length === 1 && arg.text !== ".") || /^(?:[/\ufdd3]|\.\.?\/)/u.test(arg.text),
  );
  const [first] = operands;
  if (first !== undefined && !files.includes(first) && holdsSecrets(first.text, job))
    ask(job, "read", "private.found", `If there is a file named ${readable(first.text)}, yq prints it.`, {
      span: first.span,
    });
  // Which word is the program depends on the options before it, so all are looked at.
  // `.yq` is a key, or a file of that name that holds the program.
  const isProgram = (text: string) => !text.endsWith(".yq") && (onlyComputesInYq(text) || isPath.test(text));
  const values = parsed.options.flatMap(({ value }) => (value === null ? [] : [value.text]));
  const readsMore =
    (first !== undefined &&
      (isUnreadCode(first) || (!isProgram(first.text) && (operands.length > 1 || !isDataFile.test(first.text))))) ||
    values.some((text) => !isFormat.test(text) && !isProgram(text));
  if (readsMore) ask(job, "opaque", "code.inline", "It is not known that the yq program only computes.");
  if (!inPlace) {
    const flow = mixFlows(filtered(job.stdin), readAll(job, files));
    return readsMore ? { ...flow, secret: true } : flow;
  }
  for (const file of files) writesFile(job, file, someFlow);
  return noFlow;
}

/** Editors run commands of their own; with a script on the command line nobody sees what they do. */
function editor(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  const script = optionValue(job.args, "-c", "--cmd", "-S", "-s", "-u") !== null || /(?:^|\s)\+/.test(text);
  const input = job.stdin.text ?? "";
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
    /(?:^|[\s+"'|:])(?:!|:!|silent !|system\(|py3?\b|python|perl|ruby|lua|r\s*!|w\s*!|shell\b|term)/.test(
      script ? text : "",
    ) ||
    /^[ \t]*(?:[\d,$%.]+[ \t]*)?(?:[rwe]?[ \t]*!|:!)/m.test(input)
  ) {
    danger(job, "opaque", "code.spawns", `${job.name} is told to start other programs.`, "Run the program directly.");
  } else ask(job, "write", "edit.opens", `Opens ${job.name}, which can change files and run commands.`);
  for (const operand of operandsOf(job.args)) if (!operand.text.startsWith("+")) writesFile(job, operand, job.stdin);
  return noFlow;
}

export const textProgramJudges: Judges = {
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  "original-awk": awk,
  sed,
  gsed: sed,
  jq,
  gojq: jq,
  jaq: jq,
  yq,
  vim: editor,
  vi: editor,
  nvim: editor,
  ex: editor,
  yes: () => ({ ...someFlow, endless: true }),
  ed: editor,
  view: editor,
  nano: editor,
  pico: editor,
  micro: editor,
  kak: editor,
  hx: editor,
  joe: editor,
  gvim: editor,
  vimdiff: editor,
  rvim: editor,
};
