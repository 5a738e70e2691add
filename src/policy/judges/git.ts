import { type Arg, hole, isDynamic, literal, plainArg, readable } from "../arg.ts";
import { bringsTo } from "../brought.ts";
import { unlessBelowTop, unlessRepositoryRuns } from "../conditions.ts";
import { holdsSecrets, judgedPath, mayWriteUnattended, readsFile } from "../file-access.ts";
import { type Flow, someFlow } from "../flow.ts";
import { ask, danger, type Job } from "../job.ts";
import { findSub, judgeSpec } from "../judge-spec.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { git as gitTable } from "../table/git.ts";
import { writesLanding } from "./files.ts";
import { gitConfig, runsProgram, setting } from "./git-config.ts";
import { given, listsNames } from "./git-names.ts";
import { printsNamed } from "./git-secrets.ts";
import type { Judges } from "./judge.ts";
import { meansHarm } from "./meaning.ts";
import { fromStranger } from "./stranger.ts";

const keepWork = "Save the work first: git stash, or a commit on a branch.";

/** A name that find or a list hands over may be any folder. */
const folderText = (folder: Arg): string => (folder.names === true ? hole.variable : folder.text);

function git(outer: Job): Flow {
  const parsed = parseArgs(outer.args, optionTable(gitTable), { stopAtOperand: true });
  const folders = parsed.options.flatMap(({ name, value }) =>
    name === "-C" && value !== null ? [folderText(value)] : [],
  );
  // Whatever it is given is looked up where -C leads.
  const job: Job = { ...outer, shell: { ...outer.shell, cwd: folders.reduce(inside, outer.shell.cwd) } };
  for (const option of parsed.options) {
    const value = option.value?.text ?? "";
    if (option.name === "-c" || option.name === "--config-env") setting(job, value, option.arg);
    else if (option.name === "--exec-path" && option.value !== null) runsProgram(job, "--exec-path", option.arg);
    else if (/^(?:--git-dir|--work-tree|-C|--namespace|--super-prefix|--bare)$/.test(option.name))
      otherRepository(outer, option.name, option.value);
    else if (option.known === null)
      ask(job, "opaque", "option.unknown", `It is not known what the option ${option.name} of git does.`, {
        span: option.arg.span,
      });
  }
  unlessRepositoryRuns(job);
  const [sub, ...args] = parsed.operands;
  if (sub === undefined) return someFlow;
  const name = literal(sub);
  if (name === null) {
    danger(job, "opaque", "command.dynamic", "Which git command runs is only known at run time.", "Write it out.");
    return someFlow;
  }
  for (const arg of args) {
    const path = { ...arg, text: arg.text.replace(/^(?:--[\w-]+=|-[fF](?=[/~\ufdd3]))/u, "") };
    const judged = judgedPath(path.text, job);
    if (holdsSecrets(path.text, job) && !judged.isOwn) readsFile(job, path);
  }
  if (destroys(job, name, args)) return someFlow;
  if (runsSomething(job, name, args)) return someFlow;
  printsNamed(job, name, args);
  // Beside a repository, and with --no-index, these read whatever files they are given.
  if (name === "grep" || hasOption(args, "--no-index"))
    for (const place of [plainArg(".", job.span), ...operandsOf(args)]) readsFile(job, place);
  if (name === "grep" && operandsOf(args).some(({ text }) => text.startsWith(":")))
    ask(job, "read", "private.found", "Looks through the whole repository, and not only what is in this folder.");
  if (name === "diff")
    for (const place of operandsOf(args)) if (judgedPath(place.text, job).kind === "secret") readsFile(job, place);
  // `git tag -l PATTERN` lists; without -l the same word would be a new tag.
  const options = gitTable.subs?.[name]?.options ?? "";
  if (/^(?:tag|branch)$/.test(name) && given(args, options, listsRefs)) {
    return judgeSpec(job, { effect: "read", options }, args, ["git", name]);
  }
  if (asksNobody(name, args)) return someFlow;
  const spec = findSub(gitTable, name);
  if (spec === undefined) {
    if (meansHarm(job, { words: [name, ...operandsOf(args).map((arg) => arg.text)].slice(0, 3) })) return someFlow;
    // An alias of the repository's configuration can be any command.
    ask(job, "opaque", "git.unknown", `It is not known what git ${name} does; it may be an alias.`);
    return someFlow;
  }
  if (name === "mv") movesFiles(job, operandsOf(args));
  if (/^(?:clone|submodule|worktree|bundle|init)$/.test(name))
    for (const operand of operandsOf(args)) if (!/^[^/]*:/.test(operand.text)) mayWriteUnattended(job, operand);
  const flow = judgeSpec(job, spec, args, ["git", name]);
  // These are names in the top folder, wherever the line is.
  if (name === "diff" && !hasOption(args, "--relative") && listsNames(name, args)) unlessBelowTop(job);
  // Names of another folder are other files here.
  return { ...flow, names: folders.length === 0 && listsNames(name, args) };
}

