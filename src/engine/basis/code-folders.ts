import { type AssessedCommand, type Assessment, knownFolders } from "../../policy/index.ts";
import { operand } from "../target/path-arguments.ts";

/**
 * Programs that run nothing of the folder they are in, as long as policy has read all of what they are told. Whatever is
 * not here may find code there that nobody named.
 */
const plainPrograms = new Set(
  `rm rmdir unlink shred mv cp gcp ln touch truncate mkdir mkfifo mktemp install chmod chown chgrp chattr setfacl kill pkill
  killall tee dd cat echo printf ls dir head tail sort uniq wc cut tr grep egrep fgrep rg sed test [ true false : cd pushd
  popd pwd export unset set sleep wait date id whoami df du stat file find fd diff cmp tar zip unzip gzip gunzip xz bzip2
  base64 sha256sum md5sum read jq xargs curl wget ping dig ssh systemctl service journalctl apt apt-get dnf
  yum apk pacman reboot shutdown mount umount useradd usermod userdel groupadd passwd sudo doas env nohup timeout nice
  time command exec redis-cli`.split(/\s+/),
);
/**
 * Clients that take files of a folder along which no word names (a base of kustomize, `cloudbuild.yaml`, a `Brewfile`, all
 * that a copy sends), unless these words say that they only ask or tell somebody elsewhere.
 */
const clients: ReadonlyMap<string, RegExp> = new Map([
  [
    "kubectl",
    /^(?:get|describe|logs|exec|delete|scale|rollout|cordon|uncordon|drain|label|annotate|top|port-forward)$/,
  ],
  ["gh", /^(?:pr|issue|repo|run|workflow|auth|api)$/],
  ["glab", /^(?:mr|issue|repo|ci|auth|api)$/],
  ["brew", /^(?:upgrade|update|uninstall|services|cleanup|link|unlink)$/],
]);
/** Findings of programs that run, or hand on, what policy has not read. */
const unreadRules = /^(?:persistence|environment)\./;

/**
 * Folders in whose trees a line may find what it runs, as arguments of the look: those that its commands are in. Modules,
 * included files, hooks, tests and the files that a script sources are named nowhere on the line.
 */
export function codeFolders({
  commands,
  findings,
  verdict,
}: Pick<Assessment, "commands" | "findings" | "verdict">): string[] {
  const isUnread = findings.some(({ risk, ruleId }) => risk === "opaque" || unreadRules.test(ruleId));
  const others = verdict === "allow" ? [] : commands.filter((command) => !isPlain(command));
  if (!isUnread && others.length === 0) return [];
  // What git runs besides, its hooks and settings say.
  const kind = isUnread || others.some((command) => programOf(command) !== "git") ? "tree-" : "hooks-";
  const folders = commands.flatMap(({ folders: each }) =>
    knownFolders(each).flatMap((folder) => (folder.path === "" ? [] : [operand(kind, folder, null)])),
  );
  const pairs = [[`${kind}path`, "."], ...folders.filter((pair) => pair !== null)];
  return [...new Map(pairs.map((pair) => [pair.join("\0"), pair])).values()].flat();
}

/** Programs that copy, pack or send the folders they are given. */
const copying = new Set(
  "cp gcp zip rsync scp ditto pax rclone mksquashfs genisoimage xorriso restic borg rdiff-backup".split(" "),
);
/** Programs that copy a folder when these words are given. */
const copyingWith: ReadonlyMap<string, RegExp> = new Map([
  ...["tar", "gtar", "bsdtar"].map((name) => [name, /^-[a-zA-Z]*[cru]|^--(?:create|append|update)$/] as const),
  ...["7z", "7za", "7zz"].map((name) => [name, /^[au]$/] as const),
  ...["docker", "podman", "kubectl", "oc", "aws", "gsutil", "gcloud", "az", "mc", "s3cmd"].map(
    (name) => [name, /^(?:cp|sync|copy|put|rsync|mirror|upload|upload-batch)$/] as const,
  ),
]);

/**
 * Folders that a line copies, packs or sends, as arguments of the look: all that is in them counts, data too. What the
 * line writes to is none.
 */
export function copiedFolders({ commands, files }: Pick<Assessment, "commands" | "files">): string[] {
  const written = new Set(files.flatMap(({ access, file }) => (access === "write" && file ? [file.path] : [])));
  const pairs = commands.filter(copies).flatMap(({ words, folders }) =>
    words.slice(1).flatMap((word) => {
      if (word === null || word.path.startsWith("-") || written.has(word.path)) return [];
      return folders.map((folder) => operand("data-", word, folder?.path ? folder : null));
    }),
  );
  return [...new Map(pairs.flatMap((each) => (each === null ? [] : [[each.join("\0"), each]]))).values()].flat();
}

function copies(command: AssessedCommand): boolean {
  const name = programOf(command);
  const [, first, ...rest] = command.argv;
  const wanted = copyingWith.get(name);
  // The letters of tar need no dash in its first word.
  const words = [first && /tar$/.test(name) && /^[a-zA-Z]+$/.test(first) ? `-${first}` : first, ...rest];
  return copying.has(name) || (wanted !== undefined && words.some((word) => word != null && wanted.test(word)));
}

function isPlain(command: AssessedCommand): boolean {
  const [, first = ""] = command.argv;
  const name = programOf(command);
  return plainPrograms.has(name) || (first !== null && clients.get(name)?.test(first) === true);
}

const programOf = ({ argv }: AssessedCommand): string => argv[0]?.split("/").at(-1) ?? "";
