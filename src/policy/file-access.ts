import {
  type Arg,
  type Flow,
  folderFrom,
  hole,
  isGluedName,
  isOpenPath,
  likelyFolder,
  mixFlows,
  pathWord,
  placeOf,
  readable,
  someFlow,
} from "../shell/index.ts";
import { asksOtherFolder, unlessNamesBreak } from "./conditions.ts";
import { type Job, pathTarget, recordFile } from "./job.ts";
import { behindLinks } from "./made-links.ts";
import {
  classifyPath,
  homeRest,
  homesOf,
  type JudgedPath,
  leadsThroughProcess,
  looksSecret,
  mayHoldSecrets,
} from "./paths.ts";
import { isPrivateThere, privateFile } from "./places/home-files.ts";
import { asksDevice, asksMachine } from "./places/opened-files.ts";
import { placesBehind } from "./places/path-globs.ts";
import { readPlaces, tellPlace, writtenPlaces } from "./places/place-rows.ts";
import { actsUnattended } from "./places/unattended-files.ts";

const pathFrom = (text: string, job: Job): JudgedPath =>
  classifyPath(text, { cwd: likelyFolder(job.shell), context: job.run.context });

/** The same from every folder that the line may be in. */
function judgedInEach(text: string, job: Job): [JudgedPath, ...JudgedPath[]] {
  const { shell, run } = job;
  const [likely, ...others] = shell.folders;
  const judged = (cwd: string) =>
    behindLinks(job, classifyPath(text, { cwd, context: run.context }), { itself: false });
  return [judged(likely), ...others.filter(isTold).map(judged)];
}

const isTold = (folder: string): boolean => pathWord({ text: folder }) !== null;

export const judgedPath = (text: string, job: Job): JudgedPath =>
  behindLinks(job, pathFrom(text, job), { itself: false });

/** The same for who deletes, moves or replaces a name: a link that has it goes, and not what it leads to. */
export const judgedName = (text: string, job: Job): JudgedPath =>
  behindLinks(job, pathFrom(text, job), { itself: !/\/\.?$/.test(text) });

const secretDirectory = /(?:^|\/)\.(?:ssh|gnupg|aws|kube|azure|docker|password-store|config\/gcloud)\/?$|^\/proc\/?$/i;

/** Words that people search and ask for as well: only where a file is meant are they names of one. */
const isWord =
  /^(?:[a-z\d]+[-_])*(?:password|passphrase|pass|secret|token|(?:private|api|auth|access|secret)[-_]?key)$/i;

/** Whether a word that may be a file or a whole directory names one that is kept for keys and passwords. */
export const holdsSecrets = (text: string, job: Job): boolean => {
  if (isWord.test(text)) return false;
  return judgedInEach(text, job).some(({ kind, path }) => kind === "secret" || secretDirectory.test(path));
};

/** The same by the name alone, for a path that leads through no link. */
export const isKeptForSecrets = (path: string): boolean => looksSecret(path) || secretDirectory.test(path);

/** Judges a file whose content is printed or sent on. Returns what flows out of it. */
export function readsFile(job: Job, arg: Arg): Flow {
  recordFile(job, "read", arg);
  const [judged, ...behind] = judgedPlaces(arg.text, job);
  if (arg.listedIn !== undefined && arg.listedIn !== placeOf(job.shell)) asksOtherFolder(job);
  if (job.shell.folders.some((folder) => leadsThroughProcess(folderFrom(folder, arg.text))))
    tellsRead(job, "process", arg, judged);
  const isSecret = ({ kind }: JudgedPath) => Number(kind === "secret");
  for (const place of [judged, ...behind].toSorted((a, b) => isSecret(b) - isSecret(a))) {
    const told = toldPlace(job, arg, place, judged);
    if (told !== null) return told;
  }
  if (arg.text.includes(hole.item)) return readsItem(job, arg);
  const likely = arg.variables
    .flatMap((name) => job.shell.possible.get(name) ?? [])
    .find((value) => holdsSecrets(value, job));
  if (likely !== undefined) return readsFile(job, { ...arg, text: likely, variables: [] });
  if ((isOpenPath(arg) || isGluedName(arg)) && !arg.text.includes(hole.pipe))
    return tellsRead(job, "dynamic", arg, judged);
  return contentOf(job, arg, judged);
}

/** What a path is, and what it may be where it is a pattern whose folders have wildcards, told as it is written. */
export function judgedPlaces(text: string, job: Job): [JudgedPath, ...JudgedPath[]] {
  const [judged, ...others] = judgedInEach(text, job);
  const homes = homesOf(job.run.context);
  const behind = [judged, ...others].flatMap(({ path }) => placesBehind(path, homes));
  return [judged, ...others, ...behind.map((place) => judgedPath(place, job))];
}