const listsRefs = /^(?:-l|--list|--contains|--merged|--no-merged|--points-at)$/;

/** What git knows of a remote without asking it: `git remote show -n origin`, `git ls-remote --get-url`. */
function asksNobody(name: string, args: readonly Arg[]): boolean {
  const [first, ...rest] = args.map((arg) => arg.text);
  if (args.some((arg) => literal(arg) === null)) return false;
  const isName = (word: string) => /^[\w./-]+$/.test(word) && !word.startsWith("-");
  if (name === "remote" && first === "show") return rest[0] === "-n" && rest.slice(1).every(isName);
  return name === "ls-remote" && first === "--get-url" && rest.every(isName);
}

const inside = (folder: string, next: string): string =>
  folder === "" || /^[/\ufdd3]/u.test(next) ? next : `${folder}/${next}`;

/** `git mv` puts a file in the place of another one, as mv does. */
function movesFiles(job: Job, operands: readonly Arg[]): undefined {
  const destination = operands.at(-1);
  if (destination === undefined) return;
  for (const source of operands.slice(0, -1)) writesLanding(job, source, destination, someFlow);
}

/** Reading another repository runs that repository's helpers; only places of one's own are as safe as here. */
function otherRepository(job: Job, name: string, value: Arg | null): undefined {
  if (name !== "-C" || value === null) return ask(job, "opaque", "git.other", `Chooses the repository by ${name}.`);
  const { kind, path } = judgedPath(value.text, job);
  const isForeign = kind === "tmp" || /^\/(?:var\/)?tmp\//.test(path);
  if (isForeign || isDynamic(value))
    ask(
      job,
      "opaque",
      "git.other",
      `Works on another repository (${name} ${readable(value.text)}), whose settings can run programs.`,
    );
}

const forced = (args: readonly Arg[]) => args.some((arg) => /^-[a-zA-Z]*f|^--for(?:c|ce)?$/.test(arg.text));

/** An address of no known forge, given here or as a remote that this very line adds. */
function pushesToStranger(job: Job, remote: Arg): boolean {
  if (fromStranger(remote.text)) return true;
  return job.run.commands.some(
    ({ argv }) =>
      argv[0] === "git" &&
      /^(?:remote add|remote set-url)$/.test(`${argv[1]} ${argv[2]}`) &&
      argv.includes(remote.text) &&
      fromStranger(argv.at(-1) ?? ""),
  );
}

/** A clone of a stranger's repository: what runs from there was fetched. */
function remembersClone(job: Job, args: readonly Arg[]): undefined {
  const [from, to] = operandsOf(args);
  if (from === undefined || !fromStranger(from.text)) return;
  const folder =
    to?.text ??
    from.text
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .split(/[/:]/)
      .at(-1) ??
    "";
  bringsTo(job, folder);
}

