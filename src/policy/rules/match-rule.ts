import type { Finding, Risk } from "../../protocol/index.ts";
import { conditionKey } from "../conditions.ts";
import type { UndecidedWord } from "../open-word.ts";
import { looksSecret, normalise } from "../paths.ts";
import { actsUnattended, isToolSetting } from "../places/unattended-files.ts";
import { gitCall } from "../printed-history.ts";
import { asksOthersBy } from "../prove-reading.ts";
import type { AssessedCommand, AssessedFile, Condition, PolicyContext, Rule, RuleOption } from "../types.ts";
import { usesOnlyPaths } from "./allowed-paths.ts";
import { matchesGlob } from "./glob.ts";
import { hasListedOptions } from "./listed-options.ts";
import { folderOf } from "./named-pieces.ts";
import { type FollowedWords, placeCondition } from "./place-condition.ts";
import { projectCondition } from "./project-condition.ts";
import { reachedTargets } from "./reached-targets.ts";
import { namesNoMachine } from "./reaching-out.ts";
import { isFedPath, mayUseBelow, mayUsePath } from "./rule-paths.ts";
import { wideUses } from "./wide-uses.ts";

/** One command of the line together with what was found about it. */
export interface JudgedCommand {
  command: AssessedCommand;
  findings: readonly Finding[];
  /** The files that it opens. */
  files: readonly AssessedFile[];
  /** What it may be fed out of the line itself, where it is fed something. */
  fed?: string;
}

/** Whether the rule speaks about this place and agent at all. */
export function concerns(rule: Rule, context: PolicyContext): boolean {
  return isFor(rule, context) && isAbout(rule, context.target);
}

/** Whether the rule speaks about this agent. */
export const isFor = ({ when: { agent } }: Rule, context: PolicyContext): boolean =>
  agent === undefined || agent.some((glob) => matchesGlob(context.agent ?? "", glob));

function isAbout({ effect, when: { target } }: Rule, place: string): boolean {
  const names = effect === "allow" ? [place] : targetNames(place);
  return target === undefined || target.some((glob) => names.some((name) => matchesGlob(name, glob)));
}

/**
 * The command as it is on a machine that a tightening rule is about and that it reaches from here; null where it reaches
 * none. What is put there is written, also where only the network was seen in it.
 */
export function asReached(rule: Rule, judged: JudgedCommand): JudgedCommand | null {
  const { command, findings } = judged;
  const reached = reachedTargets(command).filter(({ target }) => isAbout(rule, target));
  if (reached.length === 0) return null;
  if (reached.some(({ does }) => does === "happens")) return judged;
  // A copy writes at its other end only.
  const sent = findings.filter(({ risk }) => risk !== "write" && risk !== "destructive");
  const [first] = findings;
  const isReceived = first !== undefined && reached.some(({ does }) => does === "received");
  return { ...judged, findings: isReceived ? [...sent, { ...first, risk: "write" }] : sent };
}

/**
 * A rule that tightens also holds where a user, a port, brackets or `ssh://` are written with the host; one that allows
 * does not.
 */
function targetNames(target: string): string[] {
  const host = /^ssh:(?:\/\/)?(?:.*@)?(\[[^\]]*\]|[^:/]+)(?::\d*)?\/?$/.exec(target)?.[1];
  if (host === undefined) return [target];
  const hosts = [host, host.replace(/^\[|\]$/g, "")];
  return [target, ...hosts.flatMap((each) => [`ssh:${each}`, `ssh:${each.toLowerCase()}`])];
}

/** How certain it is that a rule holds: the command names what the rule is about, or it may use it unnamed. */
export type Hold = "surely" | "may-write" | "may-read";

/**
 * Whether a tightening rule applies to a command. A word that is only known at run time could be the one the rule
 * is about, so it counts as a match: what cannot be proved goes up.
 */
