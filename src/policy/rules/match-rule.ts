import type { Finding } from "../../protocol/index.ts";
import { normalise } from "../paths.ts";
import type { AssessedCommand, AssessedFile, PolicyContext, Rule, RuleOption } from "../types.ts";
import { actsUnattended, isToolSetting } from "../unattended-files.ts";
import { matchesGlob } from "./glob.ts";
import { projectCondition } from "./project-condition.ts";
import { reachedTargets } from "./reached-targets.ts";
import { mayUsePath } from "./rule-paths.ts";

/** One command of the line together with what was found about it. */
export interface JudgedCommand {
  command: AssessedCommand;
  findings: readonly Finding[];
  /** The files that it opens. */
  files: readonly AssessedFile[];
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

/** A rule that tightens also holds where a user, a port or `ssh://` is written with the host; one that allows does not. */
function targetNames(target: string): string[] {
  const host = /^ssh:(?:\/\/)?(?:.*@)?(\[[^\]]*\]|[^:/]+)(?::\d*)?\/?$/.exec(target)?.[1];
  return host === undefined ? [target] : [target, `ssh:${host}`, `ssh:${host.toLowerCase()}`];
}

/**
 * Whether a tightening rule applies to a command. A word that is only known at run time could be the one the rule
 * is about, so it counts as a match: what cannot be proved goes up.
 */
export function tightens(rule: Rule, judged: JudgedCommand, context: PolicyContext): boolean {
  const { command, findings } = judged;
  const { cmd, flags, risk, path } = rule.when;
  if (cmd !== undefined && !mayStartWith(command.argv, cmd)) return false;
  if (Array.isArray(flags) && !hasFlag(command.argv, flags, { shortened: true })) return false;
  if (flags === "known" && findings.some((finding) => finding.ruleId === "option.unknown")) return false;
  if (risk !== undefined && !findings.some((finding) => risk.includes(finding.risk))) return false;
  return path === undefined || mayUsePath(path, judged, context);
}

/** Whether an allow rule covers everything the command does. Nothing unknown, no redirect without a path of its own. */
export function allows(rule: Rule, { command, findings }: JudgedCommand, context: PolicyContext): boolean {
  const { cmd, flags, options, ends, folder, operands, risk, path } = rule.when;
  // A file tool has no words that a rule could have meant.
  if (cmd === undefined || command.isTool === true || !startsWith(command.argv, cmd)) return false;
  if (rule.scope === "project" && projectCondition(rule, command, context) === null) return false;
  // What it is fed may be commands for it, or answers to its questions, which nobody has seen.
  if (command.isFed === true) return false;
  // A word that only the run decides may turn out to be the option that nobody would have allowed.
  if (command.argv.includes(null)) return false;
  // So may a name that a pattern matches; and in the beginning it is another command.
  const open = command.open ?? [];
  if (open.some(({ at, as }) => as === "any" || at < cmd.length)) return false;
  if (ends === true && command.argv.length > cmd.length) return false;
  if (folder !== undefined && !runsIn(command, folder, context)) return false;
  const free = options === undefined ? command.argv.slice(cmd.length) : wordsBesides(options, command, cmd.length);
  if (free === null) return false;
  if (operands === "inside" && !free.every((word) => word !== null && isPlainInput(word))) return false;
  if (flags === "known" && findings.some((finding) => finding.ruleId === "option.unknown")) return false;
  if (Array.isArray(flags) && !hasFlag(command.argv, flags, { shortened: false })) return false;
  if (risk !== undefined && !findings.every((finding) => risk.includes(finding.risk))) return false;
  if (path !== undefined) {
    const paths = findings.flatMap((finding) => (finding.target?.kind === "path" ? [finding.target] : []));
    if (!paths.every((each) => !each.dynamic && path.some((glob) => matchesGlob(each.value, glob)))) return false;
  }
  return path !== undefined || !findings.some((finding) => finding["redirect"] === true);
}

/** Whether it is certain that it runs in one of these folders. */
function runsIn({ cwd, via, isAdrift }: AssessedCommand, folders: readonly string[], context: PolicyContext): boolean {
  if (isAdrift === true) return false;
  // A wrapper may lead elsewhere: `env -C`, `sudo -D`, `ssh`.
  if (cwd === null || cwd.pattern !== undefined || cwd.from !== "here" || via.length > 0) return false;
  const start = context.cwd ?? "";
  const at = cwd.path === "" || cwd.path === "." ? start : cwd.path;
  return at.startsWith("/") && folders.some((glob) => matchesGlob(at, glob));
}

/**
 * A name below the folder: nothing absolute, no way up, no home, no address, no value that may be one of these. And
 * none of a file that acts by itself: a tool that is given it may write it.
 */
function isPlainInput(word: string): boolean {
  if (/^--?[\w-]+$/.test(word)) return true;
  // Some of these letters are a pattern or a list in one shell or another.
  if (/^[/~\\]|(?:^|[/=:])\.\.(?:\/|$)|[:=^#~{}()|<>]|^@/.test(word)) return false;
  // `./...` is every package of go.
  const path = normalise(word).replace(/^\.\/?$|(?:^|\/)\.\.\.$/, "");
  return path === "" || (actsUnattended(path) === null && !isToolSetting(path));
}

/** Options whose value is a text that leads nowhere, for rules of these commands. */
const textOptions: Readonly<Record<string, readonly string[]>> = { "git commit": ["-m", "--message"] };

export const isTextOption = (command: string, option: string): boolean =>
  textOptions[command]?.includes(option) === true;

/** The words behind the command that no option of the rule covers; null where there is another option. */
function wordsBesides(
  options: readonly RuleOption[],
  { argv, open = [] }: AssessedCommand,
  from: number,
): (string | null)[] | null {
  const command = argv.slice(0, from).join(" ");
  const free: (string | null)[] = [];
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (!word.startsWith("-")) {
      if (at >= from) free.push(word);
      continue;
    }
    const next = argv[at + 1];
    const value = next === undefined || next?.startsWith("-") ? "" : next;
    const isPair = options.some((each) => typeof each !== "string" && each[0] === word && each[1] === value);
    if (!isPair && !options.includes(optionName(word))) return null;
    // The value of `--name=value` is looked at as well.
    if (!isPair && at >= from) free.push(word);
    const takesNext = isPair ? value !== "" : isTextOption(command, word);
    // Of several names only the first would be the value.
    if (takesNext && open.some((each) => each.at === at + 1)) return null;
    if (takesNext) at++;
  }
  return free;
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
function mayStartWith(argv: readonly (string | null)[], cmd: readonly (readonly string[])[]): boolean {
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
      if (word === null || isOneOf(word, words)) next.add(place + 1);
      // Places are visited in the order in which they are added, so those behind further options are as well.
      if (word?.startsWith("-")) places = places.add(place + 1).add(place + 2);
    }
    places = next;
  }
  return places.size > 0;
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