/** Commands after which uncommitted work or shared history is gone. */
function destroys(job: Job, name: string, args: readonly Arg[]): boolean {
  const operands = operandsOf(args);
  const say = (ruleId: string, text: string, safer = keepWork): true => {
    danger(job, ruleId.startsWith("exfil") ? "exfil" : "destructive", ruleId, text, safer);
    return true;
  };
  switch (name) {
    case "reset":
      return (
        (hasOption(args, "--hard") || hasOption(args, "--merge")) &&
        say("git.reset-hard", "Throws away all uncommitted changes.")
      );
    case "clean":
      return (
        (hasOption(args, "-f", "--force") || !given(args, "-ndqxX -e= --dry-run --exclude=", /^(?:-n|--dry-run)$/)) &&
        say("git.clean", "Deletes every file that git does not track.", "Look first: git clean -n")
      );
    case "checkout-index":
      return (
        hasOption(args, "-f", "--force") &&
        say("git.overwrites", "Overwrites files of the working directory, uncommitted work included.")
      );
    case "push":
      if (forced(args) || hasOption(args, "--mirror") || operands.some((arg) => arg.text.startsWith("+")))
        return say(
          "git.push-force",
          "Overwrites the history that others share.",
          "Use --force-with-lease, on a branch of your own.",
        );
      if (pushesToStranger(job, operands[0] ?? plainArg("origin", job.span)))
        return say(
          "exfil.push",
          `Sends the whole history to ${readable(operands[0]?.text ?? "")}, which is no known forge.`,
          "Push to a remote that the repository already has.",
        );
      if (hasOption(args, "-d", "--delete", "--prune") || operands.some((arg) => /^:[^/]/.test(arg.text)))
        return say(
          "git.push-delete",
          "Deletes a branch or tag that others share.",
          "Let a person delete shared branches.",
        );
      return false;
    case "checkout":
    case "restore": {
      const isStaged =
        name === "restore" && given(args, "-SWqp -s=", /^(?:-S|--staged)$/) && !hasOption(args, "-W", "--worktree");
      const everything = operands.some(
        (arg) =>
          ["here", "root", "home", "dynamic", "collapses"].includes(judgedPath(arg.text, job).kind) ||
          /^:\/?$|^:\(top\)/.test(arg.text),
      );
      const isForced = hasOption(args, "-f", "--force") && name === "checkout";
      return !isStaged && (everything || isForced) && say("git.discard", "Throws away uncommitted changes.");
    }
    case "switch":
      return (
        hasOption(args, "-f", "--force", "--discard-changes") && say("git.discard", "Throws away uncommitted changes.")
      );
    case "stash":
      return (
        /^(?:drop|clear)$/.test(operands[0]?.text ?? "") &&
        say("git.stash-drop", "Deletes stashed work.", "Apply it, or make a branch of it: git stash branch NAME")
      );
    case "branch":
      return (
        (hasOption(args, "-D") || (hasOption(args, "-d", "--delete") && hasOption(args, "-f", "--force"))) &&
        say(
          "git.branch-delete",
          "Deletes a branch whether or not its work is merged.",
          "Use -d, which refuses to lose work.",
        )
      );
    case "reflog":
      return (
        /^(?:expire|delete|drop)$/.test(operands[0]?.text ?? "") &&
        say("git.reflog", "Deletes the record that lost work is recovered from.")
      );
    case "gc":
    case "prune":
      return (
        (name === "prune" ||
          hasOption(args, "--prune", "--aggressive-prune") ||
          args.some((arg) => arg.text.startsWith("--prune"))) &&
        say("git.prune", "Deletes objects that lost work is recovered from.")
      );
    case "filter-branch":
    case "filter-repo":
    case "replace":
      return say("git.rewrite", "Rewrites the whole history.");
    case "update-ref":
    case "symbolic-ref":
      return (
        (hasOption(args, "-d", "--delete") || hasOption(args, "--stdin")) &&
        say("git.ref-delete", "Deletes a reference, and with it maybe the only way to its commits.")
      );
    case "worktree":
      return (
        operands[0]?.text === "remove" &&
        hasOption(args, "-f", "--force") &&
        say("git.worktree", "Removes a working tree with its uncommitted changes.")
      );
    case "rm":
      return (
        hasOption(args, "-r", "-f") &&
        operands.some((arg) => judgedPath(arg.text, job).kind === "here") &&
        !hasOption(args, "--cached") &&
        say("git.rm", "Deletes all files of the repository.")
      );
    case "read-tree":
      return hasOption(args, "--reset", "-u") && say("git.discard", "Throws away uncommitted changes.");
    case "submodule":
      return (
        operands[0]?.text === "deinit" &&
        hasOption(args, "-f", "--force", "--all") &&
        say("git.submodule", "Removes submodules with their changes.")
      );
    case "tag":
      return (
        hasOption(args, "-d", "--delete") &&
        operands.some((arg) => isDynamic(arg)) &&
        say("git.tag-delete", "Deletes tags that are only chosen at run time.", "Name the tag.")
      );
    default:
      return false;
  }
}

