import { type Arg, literal } from "../../shell/index.ts";
import { danger, type Job } from "../job.ts";

const gone =
  /^(?:.*[:._-])?(?:delete\w*|del(?:all|zone|princ|node|user|group|host|db|org)|rm(?:user|group|pool)|destroy|destroyall|purge|wipe|erase|drop|dropdb|truncate|terminate|nuke|obliterate|shred|decommission|uninstall-all|prune-all|factory-?reset|flushall|flushdb|undefine|deprovision|unprovision|teardown|delete-all|force-delete|unregister|deregister|zap|secure-erase|zeroize|sanitize|mkfs|format|reformat|reimage|reset-all|racreset\w*|resetconfig|forget|kill-all|expunge|annihilate|self-?destruct|cleanse)(?:[:._-].*)?$/i;

/** `deleteVolume` is read as `delete-Volume`. */
const spelled = (word: string): string => word.replace(/^--?/, "").replaceAll(/([a-z\d])([A-Z])/g, "$1-$2");

/** Words that are also said of output: `--format json`, `--truncate 80`. */
const alsoOfOutput = /^--?(?:format|truncate|forget|sanitize|drop)$/i;

/** Whether a sub-command's or option's name says that something is gone afterwards. */
export const saysDestroy = (word: string): boolean => gone.test(spelled(word));

/** Verbs that take something away, but are as often said of a package or a cache. */
const removes =
  /^(?:rm|rmp|remove|del|uninstall|reset|empty|free|rebuild|reinstall|clear|clean|flush|evict|unmap|prune|kill|unlink|discard|revoke|overwrite|expire|gc|cleanse|cleanup|expunge|drop|retire|rmr)$/i;
const stops = /^(?:stop|leave|disable|down|detach|offline|suspend|fail|deactivate)$/i;
/** What is worth more than the tool that holds it. */
const holders =
  /^(?:volume|vol|database|db|bucket|snapshot|backup|archive|cluster|namespace|project|organization|org|account|tenant|site|server|instance|machine|vm|droplet|linode|disk|pool|repo|repository|user|stack|zone|domain|fs|filesystem|dataset|lun|raid|array|topic|queue|stream|collection|table|schema|pv|pvc|node|osd|storage|datastore|keyspace|tablespace|service|vault|keychain|index|statuse|post|message|record|offset|mailbox|host|principal|dataset|artifact|model)s?$/i;
/** What comes back by itself. */
const comesBack = /cache|tmp|temp|build|dist|log|lock|plugin|alias|completion|session|history|context|label/i;
const insists =
  /^(?:-[a-z]{0,3}f[a-z]{0,2}|-[a-z]?y|-a|--?yes|--?force(?:-\w+)*|--?all(?:-\w+)*|--assume-?yes|--no-?confirm|--no-?prompts?|--non-?interactive|--(?:auto-)?confirm|--recursive|--cascade|--hard|--skip-confirmation|--execute|--apply|--no-?backup|force|forced|force=(?:yes|true|1)|all|everything|\*|\S*\/\*)$/i;
/** Options that exist because a program's makers wanted nobody to use it by accident. */
const warned =
  /^--(?:yes-i-\S+|i-(?:know|really|understand|am-sure|accept|have-a-backup)\S*|accept-data-loss|allow-data-loss|ignore-data-loss|no-preserve-root|no-backup|skip-final-snapshot|dangerous|force-destroy|(?:delete|destroy|erase|wipe|remove)-(?:all-)?(?:data|storage|volumes?|disks?)|overwrite-data\S*)$/;
const dry = /^(?:--dry-?run(?:=(?!none|false).*)?|--what-?if|--noop|--simulate|--check|--preview|--pretend)$/i;

const powerWord =
  /^(?:power[-_]?(?:off|down|cycle|reset)|shutdown|reboot|hard-?reset|graceshutdown|poweroff|halt|systemreset)$/i;
const secretNoun =
  /^(?:secrets?|passwords?|passwd|passphrase|credentials?|tokens?|api-?keys?|private-?keys?|secret-?keys?|mnemonic|seed)$/i;
const showVerb =
  /^(?:get|show|read|reveal|view|print|dump|export|access|fetch|cat|copy|decrypt|display|unmask|unseal|auth)$/i;
const showsSecret = /^--(?:reveal|unmask|show-?(?:secrets?|passwords?|tokens?|keys?)|decrypt|with-decryption)$/i;
const keeper = /keyring|keychain|secret|passw|credential|wallet/i;
const topRole = /^(?:\S*[:/])?(?:owner|(?:cluster-|super-?)?admin(?:istrator)?(?:access)?|root|superuser|\*(?::\*)?)$/i;

/** The first words that are no options: where a program of today has its verb and what it acts on. */
function leadingWords(args: readonly Arg[]): string[] {
  return args
    .filter((arg) => !arg.text.startsWith("-"))
    .slice(0, 4)
    .map((arg) => literal(arg) ?? "")
    .filter(
      (text) => /^[\w:.-]{1,40}$/.test(text) && !/\.(?:[jt]sx?|py|rb|go|rs|sh|sql|md|txt|json|ya?ml|toml)$/.test(text),
    );
}

const pairs = (words: readonly string[]) =>
  words.flatMap((word, at) => (at === 0 ? [] : [[words[at - 1] ?? "", word]]));
