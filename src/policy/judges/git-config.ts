import { type Arg, isDynamic, readable } from "../arg.ts";
import { ask, danger, type Job } from "../job.ts";
import { hasOption } from "../options.ts";

/** Settings through which git runs a program, or sends what it does somewhere else. */
const runningSettings =
  /^(?:core\.(?:pager|editor|sshcommand|hookspath|fsmonitor|askpass|gitproxy|attributesfile|worktree|alternaterefscommand)|alias\..*|pager\..*|sequence\.editor|diff\.(?:external|.*\.(?:command|textconv))|difftool\..*|mergetool\..*|merge\..*\.driver|filter\..*|credential\..*|gpg\..*program|gpg\.program|ssh\.variant|remote\..*\.(?:uploadpack|receivepack|proxy|vcs|url|pushurl)|url\..*|http\..*proxy|http\.sslverify|http\.extraheader|protocol\..*|include.*\.path|init\.templatedir|browser\..*|web\.browser|instaweb\..*|man\..*|sendemail\..*|submodule\..*\.update|uploadpack\..*|receive\..*|transfer\..*|imap\..*|trailer\..*|interactive\.difffilter|safe\.directory|maintenance\..*|rebase\.instructionformat|column\..*exec|notes\..*exec)$/i;

/** A setting for one command: `git -c KEY=VALUE …`. */
export function setting(job: Job, key: string, at: Arg): undefined {
  if (runningSettings.test(key) || isDynamic(at)) runsProgram(job, key, at);
  else if (
    !/^(?:color\..*|core\.(?:quotepath|abbrev)|log\..*|diff\.(?:renames|context|noprefix|mnemonicprefix|algorithm)|status\..*|user\..*|column\.ui|advice\..*|init\.defaultbranch|commit\.gpgsign|tag\.gpgsign|grep\..*)$/i.test(
      key,
    )
  ) {
    ask(job, "opaque", "git.setting", `Sets ${key} for this git command.`, { span: at.span });
  }
}

export function runsProgram(job: Job, what: string, at?: Arg): undefined {
  danger(
    job,
    "opaque",
    "git.runs-code",
    `${what} makes git run a program, or send data somewhere else.`,
    `Run git without ${what}.`,
    at === undefined ? {} : { span: at.span },
  );
}

/** Editors by their plain names: what people set once, and what only opens a file. */
const editors = /^(?:vi|vim|nvim|nano|emacs|micro|hx|code --wait|subl -w)$/;

/** `git config`: reading, or changing what later commands of git do. */
export function gitConfig(job: Job, args: readonly Arg[], operands: readonly Arg[]): boolean {
  const words = operands.filter(
    (arg) =>
      !/^(?:get|set|list|unset|get-all|edit|rename-section|remove-section)$/.test(arg.text) ||
      operands.indexOf(arg) > 0,
  );
  const verb = operands.find(
    (arg, index) => index === 0 && /^(?:get|set|list|unset|edit|remove-section|rename-section)$/.test(arg.text),
  )?.text;
  const reads =
    hasOption(args, "-l", "--list", "--get", "--get-all", "--get-regexp", "--show-origin", "--get-urlmatch") ||
    verb === "get" ||
    verb === "list" ||
    (words.length === 1 &&
      verb === undefined &&
      !hasOption(args, "--unset", "--unset-all", "-e", "--edit", "--remove-section"));
  if (reads) {
    if (words.some((arg) => /token|passw|extraheader/i.test(arg.text)))
      danger(
        job,
        "exfil",
        "secret.read",
        "Prints a credential from git's settings; it would go to the model and the log.",
        "Leave secrets where they are.",
      );
    else if (words.some((arg) => /credential/i.test(arg.text)))
      ask(job, "read", "private.credentials", "Prints settings that may hold credentials.");
    return true;
  }
  const [key, value] = words;
  const isEditor = /^core\.editor$/i.test(key?.text ?? "") && editors.test(value?.text ?? "");
  if (key !== undefined && !isEditor && (runningSettings.test(key.text) || isDynamic(key)))
    runsProgram(job, readable(key.text), key);
  else ask(job, "write", "git.config", `Changes the git setting ${readable(key?.text ?? "")}.`);
  return true;
}