export function tightens(rule: Rule, judged: JudgedCommand, context: PolicyContext): Hold | null {
  const { command, findings } = judged;
  const { cmd, flags, risk, path } = rule.when;
  if (cmd !== undefined && !mayStartWith(command, cmd)) return null;
  if (Array.isArray(flags) && !mayHaveFlag(command, flags)) return null;
  if (flags === "known" && findings.some((finding) => finding.ruleId === "option.unknown")) return null;
  const isMeant = (...risks: Risk[]) => risk === undefined || risks.some((each) => risk.includes(each));
  if (path === undefined) return isMeant(...risksOf(judged)) ? "surely" : null;
  if (isMeant(...risksOf(judged), ...risksWithNamed(judged)) && mayUsePath(path, judged, context)) return "surely";
  if (isMeant(...risksWithNamed(judged)) && isFedPath(path, judged, context)) return "may-write";
  const uses = wideUses(judged).filter((use) => mayUseBelow(path, use, context));
  if (isMeant("write", "destructive") && uses.some(({ does }) => does === "writes")) return "may-write";
  return isMeant("read") && uses.some(({ does }) => does === "reads") ? "may-read" : null;
}

/** What a command does, for rules that tighten: one without findings is proved to read, and may ask other machines. */
function risksOf({ command, findings, files }: JudgedCommand): Risk[] {
  const isProved = findings.length === 0;
  return [
    ...findings.map(({ risk }) => risk),
    ...(isProved || files.some(({ access }) => access === "read") ? (["read"] as const) : []),
    ...(isProved && asksOthersBy(command.argv) ? (["network"] as const) : []),
  ];
}

/** What it may do besides with a path that it names: anything, where nobody knows what it does; a clone is made there. */
function risksWithNamed({ command, findings }: JudgedCommand): Risk[] {
  if (findings.some(({ risk }) => risk === "opaque")) return ["read", "write", "destructive"];
  return /^(?:clone|submodule)$/.test(gitCall(command)?.name ?? "") ? ["write"] : [];
}

/**
 * Whether an allow rule covers everything the command does, by proof and never because nothing was found. Nothing
 * unknown, no redirect without a path of its own.
 */
export function allows(rule: Rule, { command, findings }: JudgedCommand, context: PolicyContext): boolean {
  const { cmd, flags, options, ends, folder, operands, risk, path } = rule.when;
  // A file tool has no words that a rule could have meant.
  if (cmd === undefined || command.isTool === true || !startsWith(command.argv, cmd)) return false;
  // What it is fed may be commands for it, or answers to its questions, which nobody has seen.
  if (command.isFed === true) return false;
  // A word that only the run decides may turn out to be the option that nobody would have allowed.
  if (command.argv.includes(null)) return false;
  // So may a name that a pattern matches; and in the beginning it is another command.
  const open = command.open ?? [];
  if (open.some(({ at, as }) => as === "any" || at < cmd.length)) return false;
  if (ends === true && command.argv.length > cmd.length) return false;
  if (folder !== undefined && !runsIn(command, folder, context)) return false;
  const followed = followedWords(options, command, cmd.length);
  if (followed === null || ruleConditions(rule, command, context) === null) return false;
  if (operands === "inside" && !followed.free.every((at) => isPlainInput(command.argv[at] ?? "", command.argv[0])))
    return false;
  const isBound = folder !== undefined || operands !== undefined || rule.scope === "project";
  if (isBound && !namesNoMachine(findings, command, followed.free, options)) return false;
  if (flags === "known" && !(hasListedOptions(command) && findings.every(({ ruleId }) => ruleId !== "option.unknown")))
    return false;
  if (Array.isArray(flags) && !hasFlag(command.argv, flags, { shortened: false })) return false;
  if (risk !== undefined && !findings.every((finding) => risk.includes(finding.risk))) return false;
  if (path !== undefined) return usesOnlyPaths(path, command, findings, cmd.length, context);
  return !findings.some((finding) => finding["redirect"] === true);
}

