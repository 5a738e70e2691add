import {
  type Arg,
  type Flow,
  hole,
  isDynamic,
  literal,
  placedIn,
  placeOf,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { unlessBelowTop, unlessRepositoryRuns } from "../conditions.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { tell } from "../effects/tell.ts";
import { markFetched } from "../fetched-files.ts";
import { holdsSecrets, judgedPath, mayWriteUnattended, readsFile } from "../file-access.ts";
import type { Job } from "../job.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { writesLanding } from "./files.ts";
import { gitConfig, runsProgram, setting } from "./git-config.ts";
import { listsNames } from "./git-names.ts";
import { printsNamed } from "./git-secrets.ts";
import { type Judges, withHabits } from "./judge.ts";
import { isUntrustedSource } from "./untrusted-source.ts";

/** What may stand in front of the sub-command. */
const leadOptions = optionTable({
  options:
    "-pPvh -c= -C= --git-dir= --work-tree= --namespace= --super-prefix= --exec-path[=] --config-env= --attr-source=",
});

/** A name that find or a list hands over may be any folder. */
const folderText = (folder: Arg): string => (folder.names === true ? hole.variable : folder.text);

/** What the rows of git cannot say: where it works, what its settings do, and which files a sub-command reads or writes. */
function git(outer: Job): Flow {
  const { options, operands } = parseArgs(outer.args, leadOptions, { stopAtOperand: true });
  const folders = options.flatMap(({ name, value }) => (name === "-C" && value !== null ? [folderText(value)] : []));
  // Whatever it is given is looked up where -C leads.
  const job: Job = { ...outer, shell: folders.reduce(placedIn, outer.shell) };
  judgeLeadOptions(outer, job, options);
  unlessRepositoryRuns(job);
  const [sub, ...args] = operands;
  if (sub === undefined) return someFlow;
  const name = literal(sub);
  if (name === null) {
    tell(job, "runs-unread", "command.dynamic", "Which git command runs is only known at run time.");
    return someFlow;
  }
  const before = job.run.findings.length;
  namesSecretFiles(job, args);
  if (name === "config") return gitConfig(job, args) ?? someFlow;
  if (name === "clone") clones(job, args);
  if (name === "bisect" && args[0]?.text === "run") job.run.runArgv(args.slice(1), job, { via: "git bisect run" });
  if (name === "push") pushesToAdded(job, args);
  judgeByRows(job);
  if (job.run.findings.slice(before).some(({ level }) => level === "danger")) return someFlow;
  readsFiles(job, name, args);
  writesFiles(job, name, args);
  // These are names in the top folder, wherever the line is.
  if (name === "diff" && !hasOption(args, "--relative") && listsNames(name, args)) unlessBelowTop(job);
  // Names of another folder are other files here.
  const names = folders.length === 0 && listsNames(name, args) ? placeOf(job.shell) : null;
  return { ...someFlow, names, whole: name === "archive" || name === "bundle", fetched: asksOthers.test(name) };
}

const asksOthers = /^(?:ls-remote|fetch|pull|clone|push)$/;

function judgeLeadOptions(outer: Job, job: Job, options: ReturnType<typeof parseArgs>["options"]): undefined {
  for (const { name, value, arg } of options) {
    if (name === "-c" || name === "--config-env") setting(job, value?.text ?? "", arg);
    else if (name === "--exec-path" && value !== null) runsProgram(job, "--exec-path", arg);
    else if (/^(?:--git-dir|--work-tree|-C|--namespace|--super-prefix|--bare)$/.test(name))
      otherRepository(outer, name, value);
  }
}

function namesSecretFiles(job: Job, args: readonly Arg[]): undefined {
  for (const arg of args) {
    const path = { ...arg, text: arg.text.replace(/^(?:--[\w-]+=|-[fF](?=[/~\ufdd3]))/u, "") };
    if (holdsSecrets(path.text, job) && !judgedPath(path.text, job).isOwn) readsFile(job, path);
  }
}

function readsFiles(job: Job, name: string, args: readonly Arg[]): undefined {
  printsNamed(job, name, args);
  // Beside a repository, and with --no-index, these read whatever files they are given.
  if (name === "grep" || hasOption(args, "--no-index") || (name === "diff" && operandsOf(args).some(leadsOut)))
    for (const place of [plainArg(".", job.span), ...operandsOf(args)])
      if (holdsSecrets(place.text, job) || judgedPath(place.text, job).kind !== "secret") readsFile(job, place);
  if (name === "grep" && operandsOf(args).some(({ text }) => text.startsWith(":")))
    tell(job, "shows", "private.found", "Looks through the whole repository, and not only what is in this folder.");
  if (name === "diff") for (const place of operandsOf(args)) if (holdsSecrets(place.text, job)) readsFile(job, place);
}

/** git then compares files wherever they are, as with --no-index. */
const leadsOut = ({ text }: Arg): boolean => /^[/\ufdd3~]|^-$|(?:^|\/)\.\.(?:\/|$)/u.test(text);

function writesFiles(job: Job, name: string, args: readonly Arg[]): undefined {
  if (name === "mv") movesFiles(job, operandsOf(args));
  if (/^(?:clone|submodule|worktree|bundle|init)$/.test(name))
    for (const operand of operandsOf(args)) if (!/^[^/]*:/.test(operand.text)) mayWriteUnattended(job, operand);
}

/** `git mv` puts a file in the place of another one, as mv does. */
function movesFiles(job: Job, operands: readonly Arg[]): undefined {
  const destination = operands.at(-1);
  if (destination === undefined) return;
  for (const source of operands.slice(0, -1)) writesLanding(job, source, destination, someFlow);
}

/** Reading another repository runs that repository's helpers; only places of one's own are as safe as here. */
function otherRepository(job: Job, name: string, value: Arg | null): undefined {
  const chosen = value === null ? null : judgedPath(value.text, job);
  const isForeign = chosen?.kind === "tmp" || /^\/(?:var\/)?tmp\//.test(chosen?.path ?? "");
  if (name === "-C" && value !== null && !isForeign && !isDynamic(value)) return;
  const say = `Works on another repository (${name} ${readable(value?.text ?? "")}), whose settings can run programs.`;
  tell(job, "starts", "git.other", say);
}

/** A remote that this very line adds, at an address of no known forge. */
function pushesToAdded(job: Job, args: readonly Arg[]): undefined {
  const remote = operandsOf(args)[0]?.text ?? "origin";
  const added = job.run.commands.find(
    ({ argv: [program, sub, act, ...words] }) =>
      program === "git" &&
      sub === "remote" &&
      /^(?:add|set-url)$/.test(act ?? "") &&
      words.includes(remote) &&
      isUntrustedSource(words.at(-1) ?? ""),
  );
  if (added === undefined) return;
  const say = `Sends the whole history to ${added.argv.at(-1)}, which is no known forge.`;
  tell(job, "sends", "exfil.push", say, { safer: "Push to a remote that the repository already had." });
}

/** Settings for the clone, and that what runs from a stranger's repository was fetched. */
function clones(job: Job, args: readonly Arg[]): undefined {
  args.forEach((arg, at) => {
    const value = /^(?:-c|--config)$/.test(arg.text) ? args[at + 1]?.text : /^--config=(.*)$/.exec(arg.text)?.[1];
    if (value !== undefined) setting(job, value, arg);
  });
  const [from, to] = operandsOf(args);
  if (from === undefined || !isUntrustedSource(from.text)) return;
  const name = from.text.replace(/\/+$|(?:\.git)?\/*$/, "").split(/[/:]/);
  markFetched(job, to?.text ?? name.at(-1) ?? "");
}

export const gitJudges: Judges = withHabits({ findsOutputs: true }, { git });
