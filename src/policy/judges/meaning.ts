import { type Arg, literal } from "../../shell/index.ts";
import type { Effect } from "../effects/effect-rows.ts";
import { effectPrograms } from "../effects/index.ts";
import { tell } from "../effects/tell.ts";
import type { Job } from "../job.ts";
import { programs } from "../programs/index.ts";
import { anyPart, anyWord } from "../word-lists.ts";

const gone =
  anyPart(`delete* del delall delzone delprinc delnode deluser delgroup delhost deldb delorg rmuser rmgroup rmpool
  destroy destroyall purge wipe erase drop dropdb truncate terminate nuke obliterate shred decommission uninstall-all
  prune-all factory-reset factoryreset flushall flushdb undefine deprovision unprovision teardown force-delete unregister
  deregister zap secure-erase zeroize sanitize mkfs format reformat reimage reset-all racreset* resetconfig forget kill-all
  expunge annihilate self-destruct selfdestruct cleanse`);
/** Words that are also said of output: `--format json`, `--truncate 80`. */
const alsoOfOutput = anyWord(
  "--format --truncate --forget --sanitize --drop -format -truncate -forget -sanitize -drop",
);

/** Verbs that take something away, but are as often said of a package or a cache. */
const removes =
  anyWord(`rm rmp remove del uninstall reset empty free rebuild reinstall clear clean flush evict unmap prune kill
  unlink discard revoke overwrite expire gc cleanse cleanup expunge drop retire rmr`);
const stops = anyWord("stop leave disable down detach offline suspend fail deactivate");
/** What is worth more than the tool that holds it. */
const holders = anyWord(
  `volume vol database db bucket snapshot backup archive cluster namespace project organization org account tenant site
  server instance machine vm droplet linode disk pool repo repository user stack zone domain fs filesystem dataset lun
  raid array topic queue stream collection table schema pv pvc node osd storage datastore keyspace tablespace service
  vault keychain index statuse post message record offset mailbox host principal artifact model`.replaceAll(
    /\w+/g,
    "$& $&s",
  ),
);
/** What comes back by itself. */
const comesBack = /cache|tmp|temp|build|dist|log|lock|plugin|alias|completion|session|history|context|label/i;
/** Nobody is to be asked, or all of it is meant. */
const insists =
  /^(?:-[a-z]{0,3}f[a-z]{0,2}|-[a-z]?y|-a|--?yes|--?force(?:-\w+)*|--?all(?:-\w+)*|force=(?:yes|true|1)|\*|\S*\/\*)$/i;
const insistsToo =
  anyWord(`--assume-yes --assumeyes --no-confirm --noconfirm --no-prompt --no-prompts --noprompt --noprompts
  --non-interactive --noninteractive --confirm --auto-confirm --recursive --cascade --hard --skip-confirmation --execute
  --apply --no-backup --nobackup force forced all everything`);
/** Options that exist because a program's makers wanted nobody to use it by accident. */
const warned =
  /^--(?:yes-i-\S+|i-(?:know|really|understand|am-sure|accept|have-a-backup)\S*|(?:accept|allow|ignore)-data-loss|no-preserve-root|no-backup|skip-final-snapshot|dangerous|force-destroy|(?:delete|destroy|erase|wipe|remove)-(?:all-)?(?:data|storage|volumes?|disks?)|overwrite-data\S*)$/;
const dry = /^(?:--dry-?run(?:=(?!none|false).*)?|--what-?if|--noop|--simulate|--check|--preview|--pretend)$/i;

const powerWord =
  anyWord(`power-off power_off poweroff power-down power_down powerdown power-cycle power_cycle powercycle
  power-reset power_reset powerreset shutdown reboot hard-reset hardreset graceshutdown halt systemreset`);
const powerVerb = anyWord("off down cycle reset");
const secretNoun =
  /^(?:secrets?|passwords?|passwd|passphrase|credentials?|tokens?|(?:api|private|secret)-?keys?|mnemonic|seed)$/i;
const showVerb = anyWord(
  `get show read reveal view print dump export access fetch cat copy decrypt display unmask unseal auth`,
);
const showsSecret = /^--(?:reveal|unmask|show-?(?:secrets?|passwords?|tokens?|keys?)|decrypt|with-decryption)$/i;
const keeper = /keyring|keychain|secret|passw|credential|wallet/i;
const topRole = /^(?:\S*[:/])?(?:owner|(?:cluster-|super-?)?admin(?:istrator)?(?:access)?|root|superuser|\*(?::\*)?)$/i;

/** `deleteVolume` is read as `delete-Volume`. */
const spelled = (word: string): string => word.replace(/^--?/, "").replaceAll(/([a-z\d])([A-Z])/g, "$1-$2");

/** Whether a sub-command's or option's name says that something is gone afterwards. */
export const saysDestroy = (word: string): boolean => gone.test(spelled(word));

const isInsisting = (word: string): boolean => insists.test(word) || insistsToo.test(word);

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

/** Whether such words stand side by side, in either order: `volume rm`, `rm volume`. */
const isPair = (words: readonly string[], one: RegExp, other: RegExp): boolean =>
  words.some((word, at) => {
    const next = words[at + 1] ?? "";
    return (one.test(word) && other.test(next)) || (other.test(word) && one.test(next));
  });