/** What must hold on the target for an allow rule to cover a command; null where it does not hold. */
export function ruleConditions(rule: Rule, command: AssessedCommand, context: PolicyContext): Condition[] | null {
  const { cmd = [], options, folder, operands } = rule.when;
  const followed = followedWords(options, command, cmd.length);
  if (followed === null) return null;
  const needed: (Condition | null)[] = [];
  if (rule.scope === "project")
    needed.push(rule.project === undefined ? null : projectCondition(rule.project, command, cmd.length, context));
  if (folder !== undefined || operands !== undefined) needed.push(placeCondition(rule, command, followed, context));
  const conditions = needed.filter((each) => each !== null);
  const isMet = conditions.every((each) => context.unmet?.has(conditionKey(each)) !== true);
  return isMet && conditions.length === needed.length ? conditions : null;
}

/** Whether it is certain that it runs in one of these folders. */
function runsIn(command: AssessedCommand, folders: readonly string[], context: PolicyContext): boolean {
  const cwd = folderOf(command);
  if (cwd === null) return false;
  const start = context.cwd ?? "";
  const at = cwd.path === "" || cwd.path === "." ? start : cwd.path;
  return at.startsWith("/") && folders.some((glob) => matchesGlob(at, glob));
}

/**
 * A name below the folder: nothing absolute, no way up, no home, no address, no value that may be one of these. And
 * none of a file that acts by itself or is kept for secrets: a tool that is given it may write or print it.
 */
