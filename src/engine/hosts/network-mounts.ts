import { type Assessment, assess, knownFolders, type PolicyContext } from "../../policy/index.ts";
import type { Act } from "../contract/act.ts";
import type { JudgePlace } from "../contract/judge.ts";
import { type Reached, reachedFiles } from "../effects/reached-files.ts";
import { isWithin, type Mount, mountOf, parseMounts } from "../target/mount-table.ts";
import { followNames, type LookPlace, realPaths, saidByScript, type Wanted } from "../target/real-paths.ts";
import { type HostPolicies, type HostPolicy, type HostUse, nowhereElse } from "./host-policy.ts";

/** File systems that keep what is in them on this machine, or in its memory. What is not listed may be anywhere. */
const keptHere = new Set(
  `ext2 ext3 ext4 xfs btrfs zfs bcachefs f2fs jfs reiserfs nilfs2 vfat msdos exfat ntfs ntfs3 fuseblk hfs hfsplus apfs ufs
  iso9660 udf squashfs erofs cramfs romfs overlay aufs ecryptfs tmpfs ramfs devtmpfs rootfs proc sysfs cgroup cgroup2 devpts
  mqueue debugfs tracefs securityfs selinuxfs pstore bpf configfs fusectl binfmt_misc hugetlbfs efivarfs nsfs rpc_pipefs
  nfsd fuse.lxcfs fuse.portal fuse.snapfuse fuse.squashfuse devfs fdescfs procfs linprocfs nullfs`.split(/\s+/),
);

/** Those whose source is `host:path`, and not a word of a program's own settings. */
const namesHost = /^(?:nfs\d?|ceph|fuse\.(?:sshfs|glusterfs|ceph(?:-fuse)?)|sshfs|glusterfs)$/;
const namesShare = /^(?:cifs|smb\d?|smbfs|afpfs)$/;

/** Elsewhere than on Linux only where things are mounted is told, and of what kind: `source on /point (type, …)`. */
const tableScript = "cat /proc/self/mountinfo 2>/dev/null || PATH=$PATH:/sbin:/usr/sbin mount";
const maxRounds = 4;

/** The policy of the machines that an act reaches because its target keeps files of theirs under names of its own. */
export async function mountedHosts(
  act: Act,
  context: PolicyContext,
  place: JudgePlace,
  options: HostPolicies,
): Promise<HostPolicy> {
  const { terminal, signal } = place;
  const isElsewhere = act.files?.isHere === true || act.files?.isMemory === true;
  if (terminal === undefined || isElsewhere || options.reachedHostPolicy === undefined) return "default";
  if (options.holdsHosts?.() === false) return "default";
  const looks = { terminal, cwd: act.cwd, signal };
  const told = await saidByScript(["sh", "-c", tableScript], { ...looks, cwd: "" }).catch(() => null);
  signal.throwIfAborted();
  const mounts = told === null ? null : parseTable(told.join("\0"));
  const use = mounts === null ? { ...nowhereElse, isUnclear: true } : await usedBy(act, context, mounts, looks);
  if (use === null) return "default";
  const found = await options.reachedHostPolicy(use, { signal });
  const doubt = "what is mounted there may be kept on it.";
  return found === "default" ? found : found.map((each) => (each.doubt === undefined ? each : { ...each, doubt }));
}

