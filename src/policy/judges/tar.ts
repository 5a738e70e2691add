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
import { bringsTo, broughtTo, isUnread } from "../brought.ts";
import { judgedPath, mayWriteUnattended, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { type FoundOption, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { deletesPath } from "./deletes.ts";

/** Every option of GNU tar. What has no mark does no harm to a list; what has one changes, reads more or runs. */
const table = optionTable({
  options: `!-F=! !-I=! !--checkpoint-action=! !--to-command=! !--use-compress-program=! !--info-script=!
    !--new-volume-script=! !--rsh-command=! !--rmt-command=!
    -tvzjJaZiRp -f= -b= --list --file= --verbose --gzip --gunzip --ungzip --bzip2 --xz --zstd --lzma --lzip --lzop
    --compress --uncompress --auto-compress --no-auto-compress --wildcards --no-wildcards --anchored --no-anchored
    --ignore-case --no-ignore-case --wildcards-match-slash --no-wildcards-match-slash --exclude= --full-time
    --numeric-owner --utc --totals[=] --occurrence[=] --show-transformed-names --show-stored-names --strip-components=
    --warning= --force-local --no-recursion --recursion --block-number --quoting-style= --ignore-zeros
    --blocking-factor= --read-full-records
    ?-cxruAdBGhklmnosSUwWPOM ?-C= ?-g= ?-H= ?-K= ?-L= ?-N= ?-T= ?-V= ?-X= ?--create ?--extract ?--get ?--append
    ?--update ?--catenate ?--concatenate ?--diff ?--compare ?--delete ?--test-label ?--directory= ?--one-top-level[=]
    ?--remove-files ?--absolute-names ?--to-stdout ?--index-file=> ?--files-from= ?--exclude-from= ?--add-file=
    ?--listed-incremental= ?--incremental ?--format= ?--label= ?--level= ?--newer= ?--after-date= ?--newer-mtime=
    ?--starting-file= ?--suffix= ?--backup[=] ?--tape-length= ?--volno-file= ?--transform= ?--xform= ?--owner= ?--group=
    ?--owner-map= ?--group-map= ?--mode= ?--mtime= ?--clamp-mtime ?--sort= ?--pax-option= ?--record-size=
    ?--checkpoint[=] ?--atime-preserve[=] ?--hole-detection= ?--sparse-version= ?--sparse ?--null ?--no-null
    ?--verbatim-files-from ?--no-verbatim-files-from ?--unquote ?--no-unquote ?--quote-chars= ?--no-quote-chars=
    ?--exclude-ignore= ?--exclude-ignore-recursive= ?--exclude-tag= ?--exclude-tag-all= ?--exclude-tag-under=
    ?--exclude-caches ?--exclude-caches-all ?--exclude-caches-under ?--exclude-vcs ?--exclude-vcs-ignores
    ?--exclude-backups ?--dereference ?--hard-dereference ?--keep-old-files ?--keep-newer-files ?--skip-old-files
    ?--keep-directory-symlink ?--overwrite ?--overwrite-dir ?--no-overwrite-dir ?--unlink-first ?--recursive-unlink
    ?--verify ?--preserve-permissions ?--same-permissions ?--no-same-permissions ?--preserve-order ?--same-order
    ?--preserve ?--same-owner ?--no-same-owner ?--delay-directory-restore ?--no-delay-directory-restore ?--touch
    ?--multi-volume ?--one-file-system ?--interactive ?--confirmation ?--acls ?--no-acls ?--selinux ?--no-selinux
    ?--xattrs ?--no-xattrs ?--xattrs-include= ?--xattrs-exclude= ?--seek ?--no-seek ?--no-check-device ?--check-device
    ?--check-links ?--ignore-command-error ?--no-ignore-command-error ?--ignore-failed-read ?--old-archive ?--portability
    ?--posix ?--restrict ?--show-defaults ?--show-snapshot-field-ranges ?--show-omitted-dirs !--set-mtime-command=!
    ?--help ?--usage ?--version`,
});

type Mode = "list" | "extract" | "create" | "change";

const modes: ReadonlyArray<[Mode, RegExp]> = [
  ["list", /^(?:-t|--list)$/],
  ["extract", /^(?:-x|--extract|--get)$/],
  ["create", /^(?:-c|--create)$/],
  ["change", /^(?:-[ruAd]|--(?:append|update|catenate|concatenate|diff|compare|delete|test-label))$/],
];

/** The first word may be letters without a dash; their values follow in the order of the letters. */
function withoutOldStyle(args: readonly Arg[]): readonly Arg[] {
  const [first, ...rest] = args;
  if (first === undefined || !/^[a-zA-Z]+$/.test(first.text)) return args;
  const words = [...first.text].flatMap((letter) => {
    const takesValue = table.options.get(`-${letter}`)?.value === "required";
    const value = takesValue ? rest.shift() : undefined;
    const option = plainArg(`-${letter}`, first.span);
    return value === undefined ? [option] : [option, value];
  });
  return [...words, ...rest];
}

/** A long name may be cut short, as long as it means one option. One that means several is left as it is. */
function inFull(arg: Arg): Arg {
  const given = /^--[a-z-]+/.exec(arg.text)?.[0] ?? "";
  if (given.length < 3 || table.options.has(given)) return arg;
  const [name, ...others] = [...table.options.keys()].filter((full) => full.startsWith(given));
  return name === undefined || others.length > 0 ? arg : { ...arg, text: name + arg.text.slice(given.length) };
}

const plainCompressor = /^(?:zstd|pigz|gzip|xz|bzip2|lz4|pbzip2|lbzip2)(?:\s+-[\dT]+)*$/;

/** bsdtar's -I is a list of names. */
const isPlainCompressor = (job: Job, { name, value }: FoundOption): boolean =>
  job.name !== "bsdtar" &&
  (name === "-I" || "--use-compress-program".startsWith(name)) &&
  plainCompressor.test(value?.text ?? "");

/** tar in all its spellings: `tar czf`, `tar -c -z -f`, `tar --create --file=`. */
export function tar(job: Job): Flow {
  const parsed = parseArgs(withoutOldStyle(job.args).map(inFull), table);
  const valuesOf = (...names: string[]) =>
    parsed.options.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []));
  const has = (...names: string[]) => parsed.options.some(({ name }) => names.includes(name));
  const odd = parsed.options.filter((option) => option.known?.mark !== "harmless" && !isPlainCompressor(job, option));
  for (const { known, arg } of odd)
    if (known?.mark === "danger")
      danger(
        job,
        "opaque",
        "option.runs-code",
        `${readable(arg.text)} makes tar run a program.`,
        "Run tar without it.",
        { span: arg.span },
      );
  const files = valuesOf("-f", "--file");
  const remote = files.find((file) => file.text.includes(":"));
  if (remote !== undefined && !has("--force-local"))
    danger(
      job,
      "exfil",
      "exfil.sends",
      `Writes the archive to another machine (${readable(remote.text)}).`,
      "Write it here first.",
    );
  const unknown = files.find((file) => isUnreadCode(file) && !/^[^*?[\ufdd0-\ufdd2\ufdd5]*\//u.test(file.text));
  if (unknown !== undefined && !has("--force-local"))
    ask(job, "network", "network.read", `tar asks another machine where ${readable(unknown.text)} has a colon in it.`, {
      span: unknown.span,
      safer: "Put ./ in front of it, or add --force-local.",
    });
  const given = modes.flatMap(([mode, names]) => (parsed.options.some(({ name }) => names.test(name)) ? [mode] : []));
  for (const index of valuesOf("--index-file")) writesFile(job, index, someFlow);
  if (given.length === 1 && given[0] === "list")
    return lists(job, files, odd[0]?.arg ?? parsed.uncertain.find((arg) => arg.loose === true));
  if (has("--remove-files"))
    for (const operand of parsed.operands) deletesPath(job, operand, { recursive: true, how: "Packs, then deletes" });
  const flows: Flow[] = [];
  if (given.includes("create")) flows.push(creates(job, parsed.operands, files));
  if (given.includes("extract")) {
    extracts(job, {
      folders: valuesOf("-C", "--directory", "--one-top-level"),
      files,
      members: parsed.operands,
      isAbsolute: has("-P", "--absolute-names"),
    });
    flows.push(has("-O", "--to-stdout") ? { ...someFlow, decoded: true } : noFlow);
  }
  if (given.length !== 1 || given[0] === "change" || given.includes("list"))
    ask(job, "write", "write.archive", "Changes an archive.");
  return flows.reduce(mixFlows, noFlow);
}

/** A list is proved by its one mode, with options that do nothing to files. */
function lists(job: Job, files: readonly Arg[], odd: Arg | undefined): Flow {
  for (const file of files) readsFile(job, file);
  if (odd !== undefined || job.name === "star")
    ask(job, "opaque", "option.unknown", `It is not known what ${readable(odd?.text ?? job.name)} does to a list.`, {
      span: odd?.span ?? job.span,
    });
  return someFlow;
}

interface Extraction {
  folders: readonly Arg[];
  files: readonly Arg[];
  members: readonly Arg[];
  isAbsolute: boolean;
}

const overwritten = ["root", "system-directory", "program", "account", "home", "login"];

function extracts(job: Job, { folders, files, members, isAbsolute }: Extraction): undefined {
  const archive = files.at(-1);
  const isFetched = isUnread(archive === undefined || archive.text === "-" ? job.stdin : broughtTo(job, archive.text));
  // /usr/local and /opt are where programs from archives belong.
  const over = folders.find(
    ({ text }) =>
      (isFetched || !/^\/(?:usr\/local|opt)\/?$/.test(text)) && overwritten.includes(judgedPath(text, job).kind),
  );
  for (const written of [...members, ...folders]) mayWriteUnattended(job, written);
  if (over !== undefined || isAbsolute)
    danger(
      job,
      "destructive",
      "overwrite.extract",
      `Unpacks over ${readable(over?.text ?? "absolute paths")}.`,
      "Unpack into an empty folder of the project.",
    );
  else ask(job, "write", "write.extract", "Unpacks an archive.");
  if (isFetched) bringsTo(job, folders.at(-1)?.text ?? ".");
}

/** What an archive of these files holds. */
export const packed = (job: Job, operands: readonly Arg[]): Flow =>
  operands.reduce<Flow>((flow, operand) => {
    const { kind, path, isOwn } = judgedPath(operand.text, job);
    if (kind === "secret" || /(?:^|\/)\.(?:ssh|gnupg|aws|kube)(?:\/|$)/i.test(path))
      readsFile(job, { ...operand, text: kind === "secret" ? operand.text : `${path}/id_rsa` });
    const isPrivate =
      (path.startsWith("\ufdd3") && !isOwn) ||
      ["root", "home", "home-entry", "system", "system-directory", "account", "data"].includes(kind);
    return mixFlows(flow, { ...someFlow, private: isPrivate, whole: kind === "here" });
  }, someFlow);

function creates(job: Job, operands: readonly Arg[], files: readonly Arg[]): Flow {
  const content = packed(job, operands);
  const written = files.filter((file) => file.text !== "-");
  for (const file of written) writesFile(job, file, content);
  // Wherever the archive goes, some of its options write files of their own.
  ask(job, "read", "archive.create", written.length > 0 ? "Packs files." : "Packs files and prints the archive.");
  return written.length > 0 ? noFlow : content;
}
