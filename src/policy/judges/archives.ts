import {
  type Arg,
  type Flow,
  isUnreadCode,
  mixFlows,
  noFlow,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { fetchedTo, isUnread, markFetched } from "../fetched-files.ts";
import { holdsSecrets, judgedPath, mayWriteUnattended, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { flowOf } from "../judgement.ts";
import { hasOption, operandsOf, optionValue, parseArgs, withDashes } from "../options.ts";
import { programs } from "../programs/index.ts";
import { hasOnlyOptionsOf, proveReading } from "../prove-reading.ts";
import { optionTable } from "../spec.ts";
import { deletesPath } from "./deletes.ts";
import { type Judges, named } from "./judge.ts";
import { openssl } from "./openssl.ts";

/** What an archiver lists, tests or prints is proved by its row. Null where it does more. */
function shows(job: Job): Flow | null {
  const program = programs.get(job.name);
  return program !== undefined && hasOnlyOptionsOf(job, program) ? flowOf(proveReading(job, program)) : null;
}

interface Packing {
  archives: readonly Arg[];
  files: readonly Arg[];
  /** The files are deleted when they are in the archive. */
  moves: boolean;
}

function packs(job: Job, { archives, files, moves }: Packing): Flow {
  if (moves) for (const file of files) deletesPath(job, file, { recursive: true, how: "Packs, then deletes" });
  const content = files.reduce<Flow>((flow, file) => mixFlows(flow, packed(job, file)), someFlow);
  const written = archives.filter((archive) => archive.text !== "-");
  for (const archive of written) writesFile(job, archive, content);
  ask(job, "read", "archive.create", written.length > 0 ? "Packs files." : "Packs files and prints the archive.");
  return written.length > 0 ? noFlow : content;
}

const ofMachine = new Set("root home home-entry system system-directory account data".split(" "));

/** What an archive holds of a file or folder. */
function packed(job: Job, file: Arg): Flow {
  const { kind, path, isOwn } = judgedPath(file.text, job);
  if (kind === "secret") readsFile(job, file);
  else if (holdsSecrets(file.text, job) || /(?:^|\/)\.(?:ssh|gnupg|aws|kube)\//i.test(path))
    readsFile(job, { ...file, text: `${path}/id_rsa` });
  const isPrivate = (path.startsWith("\ufdd3") && !isOwn) || ofMachine.has(kind);
  return { ...someFlow, private: isPrivate, whole: kind === "here" };
}

interface Unpacking {
  archive: Arg | undefined;
  members: readonly Arg[];
  folders: readonly Arg[];
  /** /usr/local and /opt are where programs from archives belong. */
  mayInstall?: boolean;
  isAbsolute?: boolean;
}

const kept = new Set("root system-directory program account home login secret kernel".split(" "));

/** What unpacks into a folder writes there under names that the archive chooses. */
function unpacks(job: Job, { archive, members, folders, mayInstall, isAbsolute }: Unpacking): Flow {
  const isFetched = isUnread(archive === undefined || archive.text === "-" ? job.stdin : fetchedTo(job, archive.text));
  const belongs = mayInstall === true && !isFetched ? /^\/(?:usr\/local|opt)\/?$/ : /^(?!)/;
  const over = folders.find(({ text }) => !belongs.test(text) && kept.has(judgedPath(text, job).kind));
  const [here] = folders.length > 0 ? folders.slice(-1) : [plainArg(".", job.span)];
  for (const written of [...members, ...folders, ...(here === undefined ? [] : [here])])
    mayWriteUnattended(job, written);
  if (over !== undefined || isAbsolute === true) {
    const say = `Unpacks over ${readable(over?.text ?? "absolute paths")}.`;
    danger(job, "destructive", "overwrite.extract", say, "Unpack into an empty folder of the project.");
  } else ask(job, "write", "write.extract", "Unpacks an archive.");
  if (isFetched) markFetched(job, here?.text ?? ".");
  return noFlow;
}

/** What is in an archive is judged by the names of its members; without any it may be everything. */
function printsMembers(job: Job, archive: Arg | undefined, members: readonly Arg[]): Flow {
  for (const file of archive === undefined ? members : [archive, ...members]) readsFile(job, file);
  ask(job, "read", "private.everything", "Prints what an archive holds, which may be secrets.");
  return { ...someFlow, decoded: true };
}

/** What makes tar run a program, and those of its options that take a word which looks like an operand. */
const tarOptions = optionTable({
  options: `!-F=! -I=! -f= -b= -C= -g= -H= -K= -L= -N= -T= -V= -X= --file= --directory= --one-top-level[=]
    --files-from= --exclude-from= --add-file= --listed-incremental= --index-file=> --use-compress-program=!
    !--checkpoint-action=! !--to-command=! !--info-script=! !--new-volume-script=! !--rsh-command=! !--rmt-command=!
    !--set-mtime-command=! --checkpoint[=]`,
});

const plainCompressor = /^(?:zstd|pigz|gzip|xz|bzip2|lz4|pbzip2|lbzip2)(?:\s+-[\dT]+)*$/;

/** tar in all its spellings: `tar czf`, `tar -c -z -f`, `tar --create --file=`. */
function tar(job: Job): Flow {
  const args = withDashes(job.args, tarOptions);
  const { options, operands } = parseArgs(args, tarOptions);
  for (const option of options)
    if (option.known?.role !== "run" || !plainCompressor.test(option.value?.text ?? ""))
      judgeOption(job, option, { strict: false, title: job.name });
  const has = (...names: string[]) => hasOption(args, ...names);
  const valuesOf = (...names: string[]) =>
    options.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []));
  const archives = valuesOf("-f", "--file");
  if (!has("--force-local")) asksMachines(job, archives);
  const isList = has("-t", "--list");
  const [isCreation, isExtraction] = [has("-c", "--create"), has("-x", "--extract", "--get")];
  if (isList && !isCreation && !isExtraction) return programs.has(job.name) ? (shows(job) ?? someFlow) : someFlow;
  const flows: Flow[] = [];
  if (isCreation) flows.push(packs(job, { archives, files: operands, moves: has("--remove-files") }));
  if (isExtraction) {
    const folders = valuesOf("-C", "--directory", "--one-top-level");
    const isAbsolute = has("-P", "--absolute-names");
    unpacks(job, { archive: archives.at(-1), members: operands, folders, mayInstall: true, isAbsolute });
    flows.push(has("-O", "--to-stdout") ? { ...someFlow, decoded: true } : noFlow);
  }
  return flows.reduce(mixFlows, noFlow);
}

/** A colon in the name of an archive stands behind the name of a machine. */
function asksMachines(job: Job, archives: readonly Arg[]): undefined {
  const remote = archives.find(({ text }) => text.includes(":"));
  if (remote !== undefined) {
    const say = `Reads or writes an archive on another machine (${readable(remote.text)}).`;
    danger(job, "exfil", "exfil.sends", say, "Write it here first.");
  }
  const unknown = archives.find((file) => isUnreadCode(file) && !/^[^*?[\ufdd0-\ufdd2\ufdd5]*\//u.test(file.text));
  if (unknown !== undefined)
    ask(job, "network", "network.read", `tar asks another machine where ${readable(unknown.text)} has a colon in it.`, {
      span: unknown.span,
      safer: "Put ./ in front of it, or add --force-local.",
    });
}

function zip(job: Job): Flow {
  if (job.args.some((arg) => /^(?:-TT|--unzip-command)/.test(arg.text)))
    danger(job, "opaque", "option.runs-code", "zip -TT runs a program.", "Test the archive with unzip -t.");
  const [archive, ...files] = operandsOf(job.args);
  return packs(job, {
    archives: archive === undefined ? [] : [archive],
    files,
    moves: hasOption(job.args, "-m", "--move"),
  });
}

const unzip = (job: Job): Flow => {
  const [archive, ...members] = operandsOf(job.args);
  const folder = optionValue(job.args, ...(job.name === "unar" ? ["-o", "-output-directory"] : ["-d"]));
  return shows(job) ?? unpacks(job, { archive, members, folders: folder === null ? [] : [folder] });
};

/** 7-Zip and RAR say by a word what they do. */
function byWord(job: Job): Flow {
  const [word, archive, ...files] = operandsOf(job.args);
  const verb = word?.text ?? "";
  const moves = /^mf?$/.test(verb) || job.args.some((arg) => /^-(?:sdel|df|dr|dw)$/.test(arg.text));
  const archives = archive === undefined ? [] : [archive];
  if (/^(?:a|u|mf?|f)$/.test(verb)) return packs(job, { archives, files, moves });
  if (verb === "p" || job.args.some((arg) => arg.text === "-so")) return printsMembers(job, archive, files);
  if (!/^[ex]$/.test(verb)) return shows(job) ?? someFlow;
  const attached = job.args.find((arg) => /^-o./.test(arg.text));
  const into = attached === undefined ? files.slice(-1) : [{ ...attached, text: attached.text.slice(2) }];
  return unpacks(job, {
    archive,
    members: files,
    folders: attached !== undefined || job.name.includes("rar") ? into : [],
  });
}

/** Compressors replace the file they pack; only when they print, test or list do they leave it as it is. */
function compress(job: Job): Flow {
  const decoded = hasOption(job.args, "-d", "--decompress", "--uncompress") || /^un|unzip$/.test(job.name);
  const shown = shows(job);
  if (shown !== null) return { ...shown, decoded: shown.decoded || decoded };
  ask(job, "write", "write.compress", `${job.name} replaces or writes files, as far as can be told from its options.`);
  const output = optionValue(job.args, "-o", "--output");
  for (const written of [...operandsOf(job.args), ...(output === null ? [] : [output])])
    writesFile(job, written, someFlow);
  return { ...job.stdin, empty: false, text: null, file: null, decoded: job.stdin.decoded || decoded };
}

export const archiveJudges: Judges = {
  ...named("tar gtar bsdtar star", tar),
  ...named("gzip gunzip pigz unpigz bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4", compress),
  ...named("brotli compress uncompress", compress),
  zip,
  ...named("unzip unar", unzip),
  ...named("7z 7za 7zr 7zz p7zip rar unrar", byWord),
  openssl,
};