function parseTable(text: string): Mount[] {
  const mounts = parseMounts(text);
  if (mounts.length > 0) return mounts;
  return text.split("\n").flatMap((line) => {
    const [, source = "", point = "", type = "", options = ""] =
      /^(.+?) on (\/.*?) (?:type |\()([^\s,()]+)[,\s(]*(.*?)\)?$/.exec(line) ?? [];
    return point === "" ? [] : [{ device: "", root: "/", point, type, source, options, layers: [] }];
  });
}

/** Null where nothing of the act is on another machine. */
async function usedBy(
  act: Act,
  context: PolicyContext,
  mounts: readonly Mount[],
  looks: LookPlace,
): Promise<HostUse | null> {
  const remote = mounts.filter((mount) => leadsTo(mount, mounts).length > 0);
  if (remote.length === 0) return null;
  const isLine = act.kind !== "file" && act.kind !== "tool";
  const line = isLine ? assess(act.text, context) : null;
  const isProved = line?.verdict === "allow" && line.matched.length === 0;
  const words = line === null ? [] : wordsOf(line, isProved);
  const [folder, reached, named] = await Promise.all([
    act.cwd === "" ? [] : realPaths([act.cwd], looks),
    line === null ? [] : reachedFiles(line, looks),
    followNames(words, looks),
  ]);
  const files = act.files === undefined ? [] : (act.files.real ?? null);
  // A line that cannot be followed may go to any of them.
  if (folder === null || reached === null || named === null || files === null) return asUse(remote, mounts);
  const real = (found: readonly { real: string }[]) => found.map((each) => each.real);
  const paths = [...folder, ...files, ...real(reached), ...real(named)];
  const trees = [
    ...(act.files?.isSearch ? files : []),
    ...real([
      ...reached.filter(isTree),
      ...named.filter(({ at, isFolder }) => isFolder && words[at]?.isFlat === false),
    ]),
    ...(line === null || isProved ? [] : folder),
  ];
  const found = remote.filter(
    (mount) =>
      paths.some((path) => mountOf(path, mounts) === mount) ||
      trees.some((path) => isWithin(mount.point, path)) ||
      (line !== null && !isProved && isSpokenOf(mount, act.text)),
  );
  return found.length === 0 ? null : asUse(found, mounts);
}

const isTree = ({ use, isFolder }: Reached): boolean => isFolder && use !== "read" && use !== "history";

/** They see no more of a folder than what is in it; anything else may go through all that is below. */
const staysThere = new Set("cd pushd pwd ls dir vdir stat test [ echo printf realpath readlink mkdir touch".split(" "));

interface Word extends Wanted {
  /** Nothing below it is looked at. */
  isFlat: boolean;
}

/** Every word that may be a path, and the folders that the line goes to, for programs that may go on from there. */
function wordsOf({ commands }: Assessment, isProved: boolean): Word[] {
  return commands.flatMap(({ argv: [program, ...rest], words, folders }) => {
    const isDeep = rest.some((word) => /^-\w*R|^--rec/.test(word ?? ""));
    const isFlat = staysThere.has(program?.split("/").at(-1) ?? "") && !isDeep;
    return knownFolders(folders).flatMap((folder) => {
      const named = words.slice(1).flatMap((word) => (word === null ? [] : [{ word, base: folder, isFlat }]));
      return [{ word: folder, base: null, isFlat: isFlat || isProved }, ...named];
    });
  });
}

/** What a line is not proved to do, it may do to any file that its text speaks of, also in code and inside a word. */
const isSpokenOf = ({ point }: Mount, text: string) => text.includes(point.slice(point.lastIndexOf("/") + 1));

/** The mounts of other machines that one shows: itself, or those below the folders that it is made of. */
function leadsTo(mount: Mount, mounts: readonly Mount[], round = 0): Mount[] {
  // In user space a source that is a folder is what the mount is made of.
  const isMadeOfFolders = keptHere.has(mount.type) || /^\/(?!\/)/.test(mount.source);
  if (!isMadeOfFolders) return [mount];
  if (round === maxRounds) return [mount];
  return mount.layers.flatMap((layer) => {
    const below = mountOf(layer, mounts);
    return below === undefined || below === mount ? [] : leadsTo(below, mounts, round + 1);
  });
}

function asUse(found: readonly Mount[], mounts: readonly Mount[]): HostUse {
  const sources = found.flatMap((mount) => leadsTo(mount, mounts)).map(hostOf);
  const hosts = sources.flatMap((host) => (host === null ? [] : [host]));
  return {
    ...nowhereElse,
    destinations: hosts.map(({ address, name }) => address ?? name),
    remotes: hosts.map(({ name }) => name),
    words: hosts.map(({ name }) => name),
    isUnclear: sources.includes(null),
  };
}

/** Null where only a program's own settings know the machine: a remote of rclone, a tag of a virtual machine. */
function hostOf({ type, source, options }: Mount): { name: string; address: string | null } | null {
  const name =
    /^\w[\w+.-]*:\/\/((?:[^@/]*@)?(?:\[[^\]]+\]|[^/:]+))/.exec(source)?.[1] ??
    (namesShare.test(type) ? /^\/\/(?:[^@/]*@)?([^/]+)/.exec(source)?.[1] : undefined) ??
    (namesHost.test(type) ? /^((?:[^@/]*@)?(?:\[[^\]]+\]|[^/:,[\]]+)):/.exec(source)?.[1] : undefined);
  if (name === undefined) return null;
  const address = /(?:^|,)addr=([^,]+)/.exec(options)?.[1] ?? null;
  return { name: name.replaceAll(/[[\]]/g, ""), address };
}
