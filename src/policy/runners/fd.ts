import { wildcards } from "../../base/index.ts";
import { type Arg, type Flow, literal, plainArg, readable } from "../../shell/index.ts";
import { ask, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { type Answer, provedBy } from "../judgement.ts";
import type { Judges } from "../judges/judge.ts";
import { type FoundOption, hasOption, type ParsedArgs, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { inFolder } from "./env.ts";
import { listing, mayBeEnd, runOn, type Search } from "./find.ts";

/** A mark on the options that run a command lets every shortening of them count as one. */
const options = optionTable({
  options: `-HIusigFalLp01qhV -d= -E= -t= -e= -S= -o= -c= -j= ?-x= ?-X= ?--exec= ?--exec-batch= --hidden --no-hidden --no-ignore
    --ignore --no-ignore-vcs --ignore-vcs --no-require-git --require-git --no-ignore-parent --ignore-parent
    --no-global-ignore-file --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --literal --and=
    --absolute-path --relative-path --list-details --follow --no-follow --full-path --print0 --max-depth= --maxdepth=
    --min-depth= --exact-depth= --exclude= --prune --type= --extension= --size= --changed-within= --changed-after= --newer=
    --changed-before= --older= --owner= --format= --batch-size= --ignore-file=? --color= --hyperlink[=] --threads=
    --max-buffer-time= --max-results= --quiet --has-results --show-errors --base-directory= --path-separator=
    --search-path= --strip-cwd-prefix[=] --one-file-system --mount --xdev --help --version`,
});

const runsCommand = ({ known }: FoundOption): boolean => known?.mark === "ask";

interface Call {
  parsed: ParsedArgs;
  commands: Arg[][];
}

/** Behind -x everything up to `;` is the command, options included; behind the `;` fd reads on. */
function callOf(job: Job): Call {
  const parsed: ParsedArgs = { options: [], operands: [], uncertain: [] };
  const commands: Arg[][] = [];
  let rest = job.args;
  for (;;) {
    const exec = parseArgs(rest, options).options.find(runsCommand);
    const at = exec === undefined ? rest.length : rest.indexOf(exec.arg);
    const head = parseArgs(rest.slice(0, at + 1), options);
    parsed.options.push(...head.options.filter((option) => !runsCommand(option)));
    parsed.operands.push(...head.operands);
    parsed.uncertain.push(...head.uncertain);
    if (exec === undefined) return { parsed, commands };
    const words = rest.slice(at + 1);
    const end = words.findIndex((arg) => arg.text === ";");
    const command = end === -1 ? words : words.slice(0, end);
    const isAttached = exec.value !== null && exec.value !== words[0];
    // Whether more words belong to a command that is attached to its option, and what a shortening means, is not certain.
    if (isAttached || !options.options.has(exec.name) || command.some(mayBeEnd)) asksEnd(job, exec.arg);
    const odd = command.find(hasOtherMark);
    if (odd !== undefined)
      ask(job, "opaque", "argument.dynamic", `What fd puts in for ${readable(odd.text)} may be an option or code.`, {
        span: odd.span,
      });
    commands.push(isAttached && exec.value !== null ? [exec.value, ...command] : command);
    rest = end === -1 ? [] : words.slice(end + 1);
  }
}

/** fd puts parts of the name in for `{/}`, `{//}`, `{.}` and `{/.}`, and reads `{{`; another version may know more of them. */
const hasOtherMark = ({ text }: Arg): boolean => /[{}]/.test(text.replaceAll("{}", ""));

const asksEnd = (job: Job, { span }: Arg): undefined =>
  ask(job, "opaque", "command.end", "It is not certain where the command that fd runs ends.", { span });

function fd(job: Job): Answer {
  const { parsed, commands } = callOf(job);
  for (const option of parsed.options) {
    judgeOption(job, option, { strict: true, title: job.name });
    // fd refuses most values that look like an option, or reads them as one.
    if (/^-\D/.test(option.value?.text ?? "")) asksEnd(job, option.arg);
  }
  const [uncertain] = parsed.uncertain;
  if (uncertain !== undefined)
    ask(job, "opaque", "argument.dynamic", `${readable(uncertain.text)} could turn out to be an option of fd.`, {
      span: uncertain.span,
    });
  const values = (...names: string[]) =>
    parsed.options.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []));
  const [pattern, ...roots] = parsed.operands;
  const extensions = values("-e", "--extension");
  const [extension] = extensions;
  // One of several names: what all of them have in common says too little about what would be read.
  const several = extensions[1] ?? (pattern !== undefined && /[|?{(]/.test(pattern.text) ? pattern : undefined);
  if (commands.length > 0 && several !== undefined)
    ask(job, "opaque", "search.several", `Which files fd finds for ${readable(several.text)} is not certain.`, {
      span: several.span,
    });
  // What only the run decides narrows nothing: a file name may be an expression of its own.
  const expression = pattern === undefined ? "" : (literal(pattern) ?? "");
  const ending = extension === undefined ? null : literal(extension);
  const part = /\w{2,}/.test(expression) ? `*${expression.replaceAll(/[^\w.-]/g, "*")}*` : "*";
  const name = ending === null ? part : `*.${ending}`;
  const test = wildcards(name);
  const { moved, isMoved } = movedJob(job, parsed, commands.length > 0);
  const places = [...roots, ...values("--search-path")];
  const isBare = isMoved || roots.length === 0 || parsed.options.some(({ name }) => name === "--strip-cwd-prefix");
  const search: Search = {
    leaves: hasOption(job.args, "-L", "--follow"),
    // Names in the folder that it is in have no `./` in front of them in every version.
    roots: (places.length === 0 ? [plainArg(".", job.span)] : places).map((place) =>
      isBare ? { ...place, loose: true } : place,
    ),
    patterns: [name],
    names: name === "*" ? [] : [(_path, base) => test.test(base)],
  };
  const list = listing(moved, search);
  // With these it prints more than the names it finds, or other names.
  const printsOther = parsed.options.some(({ name }) => /^(?:--format|--path-separator|-l|--list-details)$/.test(name));
  const shown: Flow = { ...list, names: printsOther || isMoved ? null : list.names };
  return provedBy(
    "grammar",
    commands.reduce<Flow>((_, command) => runOn(moved, command, search, "fd -x"), shown),
  );
}

/** `--base-directory` moves the search and what it runs, as `env -C` does. */
function movedJob(job: Job, { options: given }: ParsedArgs, runs: boolean): { moved: Job; isMoved: boolean } {
  const bases = given.filter(({ known }) => known === options.options.get("--base-directory"));
  const [base] = bases;
  if (base === undefined) return { moved: job, isMoved: false };
  if (runs || bases.length > 1)
    ask(job, "opaque", "folder.moved", "fd runs its command in another folder than the line is in.", {
      span: base.arg.span,
      safer: "Go there first: cd FOLDER && fd …",
    });
  return { moved: inFolder(job, base.value), isMoved: true };
}

export const fdJudges: Judges = { fd, fdfind: fd };