/** Says of a place that it holds what is nobody else's business, or does something when it is opened; null for others. */
function toldPlace(job: Job, arg: Arg, place: JudgedPath, shown: JudgedPath): Flow | null {
  const known = knownPlace(place);
  if (known === "policy") return ofCotty.test(place.path) ? tellsRead(job, "settings", arg, shown) : someFlow;
  if (known === "secret" && ofProcess.test(place.path)) return tellsRead(job, "secret-process", arg, shown);
  if (known !== null) return tellsRead(job, known, arg, shown);
  if (place !== shown && leadsThroughProcess(place.path)) return tellsRead(job, "process", arg, shown);
  if (asksMachine(job, arg) || asksDevice(job, arg)) return { ...someFlow, private: true };
  const kept = keptPlace(job, arg, place);
  if (kept === "endless") return { ...someFlow, endless: true };
  return kept === null ? null : tellsRead(job, kept, arg, shown);
}

/** Where Cotty keeps keys, and what its terminals have shown: this user's own is known exactly, others' by their name. */
const ofCotty = /(?:^|\/)\.(?:config|local\/(?:state|share))\/cotty(?:\/|$)/;

/** The variables of a process, by their name or from one of its own folders upwards. */
const ofProcess = /^\/(?:proc|dev\/fd)\/(?:.*\/)?(?:\.\.\/|environ$)/;

/** Says what is read there, and returns what that makes of the output. */
function tellsRead(job: Job, place: string, arg: Arg, { path }: JudgedPath): Flow {
  const names = { "": readable(path), written: readable(arg.text) };
  const reading = `${place}-${job.reading ?? (job.redirect === true ? "redirected" : "printed")}`;
  const row = Object.hasOwn(readPlaces, reading) ? reading : place;
  const { effect } = tellPlace(job, readPlaces, row, names, { target: pathTarget(path, isOpenPath(arg)) });
  return { ...someFlow, secret: effect === "exposes", fetched: effect === "sends", private: effect === "shows" };
}

/** Places that are what they are whatever else is known. Cotty's own are worse to write than a secret, and not to read. */
function knownPlace({ kind, path }: JudgedPath): "secret" | "network" | "policy" | null {
  if (kind === "policy") return looksSecret(path) ? "secret" : "policy";
  return kind === "secret" || kind === "network" ? kind : null;
}

/** Places that may hold what is nobody else's business. */
function keptPlace(job: Job, arg: Arg, { kind, path, isOwn }: JudgedPath): string | null {
  if (secretDirectory.test(path)) return "secret-folder";
  const kept = privateFile(path, isOwn ? null : homeRest(path));
  if (kept !== null) return kept;
  if (kind === "null" && /zero|random|full/.test(path)) return "endless";
  if (kind === "home" || kind === "root" || mayHoldSecrets(path, job.run.context)) return "everything";
  if (isUntold(job, arg)) return "adrift";
  const isAdrift = job.shell.adrift && arg.names !== true;
  return isAdrift && (isPrivateThere(arg.text, job.run.context) || isLost(job, arg)) ? "adrift" : null;
}

const isRelative = ({ text }: Arg): boolean => !/^[/\ufdd3]/u.test(text);

