import { type Wildcards, wildcards } from "../../base/index.ts";
import { type Arg, type Flow, hole, isBelow, mixFlows, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgedPath, readsFile, writesFile } from "../file-access.ts";
import { ask, type Job } from "../job.ts";
import { looksSecret } from "../paths.ts";
import { secretFoundBy } from "../places/path-globs.ts";
import { deletesPath } from "./deletes.ts";
import type { Judges } from "./judge.ts";

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

/** A word of the expression, with its value where it has one. */
interface Predicate {
  name: string;
  value?: string;
}

const runsCommand = /^-(?:exec|execdir|ok|okdir)$/;
const takesValue = (name: string): boolean =>
  withValue.has(name) || /^-newer[aBcm][aBcmt]$|^-(?:fprint|fprint0|fprintf|fls)$/.test(name);

/** The expression without the commands it runs. A value is no test, whatever it looks like: `-printf -name`. */
function predicatesOf(tests: readonly Arg[]): Predicate[] {
  const predicates: Predicate[] = [];
  for (let i = 0; i < tests.length; i++) {
    const name = tests[i]?.text ?? "";
    const value = tests[i + 1]?.text;
    if (runsCommand.test(name)) i = endOf(tests, i);
    else if (takesValue(name) && value !== undefined) {
      predicates.push({ name, value });
      i += name === "-fprintf" ? 2 : 1;
    } else predicates.push({ name });
  }
  return predicates;
}