function isPlainInput(word: string, program: string | null | undefined): boolean {
  if (/^--?[\w-]+$/.test(word)) return true;
  if (/(?:^|\/)node_modules(?:\/|$)/.test(word)) return false;
  if (testRunners.test(program ?? "") && !isTest(word)) return false;
  // To go any other word is a package, wherever that is.
  if (program === "go" && !/^\.{1,2}(?:\/|$)/.test(word)) return false;
  // Some of these letters are a pattern or a list in one shell or another.
  if (/^[/~\\]|(?:^|[/=:])\.\.(?:\/|$)|[:=^#~{}()|<>]|^@/.test(word)) return false;
  // `./...` is every package of go.
  const path = normalise(word).replace(/^\.\/?$|(?:^|\/)\.\.\.$/, "");
  return path === "" || (actsUnattended(path) === null && !isToolSetting(path) && !looksSecret(path));
}

/** They run whatever file they are given, and of a folder the tests. */
const testRunners = /^(?:pytest|mocha|rspec|phpunit|jest|vitest)$/;

const isTest = (word: string): boolean => {
  const name = word.slice(word.lastIndexOf("/") + 1);
  return !/\w\.\w/.test(name) || /(?:^|[._-])(?:test|spec)s?[._-]|\wTest\.php$/.test(name);
};

/** Options whose value is a text that leads nowhere, for rules of these commands. */
const textOptions: Readonly<Record<string, readonly string[]>> = { "git commit": ["-m", "--message"] };

export const isTextOption = (command: string, option: string): boolean =>
  textOptions[command]?.includes(option) === true;

/**
 * Where the words stand behind the command that may be names; null where its options are not those of the rule. One that
 * is left out counts as well: `black --check src` was seen, and `black src` writes.
 */
function followedWords(
  options: readonly RuleOption[] | undefined,
  { argv, open = [] }: AssessedCommand,
  from: number,
): FollowedWords | null {
  const free: number[] = [];
  const spelled: number[] = [];
  if (options === undefined) return { free: argv.flatMap((_, at) => (at < from ? [] : [at])), spelled };
  const command = argv.slice(0, from).join(" ");
  const missing = new Set(options);
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (!word.startsWith("-")) {
      if (at >= from) free.push(at);
      continue;
    }
    const next = argv[at + 1];
    const value = next === undefined || next?.startsWith("-") ? "" : next;
    const pair = options.find((each) => typeof each !== "string" && each[0] === word && each[1] === value);
    const isPair = pair !== undefined;
    if (!isPair && !options.includes(optionName(word))) return null;
    // Behind `--` it is an operand, which does not do what the option does.
    if (!argv.slice(0, at).includes("--")) missing.delete(pair ?? optionName(word));
    // The value of `--name=value` is looked at as well.
    if (!isPair && at >= from) free.push(at);
    const takesNext = isPair ? value !== "" : isTextOption(command, word);
    // Of several names only the first would be the value.
    if (takesNext && open.some((each) => each.at === at + 1)) return null;
    if (isPair && takesNext) spelled.push(at + 1);
    if (takesNext) at++;
  }
  return missing.size === 0 ? { free, spelled } : null;
}

/** In a rule of a person this stands for every word. */
const anyWord = "*";

/** Whether a rule means these words, this folder and this target alone, and nothing in it is read as a pattern. */
export const isExact = ({ when: { cmd = [], folder = [], target = [] } }: Rule): boolean =>
  !cmd.flat().includes(anyWord) && [...folder, ...target].every((text) => !/[*?]/.test(text));

const isOneOf = (word: string, words: readonly string[]): boolean =>
  words.some((each) => each === anyWord || each === word);

function startsWith(argv: readonly (string | null)[], cmd: readonly (readonly string[])[]): boolean {
  return cmd.every((words, index) => {
    const word = argv[index];
    return word !== undefined && word !== null && isOneOf(word, words);
  });
}

/**
 * The same for rules that tighten: wherever the program is, and with any options of it in front of its words, of which
 * each may have a value: `git -C . push`, `kubectl -n prod delete`. A word that only the run decides may be any.
 */
function mayStartWith({ argv, undecided = [] }: AssessedCommand, cmd: readonly (readonly string[])[]): boolean {
  const [names = [], ...rest] = cmd;
  const program = argv[0];
  if (program === undefined) return false;
  if (program !== null && !isOneOf(program.slice(program.lastIndexOf("/") + 1), names)) return false;
  let places = new Set([1]);
  for (const words of rest) {
    const next = new Set<number>();
    for (const place of places) {
      const word = argv[place];
      if (word === undefined) continue;
      const open = undecided.find(({ at }) => at === place);
      const mayBe =
        open === undefined ? word === null : words.some((each) => each === anyWord || isOpenFor(open, each));
      // Further words may come out of the same one.
      if (mayBe && open?.isMany === true) return true;
      if (mayBe || (word !== null && isOneOf(word, words))) next.add(place + 1);
      // Places are visited in the order in which they are added, so those behind further options are as well.
      if (word?.startsWith("-") || open?.begins === "") places = places.add(place + 1).add(place + 2);
    }
    places = next;
  }
  return places.size > 0;
}

const isOpenFor = ({ begins }: UndecidedWord, word: string): boolean => word.startsWith(begins);

/** Whether one of the words is the option, or may be when it runs. What follows letters with a dash are more of them. */
function mayHaveFlag({ argv, undecided = [] }: AssessedCommand, flags: readonly string[]): boolean {
  const mayBe = (open: UndecidedWord) =>
    /^-(?!-)/.test(open.begins) || flags.some((flag) => isOpenFor(open, flag) || open.begins.startsWith(`${flag}=`));
  return hasFlag(argv, flags, { shortened: true }) || undecided.some(mayBe);
}

/** `shortened`: also by its beginning, which many programs take for the whole. */
function hasFlag(
  argv: readonly (string | null)[],
  flags: readonly string[],
  { shortened }: { shortened: boolean },
): boolean {
  return argv.some((word) => {
    const given = word?.split("=")[0] ?? "";
    return flags.some(
      (flag) =>
        given === flag ||
        (shortened && /^--\w/.test(given) && flag.startsWith(given)) ||
        (/^-\w$/.test(flag) && /^-\w+$/.test(given) && given.includes(flag.slice(1))),
    );
  });
}

/** An option as it is written, without its value: `--config=x` is `--config`, `-DX=y` stays whole. */
export const optionName = (word: string): string => (word.startsWith("--") ? (word.split("=")[0] ?? word) : word);