const isPair = (words: readonly string[], one: RegExp, other: RegExp): boolean =>
  pairs(words).some(([a = "", b = ""]) => (one.test(a) && other.test(b)) || (other.test(a) && one.test(b)));

/**
 * What the words of a command line mean, whatever program they are given to: for programs that are not known here, and
 * for sub-commands of known ones that nobody has listed. It can only find danger; silence proves nothing.
 */
export function meansHarm(job: Job, { words = leadingWords(job.args), knowsVerbs = false } = {}): boolean {
  const options = job.args.map((arg) => arg.text).filter((text) => text.startsWith("-"));
  if (options.some((option) => dry.test(option))) return false;
  return (
    (!knowsVerbs && (destroys(job, words, options) || cutsPower(job, words))) ||
    takesAway(job, words) ||
    printsSecret(job, words, options) ||
    givesRights(job)
  );
}

function destroys(job: Job, words: readonly string[], options: readonly string[]): boolean {
  const word = [
    ...(job.path.includes("/") ? [] : [job.name]),
    ...words.slice(0, 3),
    ...options.filter((option) => /^--?\w[\w-]{3,}$/.test(option) && !alsoOfOutput.test(option)),
  ].find(saysDestroy);
  if (word === undefined) return false;
  danger(
    job,
    "destructive",
    "unknown.destroys",
    `"${word}" says that something is gone afterwards; more is not known about it here.`,
    "Name exactly what goes, and let a person decide.",
  );
  return true;
}

/** `volume rm`, `server rebuild`: what goes is worth more than the tool; `rm --force`: nobody is to be asked. */
function takesAway(job: Job, words: readonly string[]): boolean {
  // `user-del`, `--reset-offsets`, `-rm`: a verb may be part of a word, or an option.
  const dashed = job.args.filter((arg) => /^--?[a-z][\w-]{2,}$/i.test(arg.text)).map((arg) => arg.text);
  const spoken = [...words, ...dashed].flatMap((word) => spelled(word).split(/[-_:]/));
  if ([...words, ...dashed].some((word) => comesBack.test(word))) return false;
  const isForced = job.args.some((arg) => insists.test(arg.text));
  const verb = spoken.find((word) => removes.test(word) || (stops.test(word) && isForced));
  if (verb === undefined || !(isForced || isPair(spoken, removes, holders))) return false;
  danger(
    job,
    "destructive",
    "verb.takes-away",
    `${job.name} ${words.join(" ")} takes something away that may not come back${isForced ? ", without asking" : ""}.`,
    "Name exactly what goes, and let a person decide.",
  );
  return true;
}

function cutsPower(job: Job, words: readonly string[]): boolean {
  const isPower =
    words.some((word) => powerWord.test(word)) || isPair(words, /^power$/i, /^(?:off|down|cycle|reset)$/i);
  if (!isPower) return false;
  danger(
    job,
    "lockout",
    "verb.power",
    `${job.name} ${words.join(" ")} switches a machine off, or restarts it.`,
    "Let a person decide when.",
  );
  return true;
}

function printsSecret(job: Job, words: readonly string[], options: readonly string[]): boolean {
  const inOneWord = (word: string) => {
    // `get-credentials` of a cluster's client writes a login, and prints nothing.
    if (/^get-credentials$/i.test(word)) return false;
    const parts = spelled(word).split(/[-_:]/);
    return parts.length > 1 && showVerb.test(parts[0] ?? "") && secretNoun.test(parts.slice(1).join("-"));
  };
  const isShown =
    isPair(words, showVerb, secretNoun) ||
    words.some(inOneWord) ||
    options.some((option) => showsSecret.test(option) || inOneWord(option)) ||
    /^decrypt$/i.test(words[0] ?? "") ||
    (keeper.test(job.name) && showVerb.test(words[0] ?? ""));
  if (!isShown) return false;
  danger(
    job,
    "exfil",
    "secret.read",
    `${job.name} ${words.join(" ")} prints secrets; they would go to the model and the log.`,
    "Leave secrets where they are.",
  );
  return true;
}

function givesRights(job: Job): boolean {
  const given = job.args.find((arg, index) => {
    const before = job.args[index - 1]?.text ?? "";
    const [, option = before, value = arg.text] = /^(--?[\w-]+)=(.*)$/s.exec(arg.text) ?? [];
    return (
      /^--(?:is-)?(?:super-?user|admin|privileged)$/i.test(arg.text) ||
      (/^--?(?:roles?|policy(?:-arn)?|permissions?)$/i.test(option) && topRole.test(value))
    );
  });
  if (given === undefined) return false;
  danger(
    job,
    "escalate",
    "verb.rights",
    `${job.name} gives all rights (${given.text}).`,
    "Let a person decide who may do what.",
    { span: given.span },
  );
  return true;
}

/** The same for every program: an option that was named as a warning is one. */
export function ignoresWarning(job: Job): undefined {
  const option = job.args.find((arg) => warned.test(arg.text));
  if (option !== undefined)
    danger(
      job,
      "destructive",
      "option.warned",
      `${option.text} tells ${job.name} to go on where it warns of losing data or safety.`,
      `Run it without ${option.text}, and read what it says.`,
      { span: option.span },
    );
}
