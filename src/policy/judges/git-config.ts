import { type Arg, hole, isDynamic, readable } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import { readsFile } from "../file-access.ts";
import type { Job } from "../job.ts";
import { type FoundOption, parseArgs } from "../options.ts";
import { configModes, configReadOptions, configVerbOptions } from "../programs/git-options.ts";
import { isHarmlessSetting, namesShownFile } from "../repository-settings.ts";
import { optionTable } from "../spec.ts";
import { anyWord } from "../word-lists.ts";

/** Settings through which git runs a program, or sends what it does somewhere else. */
const runningSettings =
  anyWord(`core.pager core.editor core.sshcommand core.hookspath core.fsmonitor core.askpass core.gitproxy
  core.attributesfile core.worktree core.alternaterefscommand alias.* pager.* sequence.editor diff.external diff.*.command
  diff.*.textconv difftool.* mergetool.* merge.*.driver filter.* credential.* gpg.*program ssh.variant remote.*.uploadpack
  remote.*.receivepack remote.*.proxy remote.*.vcs remote.*.url remote.*.pushurl url.* http.*proxy http.sslverify
  http.extraheader protocol.* include*.path init.templatedir browser.* web.browser instaweb.* man.* sendemail.*
  submodule.*.update uploadpack.* receive.* transfer.* imap.* trailer.* interactive.difffilter safe.directory maintenance.*
  rebase.instructionformat column.*exec notes.*exec`);

/**
 * What only changes how something is shown. Others are harmless where a repository has them and not where a command brings
 * them: `core.sharedRepository` decides who may write the index that a look refreshes.
 */
const changesShown =
  /^(?:(?:color|column|advice|log|status|diff|grep|blame|format|pretty|versionsort|pager|i18n)\..*|(?:branch|tag)\.sort|core\.(?:pager|fsmonitor|quotepath|abbrev|whitespace|commentchar|precomposeunicode|ignorecase))$/;

/** A setting for one command: `git -c KEY=VALUE …`. */
export function setting(job: Job, text: string, at: Arg): undefined {
  const equals = text.indexOf("=");
  const key = equals === -1 ? text : text.slice(0, equals);
  const value = equals === -1 ? "true" : text.slice(equals + 1);
  const given = { key: key.toLowerCase(), value };
  const isHarmless =
    !isDynamic({ ...at, text }) && !namesShownFile(given) && isHarmlessSetting(given) && changesShown.test(given.key);
  // What only switches a program off is the opposite of running it: `git -c core.fsmonitor=false status`.
  if (isHarmless && /^(?:core\.(?:pager|fsmonitor)|pager\.[\w-]+)$/i.test(key)) return;
  if (runningSettings.test(key) || isDynamic(at)) runsProgram(job, key, at);
  else if (namesShownFile(given)) showsLines(job, given.key, { ...at, text: value });
  else if (!isHarmless) tell(job, "starts", "git.setting", `Sets ${readable(key)} for this git command.`, { at });
}

/** Git shows the line of such a file that it does not understand: the first one of any other file. */
function showsLines(job: Job, key: string, file: Arg): undefined {
  readsFile(job, { ...file, text: file.text.replace(/^~(?=\/)/, hole.home) });
  const say = `Makes git read a file, and show what it does not understand there (${key}).`;
  tell(job, "shows", "git.setting", say, { at: file });
}

export const runsProgram = (job: Job, what: string, at?: Arg): undefined =>
  tell(job, "runs-unread", "git.runs-code", `${what} makes git run a program, or send data somewhere else.`, {
    safer: `Run git without ${what}.`,
    at,
  });

/** Editors by their plain names: what people set once, and what only opens a file. */
const editors = /^(?:vi|vim|nvim|nano|emacs|micro|hx|code --wait|subl -w)$/;

const configOptions = optionTable({ options: `${configReadOptions} ${configVerbOptions} -z --null` });
const verbs = anyWord("get set list unset edit rename-section remove-section");

/** Settings that hold no credential, or in an address that shows it: their values are printed without a name beside them. */
const plainSettings =
  /^(?:user|author|committer|core|init|color|column|branch|remote|url|fetch|pull|push|merge|mergetool|rebase|rerere|diff|difftool|log|status|tag|commit|gpg|alias|advice|format|grep|blame|help|i18n|stash|submodule|worktree|gc|pack|index|feature|maintenance|safe|protocol|transfer|receive|lfs|http\.(?:proxy|sslverify|version|postbuffer)|https\.proxy)(?:\.|$)/i;

/** Whether names stand beside the values: `--list`, `--get-regexp`. */
const hasNames = (options: readonly FoundOption[], verb: string | undefined): boolean =>
  verb === "list" || options.some(({ name }) => /^(?:-l|--list|--get-regexp)$/.test(name));

/** `git config`: what it prints, or what it changes for later commands of git. */
export function gitConfig(job: Job, args: readonly Arg[]): undefined {
  const { options, operands, uncertain } = parseArgs(args, configOptions);
  const verb = verbs.test(operands[0]?.text ?? "") ? operands[0]?.text : undefined;
  const words = verb === undefined ? operands : operands.slice(1);
  const [key, value] = words;
  const isMode = options.some(({ name }) => configModes.includes(name));
  const isKnown = uncertain.length === 0 && options.every(({ known }) => known !== null);
  // Whether it only reads is proved by its form; here is what it prints.
  if (isKnown && (verb === "get" || verb === "list" || (verb === undefined && (isMode || words.length === 1)))) {
    if (words.some((arg) => /token|passw|pass$|secret|extraheader/i.test(arg.text)))
      tell(
        job,
        "exposes",
        "secret.read",
        "Prints a credential from git's settings; it would go to the model and the log.",
      );
    // `--get-urlmatch SECTION URL` prints all that the section says of the address.
    else if (words.some((arg) => /credential|^(?:http|sendemail|imap)$/i.test(arg.text)))
      tell(job, "shows", "private.credentials", "Prints settings that may hold credentials.");
    else if (!hasNames(options, verb) && words.some((arg) => !plainSettings.test(arg.text)))
      tell(
        job,
        "shows",
        "private.credentials",
        `Prints the value of ${readable(key?.text ?? "")} without its name; if it is a credential, nothing would hide it.`,
        { safer: "List the settings with their names: git config --list" },
      );
    else if (options.some(({ name }) => name === "-z" || name === "--null"))
      tell(
        job,
        "shows",
        "private.credentials",
        "Prints settings with nothing between a name and its value, so that credentials among them cannot be hidden.",
      );
    return;
  }
  const isEditor = /^core\.editor$/i.test(key?.text ?? "") && editors.test(value?.text ?? "");
  if (key !== undefined && !isEditor && (runningSettings.test(key.text) || isDynamic(key)))
    runsProgram(job, readable(key.text), key);
  else tell(job, "writes", "git.config", `Changes the git setting ${readable(key?.text ?? "")}.`);
}