/** Ways to make git start a program that is named in its arguments. */
function runsSomething(job: Job, name: string, args: readonly Arg[]): boolean {
  const operands = operandsOf(args);
  const [first] = operands;
  const remote = operands.find((arg) => /^(?:ext|fd|[\w-]+)::/.test(arg.text) || /^-/.test(arg.text));
  if (remote !== undefined && /^(?:clone|fetch|pull|push|ls-remote|remote|submodule|archive)$/.test(name)) {
    runsProgram(job, readable(remote.text), remote);
    return true;
  }
  const transport = args.find((arg) => /(?:^|=)(?:ext|fd)::/.test(arg.text));
  if (transport !== undefined) {
    runsProgram(job, readable(transport.text), transport);
    return true;
  }
  if (name === "clone") {
    remembersClone(job, args);
    if (args.some((arg) => /^-[a-zA-Z]*u/.test(arg.text))) runsProgram(job, "git clone -u");
    args.forEach((arg, index) => {
      const value = /^(?:-c|--config)$/.test(arg.text) ? args[index + 1]?.text : /^--config=(.*)$/.exec(arg.text)?.[1];
      if (value !== undefined) setting(job, value, arg);
    });
  }
  const hook = args.find((arg) =>
    /^(?:--upload-pack|--receive-pack|--exec|--open-files-in-pager|--ext-diff|--textconv|--extcmd|--template|--tree-filter|--upload-archive|--unsafe-paths|--smtp-server|--to-cmd|--cc-cmd)(?:=|$)/.test(
      abbreviation(arg.text),
    ),
  );
  const isHarmless = hook !== undefined && /^--textconv$|^--ext-diff$/.test(hook.text);
  if (hook !== undefined && !isHarmless) {
    runsProgram(job, readable(hook.text), hook);
    return true;
  }
  switch (name) {
    case "config":
      return gitConfig(job, args);
    case "grep":
      if (args.some((arg) => /^-[a-zA-Z]*O/.test(arg.text))) {
        runsProgram(job, "git grep -O");
        return true;
      }
      return false;
    case "rebase":
      if (hasOption(args, "-x", "--exec")) {
        runsProgram(job, "git rebase --exec");
        return true;
      }
      return false;
    case "bisect":
      if (first?.text === "run") {
        const command = args.slice(args.indexOf(first) + 1);
        if (command.length > 0) job.run.runArgv(command, job, { via: "git bisect run" });
        ask(job, "opaque", "git.bisect", "Runs a command on many commits.");
        return true;
      }
      return false;
    case "submodule":
      if (first?.text === "foreach") {
        runsProgram(job, "git submodule foreach");
        return true;
      }
      return false;
    case "difftool":
    case "mergetool":
    case "instaweb":
    case "send-email":
    case "daemon":
    case "http-backend":
    case "upload-pack":
    case "receive-pack":
    case "shell":
    case "credential":
    case "fast-import":
      danger(
        job,
        "opaque",
        "git.runs-code",
        `git ${name} starts other programs, or hands out credentials.`,
        "Use plain git commands.",
      );
      return true;
    default:
      return false;
  }
}

/** Long options of git may be shortened. The ones that run something are recognised in every length. */
function abbreviation(text: string): string {
  const [name = ""] = text.split("=");
  if (!name.startsWith("--") || name.length < 5) return text;
  const full = [
    "--upload-pack",
    "--receive-pack",
    "--exec",
    "--open-files-in-pager",
    "--extcmd",
    "--template",
    "--tree-filter",
  ].find((option) => option.startsWith(name));
  return full === undefined ? text : full + text.slice(name.length);
}

export const gitJudges: Judges = { git };