/** A name in a folder of which the text does not tell where it is: it can be looked up nowhere. */
const isUntold = ({ shell }: Job, arg: Arg): boolean =>
  shell.adrift && isRelative(arg) && shell.folders.some((folder) => /[*?[]/.test(folder) || !isTold(folder));

/**
 * The line went somewhere more than once, or to where only the run decides. After one `cd` that may have failed it is in
 * one of two known folders, and both are looked at.
 */
const isLost = ({ shell }: Job, arg: Arg): boolean =>
  isRelative(arg) && (shell.moves !== 1 || likelyFolder(shell) === "");

const ofMachine = new Set("home home-entry system account login kernel root system-directory".split(" "));

/** What is in a named file, and what this line has put there. */
function contentOf(job: Job, arg: Arg, { kind, path, isOwn }: JudgedPath): Flow {
  const flow: Flow = { ...someFlow, private: ofMachine.has(kind) || (path.startsWith(hole.home) && !isOwn) };
  const before = job.shell.files.get(path);
  if (before !== undefined) return { ...mixFlows(flow, before), text: before.text };
  return arg.flow === null ? flow : mixFlows(flow, arg.flow);
}

/** A name handed over by xargs or find: it is as harmless as the list it comes from. */
function readsItem(job: Job, arg: Arg): Flow {
  const { stdin } = job;
  // In a folder of keys every name is one, and in a home or /etc any may be.
  const some = arg.text.replaceAll(hole.item, "x");
  const judged = judgedPath(some, job);
  if (stdin.secret) return tellsRead(job, "picked", arg, judged);
  if (holdsSecrets(some, job)) return readsFile(job, { ...arg, text: some });
  const { path } = judged;
  const isWide =
    /^[/\ufdd3]/u.test(path) && mayHoldSecrets(path.slice(0, path.lastIndexOf("/")) || "/", job.run.context);
  // Glued to other text it is another name: `cat .{}`.
  const isWhole = new RegExp(`^(?!.*(?:^|/)\\.\\./)(?:.*/)?${hole.item}$`, "su").test(arg.text);
  if (isWide || !isWhole || arg.listedIn === undefined || stdin.fetched || stdin.decoded || stdin.private)
    return tellsRead(job, "items", arg, judged);
  unlessNamesBreak(job);
  return someFlow;
}

/** `create`: a folder, and an empty one does nothing yet. `link`: the name becomes a link, whatever had it before. */
type How = "write" | "append" | "truncate" | "create" | "link";

/** Judges a file that is created, changed or replaced. Always at least `ask`, except for /dev/null and the terminal. */
export function writesFile(job: Job, arg: Arg, content: Flow, how: How = "write"): undefined {
  if (arg.text.includes(hole.pipe)) return;
  recordFile(job, "write", arg);
  const judged = how === "link" ? judgedName(arg.text, job) : judgedPath(arg.text, job);
  const { kind, path } = judged;
  const tells = (place: string) => {
    const names = {
      "": readable(path),
      written: readable(arg.text),
      because: actsUnattended(path) ?? "",
      how: { write: "Writes", append: "Appends to", truncate: "Empties", create: "Creates", link: "Writes" }[how],
    };
    tellPlace(job, writtenPlaces, place, names, { target: pathTarget(path, isOpenPath(arg)) });
  };
  if (kind === "null") {
    // By such a name the file behind a descriptor is opened anew, and to be written: `echo x < FILE > /dev/stdin`.
    if (/^\/(?:dev\/(?:stdin|fd)|proc)(?:\/|$)/.test(path)) tells("descriptor");
    return;
  }
  if (content.secret && kind !== "project" && kind !== "tmp") tells("copied-secret");
  job.shell.files.set(path, content);
  tells(writtenPlace(judged, { content, how, isOpen: isOpenPath(arg) }));
}

/** Where package managers learn from whom they install, and the words that switch the check of signatures off. */
const packageSources =
  /^\/etc\/(?:apt\/(?:sources\.list|preferences)|yum\.(?:repos\.d|conf)|dnf\/|zypp\/repos\.d|pacman\.(?:conf|d)|apk\/)/;
const uncheckedSource =
  /trusted[=:]\s*yes|allow-insecure[=:]\s*yes|gpgcheck\s*=\s*(?:0|no|false)|SigLevel\s*=\s*(?:Never|.*TrustAll)/i;

/** The row that says what it means to write there. The first reason counts. */
function writtenPlace(
  { kind, path, isOwn }: JudgedPath,
  { content, how, isOpen }: { content: Flow; how: How; isOpen: boolean },
): string {
  if (content.endless) return "endless";
  if (/(?:^|\/)\.(?:\w+_)?history$/i.test(path) && how !== "append") return "history";
  if (packageSources.test(path) && uncheckedSource.test(content.text ?? "")) return "packages";
  if (kind === "data" && how !== "append") return "data";
  if (kind === "policy" || kind === "login") return kind;
  if (how !== "create" && actsUnattended(path) !== null) return "unattended";
  // A project's own .env is written every day; keys of the person or the machine are not.
  if (kind === "secret" && isOwn) return "own-secret";
  if (kind === "kernel") return kernelPlace(path);
  // Emptying is all that a bare redirect does, so what it empties must be known.
  if ((kind === "collapses" || kind === "dynamic") && how === "truncate" && isOpen) return "emptied";
  return kind === "data" ? "outside" : kind;
}

function kernelPlace(path: string): string {
  if (/^\/proc\/sysrq-trigger|^\/sys\/power\//.test(path)) return "power";
  const isSwitch =
    /^\/proc\/(?:sys\/(?:kernel|fs\/binfmt)|\d|self)|^\/sys\/(?:kernel|fs|firmware|module|class\/block|block|bus|devices)/;
  return isSwitch.test(path) || path.includes("release_agent") ? "kernel-switch" : "kernel";
}

/** A change that is only suspected, as by an archive or by code: it counts where the file would act by itself. */
export function mayWriteUnattended(job: Job, arg: Arg, how: How = "write"): undefined {
  const { kind, path } = judgedPath(arg.text, job);
  if (kind === "login" || kind === "policy" || actsUnattended(path) !== null) writesFile(job, arg, someFlow, how);
}