function nameTests(tests: readonly Arg[]): NameTest[] {
  return predicatesOf(tests).flatMap(({ name: test, value }, index, all) => {
    const kind = /^-(i?)(name|path|wholename|regex)$/.exec(test);
    if (kind === null || value === undefined || /^(?:!|-not)$/.test(all[index - 1]?.name ?? "")) return [];
    const ignoresCase = kind[1] === "i";
    const pattern = kind[2] === "regex" ? expressionOf(value, ignoresCase) : wildcards(value, { ignoresCase });
    // What cannot be read may mean anything that is secret.
    if (pattern === null) return [(_path: string, name: string) => looksSecret(name)];
    return [(path: string, name: string) => pattern.test(kind[2] === "name" ? name : path)];
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

function find(job: Job): Flow {
  const start = job.args.findIndex((arg) => /^(?:-(?!-$).|[(!])/.test(arg.text) && !/^-[LHPEXds]$/.test(arg.text));
  const roots = (start === -1 ? job.args : job.args.slice(0, start)).filter((arg) => !arg.text.startsWith("-"));
  const tests = start === -1 ? [] : job.args.slice(start);
  const places = roots.length === 0 ? [plainArg(".", job.span)] : roots;
  const leaves = job.args.some(
    (arg, index) =>
      /^-(?:L|follow|lname|ilname|samefile|inum|files0-from)$/.test(arg.text) ||
      (/^l/.test(arg.text) && /^-x?type$/.test(job.args[index - 1]?.text ?? "")),
  );
  const list = listing(job, { roots: places, patterns: patternsOf(tests), names: nameTests(tests), leaves });
  let flow: Flow = { ...list, names: list.names && !printsOther(tests) };
  for (let i = 0; i < tests.length; i++) {
    const test = tests[i] as Arg;
    const name = test.text;
    // Only what stands before an action narrows it: `find . -delete -name x` deletes everything.
    const before = tests.slice(0, i);
    const search: Search = { roots: places, patterns: patternsOf(before), names: nameTests(before), leaves };
    if (runsCommand.test(name)) {
      const end = commandEnd(job, tests, i);
      const command = tests.slice(i + 1, end);
      // There it runs in the folder of each file, which may be any.
      if (name.endsWith("dir"))
        ask(job, "opaque", "folder.dynamic", "Runs a command in every folder that find comes by.", { span: test.span });
      const there = name.endsWith("dir") ? { ...job, shell: { ...job.shell, adrift: true } } : job;
      flow = runOn(there, command, search, `find ${name}`, tests[end]?.text === "+");
      i = end;
    } else if (name === "-delete") {
      for (const root of places)
        for (const pattern of search.patterns) {
          const what = pattern === "*" ? "everything that find comes by" : `each ${pattern} that find comes by`;
          const name = `${what} in ${readable(root.text, root.variables)}`;
          const one = { ...search, roots: [root], patterns: [pattern] };
          for (const path of found(one)) deletesPath(job, path, { recursive: true, name });
        }
    } else if (/^-(?:fprint|fprint0|fprintf|fls)$/.test(name)) {
      const file = tests[i + 1];
      if (file !== undefined) writesFile(job, file, someFlow);
      i += name === "-fprintf" ? 2 : 1;
    } else if (name === "-files0-from" && tests[i + 1] !== undefined) {
      // What is no name is printed as one that is not there.
      readsFile(job, tests[++i] as Arg);
    } else if (withValue.has(name) || /^-newer[aBcm][aBcmt]$/.test(name)) i++;
    else if (!withoutValue.has(name) && !/^-O\d$/.test(name)) {
      ask(job, "opaque", "option.unknown", `It is not known what ${readable(name)} of find does.`, { span: test.span });
    }
  }
  return flow;
}

/** Whether it prints more than the names it finds: what stands in a format is text, and `%l` is where a link leads. */
const printsOther = (tests: readonly Arg[]): boolean =>
  tests.some(
    ({ text }, index) =>
      text === "-ls" || (text === "-printf" && !/^%p(?:\\n|\\0)$/.test(tests[index + 1]?.text ?? "")),
  );

/**
 * Where the command of an -exec ends: at `;`, or at a `+` right behind `{}`; any other `+` is a word of the command.
 * Where programs named find disagree, or the run decides, the place is not proved.
 */
function commandEnd(job: Job, tests: readonly Arg[], start: number): number {
  const end = endOf(tests, start);
  const command = tests.slice(start + 1, end);
  const isOdd = end === tests.length || (tests[end]?.text === "+" && tests[start]?.text.startsWith("-ok") === true);
  if (isOdd || command.some((arg) => arg.text === "+" || mayBeEnd(arg)))
    ask(job, "opaque", "command.end", "It is not certain where the command that find runs ends.", {
      span: (tests[start] as Arg).span,
    });
  return end;
}

function endOf(tests: readonly Arg[], start: number): number {
  const isEnd = (arg: Arg, index: number) =>
    index > start && (arg.text === ";" || (arg.text === "+" && tests[index - 1]?.text === "{}"));
  const found = tests.findIndex(isEnd);
  return found === -1 ? tests.length : found;
}

/** A word that the run decides may turn out to be the `;` that ends the command. */
export const mayBeEnd = (arg: Arg): boolean => arg.many === true || /^[\ufdd0\ufdd1\ufdd2\ufdd5]+$/u.test(arg.text);

const maxPatterns = 8;

function patternsOf(tests: readonly Arg[]): string[] {
  const predicates = predicatesOf(tests);
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
  predicates.flatMap(({ name, value }) => (/^-i?(?:name|path|wholename)$/.test(name) ? [value ?? "*"] : []));

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
  return {
    ...someFlow,
    secret: isSecret,
    private: isRisky,
    names: !isSecret && !isRisky && search.roots.every(isBelow) && !search.roots.some(leadsElsewhere),
  };
}

/** find puts the path where {} is, several of them in a batch; fd also puts them behind the command. */
function filledWith(path: Arg, command: readonly Arg[], via: string, isBatch: boolean): Arg[] {
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
          ...(isBatch && { many: true as const }),
          ...(path.loose === true && arg.text.startsWith("{}") && { loose: true as const }),
        }
      : arg,
  );
  return hasMark || via.startsWith("find") || command.length === 0
    ? filled
    : [...filled, { ...path, many: true as const, names: true as const }];
}

export function runOn(job: Job, command: readonly Arg[], search: Search, via: string, isBatch = true): Flow {
  const stdin = listing(job, search);
  return found(search).reduce<Flow>(
    (flow, path) => {
      const argv = filledWith(path, command, via, isBatch);
      return argv.length === 0 ? flow : mixFlows(flow, job.run.runArgv(argv, job, { via, stdin }));
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
  const { findings } = job.run;
  for (const place of [...(secret === null ? [] : [secret]), ...outside]) {
    const before = findings.length;
    job.run.runArgv(filledWith(plainArg(place, job.span), command, via, false), job, { via });
    const found = findings.splice(before).filter((finding) => finding.risk === "exfil" || finding.risk === "read");
    if (found.length > 0)
      ask(job, "read", "private.found", `Prints what it finds, which can be secrets: ${readable(place)}.`);
  }
  return someFlow;
}

export const findJudges: Judges = { find, gfind: find };