interface Spoken {
  words: readonly string[];
  options: readonly string[];
}

interface Meaning {
  effect: Effect;
  rule: string;
  say: string;
}

/**
 * What the words of a command line mean, whatever program they are given to: for programs that are not known here, and
 * for sub-commands of known ones that nobody has listed. It can only find danger; silence proves nothing.
 */
export function meansHarm(job: Job): boolean {
  const options = job.args.map((arg) => arg.text).filter((text) => text.startsWith("-"));
  if (options.some((option) => dry.test(option))) return false;
  const spoken = { words: leadingWords(job.args), options };
  const meaning =
    destroys(job, spoken) ??
    cutsPower(job, spoken) ??
    takesAway(job, spoken) ??
    printsSecret(job, spoken) ??
    givesRights(job);
  if (meaning === null) return false;
  tell(job, meaning.effect, meaning.rule, meaning.say);
  return true;
}

function destroys(job: Job, { words, options }: Spoken): Meaning | null {
  const named = options.filter((option) => /^--?\w[\w-]{3,}$/.test(option) && !alsoOfOutput.test(option));
  const word = [...(job.path.includes("/") ? [] : [job.name]), ...words.slice(0, 3), ...named].find(saysDestroy);
  const isListed = programs.has(job.name) || effectPrograms.has(job.name);
  const unknown = isListed ? `this form of ${job.name}` : `what ${job.name} does`;
  const say = `"${word}" usually means that something is deleted; Cotty does not know ${unknown}.`;
  return word === undefined ? null : { effect: "destroys", rule: "unknown.destroys", say };
}

function cutsPower(job: Job, { words }: Spoken): Meaning | null {
  if (!words.some((word) => powerWord.test(word)) && !isPair(words, /^power$/i, powerVerb)) return null;
  const say = `${job.name} ${words.join(" ")} switches a machine off, or restarts it.`;
  return { effect: "locks-out", rule: "verb.power", say };
}

/** `volume rm`, `server rebuild`: what goes is worth more than the tool; `rm --force`: nobody is to be asked. */
function takesAway(job: Job, { words }: Spoken): Meaning | null {
  // `user-del`, `--reset-offsets`, `-rm`: a verb may be part of a word, or an option.
  const dashed = job.args.filter((arg) => /^--?[a-z][\w-]{2,}$/i.test(arg.text)).map((arg) => arg.text);
  const parts = [...words, ...dashed].flatMap((word) => spelled(word).split(/[-_:]/));
  if ([...words, ...dashed].some((word) => comesBack.test(word))) return null;
  const isForced = job.args.some((arg) => isInsisting(arg.text));
  const verb = parts.find((word) => removes.test(word) || (stops.test(word) && isForced));
  if (verb === undefined || !(isForced || isPair(parts, removes, holders))) return null;
  const say = `${job.name} ${words.join(" ")} takes something away that may not come back${isForced ? ", without asking" : ""}.`;
  return { effect: "destroys", rule: "verb.takes-away", say };
}

function printsSecret(job: Job, { words, options }: Spoken): Meaning | null {
  const inOneWord = (word: string) => {
    // `get-credentials` of a cluster's client writes a login, and prints nothing.
    if (/^get-credentials$/i.test(word)) return false;
    const [verb = "", ...noun] = spelled(word).split(/[-_:]/);
    return showVerb.test(verb) && secretNoun.test(noun.join("-"));
  };
  const isShown =
    isPair(words, showVerb, secretNoun) ||
    words.some(inOneWord) ||
    options.some((option) => showsSecret.test(option) || inOneWord(option)) ||
    /^decrypt$/i.test(words[0] ?? "") ||
    (keeper.test(job.name) && showVerb.test(words[0] ?? ""));
  if (!isShown) return null;
  const say = `${job.name} ${words.join(" ")} prints secrets; they would go to the model and the log.`;
  return { effect: "exposes", rule: "secret.read", say };
}

function givesRights(job: Job): Meaning | null {
  const given = job.args.find((arg, index) => {
    const before = job.args[index - 1]?.text ?? "";
    const [, option = before, value = arg.text] = /^(--?[\w-]+)=(.*)$/s.exec(arg.text) ?? [];
    return (
      /^--(?:is-)?(?:super-?user|admin|privileged)$/i.test(arg.text) ||
      (/^--?(?:roles?|policy(?:-arn)?|permissions?)$/i.test(option) && topRole.test(value))
    );
  });
  if (given === undefined) return null;
  return { effect: "escalates", rule: "verb.rights", say: `${job.name} gives all rights (${given.text}).` };
}

/** The same for every program: an option that was named as a warning is one. */
export function ignoresWarning(job: Job): undefined {
  const option = job.args.find((arg) => warned.test(arg.text));
  if (option === undefined) return;
  const say = `${option.text} tells ${job.name} to go on where it warns of losing data or safety.`;
  tell(job, "destroys", "option.warned", say, {
    at: option,
    safer: `Run it without ${option.text}, and read what it says.`,
  });
}
