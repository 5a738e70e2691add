import { type Wildcards, wildcards } from "../../base/index.ts";
import {
  type Arg,
  type Flow,
  hole,
  isBelow,
  literal,
  mixFlows,
  placeOf,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { judgedPath, readsFile, writesFile } from "../file-access.ts";
import { ask, type Job } from "../job.ts";
import { type Answer, onTrial, provedBy } from "../judgement.ts";
import { deletesPath } from "../judges/deletes.ts";
import { withHabits } from "../judges/judge.ts";
import { looksSecret } from "../paths.ts";
import { secretFoundBy } from "../places/path-globs.ts";
import type { Habits } from "../programs/program.ts";

const withValue = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer
  -anewer -cnewer -perm -user -group -uid -gid -maxdepth -mindepth -links -inum -samefile -fstype -regextype -printf -lname
  -ilname -used -context -D -newermt -newerat -newerct -newermm -newerac -flags -files0-from`.split(/\s+/),
);
const withoutValue = new Set(
  `-print -print0 -ls -depth -d -mount -xdev -x -follow -L -H -P -E -X -s -empty -readable -writable -executable -nouser -nogroup -prune
  -quit -true -false -not -a -and -o -or ( ) ! , -daystart -noleaf -ignore_readdir_race -warn -nowarn --help --version`.split(
    /\s+/,
  ),
);

/** What find looks through, and the names it lets pass. */
export interface Search {
  roots: Arg[];
  /** Patterns of names, of which what it finds fits one; `*` when nothing narrows by name. */
  patterns: readonly string[];
  /** Every test of names, as it would be put to a path. */
  names: readonly NameTest[];
  /** What it finds may be elsewhere: it follows links, or looks for another name of a file. */
  leaves: boolean;
}

type NameTest = (path: string, name: string) => boolean;

/** A place of secrets below a root that a name test singles out; null where none does. */
function secretIn(job: Job, search: Search): string | null {
  if (search.leaves) return "/etc/shadow";
  for (const root of search.roots) {
    const folder = judgedPath(root.text, job).path;
    for (const test of search.names) {
      const secret = secretFoundBy(folder === "." ? "./" : folder, test);
      if (secret !== null) return secret;
    }
  }
  return null;
}

/** A word of the expression, with its value, or with the command that it runs and the word that ends it. */
interface Predicate {
  name: string;
  arg: Arg;
  value?: Arg;
  command?: readonly Arg[];
  end?: Arg | undefined;
}

const runsCommand = /^-(?:exec|execdir|ok|okdir)$/;
const writes = /^-(?:fprint|fprint0|fprintf|fls)$/;
const takesValue = (name: string): boolean =>
  withValue.has(name) || writes.test(name) || /^-newer[aBcm][aBcmt]$/.test(name);

/** A value is no test, whatever it looks like: `-printf -name`. */
function predicatesOf(tests: readonly Arg[]): Predicate[] {
  const predicates: Predicate[] = [];
  for (let i = 0; i < tests.length; i++) {
    const arg = tests[i] as Arg;
    const name = arg.text;
    const value = tests[i + 1];
    if (runsCommand.test(name)) {
      const end = endOf(tests, i);
      predicates.push({ name, arg, command: tests.slice(i + 1, end), end: tests[end] });
      i = end;
    } else if (takesValue(name) && value !== undefined) {
      predicates.push({ name, arg, value });
      i += name === "-fprintf" ? 2 : 1;
    } else predicates.push({ name, arg });
  }
  return predicates;
}

/** At `;`, or at a `+` right behind `{}`; any other `+` is a word of the command. */
function endOf(tests: readonly Arg[], start: number): number {
  const isEnd = (arg: Arg, index: number) =>
    index > start && (arg.text === ";" || (arg.text === "+" && tests[index - 1]?.text === "{}"));
  const found = tests.findIndex(isEnd);
  return found === -1 ? tests.length : found;
}

function nameTests(predicates: readonly Predicate[]): NameTest[] {
  return predicates.flatMap(({ name: test, value }, index) => {
    const [, flag, kind] = /^-(i?)(name|path|wholename|regex)$/.exec(test) ?? [];
    if (kind === undefined || value === undefined || /^(?:!|-not)$/.test(predicates[index - 1]?.name ?? "")) return [];
    const ignoresCase = flag === "i";
    const written = literal(value);
    // The name of a file may be a pattern of its own, which finds other names than the pattern that found it.
    if (written === null) return [];
    const pattern = kind === "regex" ? expressionOf(written, ignoresCase) : wildcards(written, { ignoresCase });
    // What cannot be read may mean anything that is secret.
    if (pattern === null) return [(_path: string, name: string) => looksSecret(name)];
    return [(path: string, name: string) => pattern.test(kind === "name" ? name : path)];
  });
}

/** An expression of find's that says no more than a pattern of names could; null for any other one. */
function expressionOf(value: string, ignoresCase: boolean): Wildcards | null {
  const plain = /^((?:[\w/ -]|\\\.|\.[*+]?)*)(?:\\?\(([\w.-]+(?:\\?\|[\w.-]+)*)\\?\))?$/.exec(value);
  if (plain === null) return null;
  const [, begin = "", ends = ""] = plain;
  const start = begin.replaceAll(/\\\.|\.\*|\.\+|\./g, (part) => asWildcards[part] ?? part);
  const each = ends.split(/\\?\|/).map((end) => wildcards(start + end.replaceAll(".", "?"), { ignoresCase }));
  return { test: (text) => each.some((one) => one.test(text)) };
}

const asWildcards: Readonly<Record<string, string>> = { "\\.": ".", ".*": "*", ".+": "?*", ".": "?" };

/** A path that stands for everything the search finds: the verdict on it is the verdict on all of them. */
const found = ({ roots, patterns }: Search): Arg[] =>
  roots.flatMap((root) =>
    patterns.map((pattern) => ({ ...root, text: below(root.text.replace(/\/+$/, ""), pattern) })),
  );

/** A pattern of whole paths says something only where it stays below the root. */
function below(root: string, pattern: string): string {
  if (!pattern.includes("/")) return `${root}/${pattern}`;
  return pattern.startsWith(`${root}/`) && !/(?:^|\/)\.\.(?:\/|$)/.test(pattern) ? pattern : `${root}/*`;
}

function find(job: Job): Answer {
  const start = job.args.findIndex((arg) => /^(?:-(?!-$).|[(!])/.test(arg.text) && !/^-[LHPEXds]$/.test(arg.text));
  const named = (start === -1 ? job.args : job.args.slice(0, start)).filter((arg) => !arg.text.startsWith("-"));
  const tests = start === -1 ? [] : job.args.slice(start);
  const roots = named.length === 0 ? [plainArg(".", job.span)] : named;
  const leaves = job.args.some(
    (arg, index) =>
      /^-(?:L|follow|lname|ilname|samefile|inum|files0-from)$/.test(arg.text) ||
      (/^l/.test(arg.text) && /^-x?type$/.test(job.args[index - 1]?.text ?? "")),
  );
  const predicates = predicatesOf(tests);
  // Only what stands before an action narrows it: `find . -delete -name x` deletes everything.
  const searchBy = (some: readonly Predicate[]): Search => ({
    roots,
    patterns: patternsOf(some),
    names: nameTests(some),
    leaves,
  });
  const list = listing(job, searchBy(predicates));
  const printed = predicates.reduce<Flow>(
    (flow, predicate, at) => acts(job, predicate, () => searchBy(predicates.slice(0, at))) ?? flow,
    { ...list, names: printsOther(tests) ? null : list.names },
  );
  return provedBy("grammar", printed);
}

/** Judges what a word of the expression does; returns what its command would print. */
function acts(job: Job, predicate: Predicate, search: () => Search): Flow | null {
  const { name, arg, value } = predicate;
  if (predicate.command !== undefined) return runsFound(job, predicate, predicate.command, search());
  if (name === "-delete") deletesFound(job, search());
  else if (writes.test(name) && value !== undefined) writesFile(job, value, someFlow);
  // What is no name is printed as one that is not there.
  else if (name === "-files0-from" && value !== undefined) readsFile(job, value);
  else if (!takesValue(name) && !withoutValue.has(name) && !/^-O\d$/.test(name))
    ask(job, "opaque", "option.unknown", `It is not known what ${readable(name)} of find does.`, { span: arg.span });
  return null;
}

function runsFound(job: Job, { name, arg: { span }, end }: Predicate, command: readonly Arg[], search: Search): Flow {
  // Where programs named find disagree, or the run decides, the end of the command is not proved.
  const isOdd = end === undefined || (end.text === "+" && name.startsWith("-ok"));
  if (isOdd || command.some((arg) => arg.text === "+" || mayBeEnd(arg)))
    ask(job, "opaque", "command.end", "It is not certain where the command that find runs ends.", { span });
  const isBatch = end?.text === "+";
  if (!name.endsWith("dir")) return runOn(job, command, search, `find ${name}`, isBatch);
  // There it runs in the folder of each file, which may be any.
  ask(job, "opaque", "folder.dynamic", "Runs a command in every folder that find comes by.", { span });
  return runOn({ ...job, shell: { ...job.shell, adrift: true } }, command, search, `find ${name}`, isBatch);
}

function deletesFound(job: Job, search: Search): undefined {
  for (const root of search.roots)
    for (const pattern of search.patterns) {
      const what = pattern === "*" ? "everything that find comes by" : `each ${pattern} that find comes by`;
      const name = `${what} in ${readable(root.text, root.variables)}`;
      for (const path of found({ ...search, roots: [root], patterns: [pattern] }))
        deletesPath(job, path, { recursive: true, name });
    }
}

/** Whether it prints more than the names it finds: what stands in a format is text, and `%l` is where a link leads. */
const printsOther = (tests: readonly Arg[]): boolean =>
  tests.some(
    ({ text }, index) =>
      text === "-ls" || (text === "-printf" && !/^%p(?:\\n|\\0)$/.test(tests[index + 1]?.text ?? "")),
  );

/** A word that the run decides may turn out to be the `;` that ends the command. */
export const mayBeEnd = (arg: Arg): boolean => arg.many === true || /^[\ufdd0\ufdd1\ufdd2\ufdd5]+$/u.test(arg.text);

const maxPatterns = 8;

function patternsOf(predicates: readonly Predicate[]): string[] {
  if (predicates.some(({ name }) => ["!", "-not", ","].includes(name))) return ["*"];
  // An "or" is as wide as its widest part: `-name x -o -name y -o -type f` finds every file.
  const parts = alternatives(predicates).map((part) => namesIn(part)[0] ?? "*");
  const isWider = parts.length > maxPatterns || (parts.length > 1 && parts.some((name) => !/\w/.test(name)));
  return isWider ? ["*"] : [...new Set(parts)];
}

function alternatives(predicates: readonly Predicate[]): Predicate[][] {
  const parts: Predicate[][] = [[]];
  for (const predicate of predicates)
    if (predicate.name === "-o" || predicate.name === "-or") parts.push([]);
    else parts.at(-1)?.push(predicate);
  return parts;
}

const namesIn = (predicates: readonly Predicate[]): string[] =>
  predicates.flatMap(({ name, value }) =>
    /^-i?(?:name|path|wholename)$/.test(name) ? [(value && literal(value)) ?? "*"] : [],
  );

/** Behind a slash find enters a link, and the folder's own path has names: others than those that are looked at. */
const leadsElsewhere = ({ text }: Arg): boolean => /[^./]\/+\.?$|\ufdd6/u.test(text);

export function listing(job: Job, search: Search): Flow {
  const isSecret =
    search.patterns.some(looksSecret) ||
    search.roots.some((root) => /(?:^|\/)\.(?:ssh|gnupg|aws)(?:\/|$)/i.test(root.text));
  const isPrivate = search.roots.some((root) =>
    ["root", "home", "system", "system-directory", "account", "home-entry"].includes(judgedPath(root.text, job).kind),
  );
  const isRisky = isPrivate || secretIn(job, search) !== null;
  const areNames = !isSecret && !isRisky && search.roots.every(isBelow) && !search.roots.some(leadsElsewhere);
  return {
    ...someFlow,
    secret: isSecret,
    private: isRisky,
    names: areNames ? placeOf(job.shell) : null,
  };
}

/** find puts the path where {} is, several of them in a batch; fd also puts them behind the command. */
function filledWith({ shell }: Job, path: Arg, command: readonly Arg[], via: string, isBatch: boolean): Arg[] {
  const listedIn = placeOf(shell);
  const hasMark = command.some((arg) => arg.text.includes("{}"));
  const filled = command.map((arg) =>
    arg.text.includes("{}")
      ? {
          ...arg,
          // Glued to other text it is another name than the one that was found.
          text: /^(?:\.\/)?\{\}$/.test(arg.text)
            ? arg.text.replace("{}", () => path.text)
            : arg.text.replaceAll("{}", hole.output),
          names: true as const,
          listedIn,
          ...(isBatch && { many: true as const }),
          ...(path.loose === true && arg.text.startsWith("{}") && { loose: true as const }),
        }
      : arg,
  );
  return hasMark || via.startsWith("find") || command.length === 0
    ? filled
    : [...filled, { ...path, many: true as const, names: true as const, listedIn }];
}

export function runOn(job: Job, command: readonly Arg[], search: Search, via: string, isBatch = true): Flow {
  const stdin = listing(job, search);
  return found(search).reduce<Flow>(
    (flow, path) => {
      const argv = filledWith(job, path, command, via, isBatch);
      return argv.length === 0 ? flow : mixFlows(flow, job.run.runArgv(argv, job, { via, stdin, isMarked: true }));
    },
    onHidden(job, command, search, via),
  );
}

/**
 * What a search may hand over beside what its pattern says, and is asked about since it may find none of it: a place of
 * secrets that the pattern singles out, and below a home or another folder outside any file, however deep it is.
 */
function onHidden(job: Job, command: readonly Arg[], search: Search, via: string): Flow {
  const secret = secretIn(job, search);
  const outside = search.roots.filter((root) => !isBelow(root)).map((root) => `${root.text.replace(/\/+$/, "")}/*`);
  if (command.length === 0) return someFlow;
  for (const place of [...(secret === null ? [] : [secret]), ...outside]) {
    const argv = filledWith(job, plainArg(place, job.span), command, via, false);
    const found = onTrial(job.run, () => job.run.runArgv(argv, job, { via, isMarked: true }));
    if (found.some(({ risk }) => risk === "exfil" || risk === "read"))
      ask(job, "read", "private.found", `Prints what it finds, which can be secrets: ${readable(place)}.`);
  }
  return someFlow;
}

/** To find `--` is a word, and the value of a test is one whatever it begins with. */
const habits: Habits = {
  endIsWord: true,
  valued:
    /^-(?:i?(?:name|path|wholename|regex|lname)|x?type|size|[acm](?:time|min|newer)|newer\w*|perm|user|group|[ug]id|m(?:ax|in)depth|samefile|fstype)$/,
};

export const findJudges = withHabits({ takesMore: true }, { ...withHabits(habits, { find }), gfind: find });
