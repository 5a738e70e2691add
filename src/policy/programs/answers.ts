/** Programs without a row of which it was seen that they answer `--version` and `--help` before they do anything. */
const tried =
  `cp mv rm mkdir rmdir touch ln chmod chown chgrp dd mktemp mkfifo install split csplit truncate shred tee kill env
  timeout stdbuf xargs find sed gawk jq tar curl wget ssh scp rsync make patch bash dash sudo ffmpeg sqlite3 mysql psql
  pg_dump redis-cli tcpdump strace ltrace perf useradd usermod groupadd passwd mount umount
  zip screen tmux nginx httpd apache2 vim vimdiff nano emacs htop ldd ncdu ansible`.split(/\s+/);

/** Other words that they answer at once, one program a line. */
const otherWords = `
ssh -V
scp -V
nginx -v -V
httpd -v
apache2 -v
docker -v
mysql -V
psql -V
tmux -V
sqlite3 -version
sudo -V
curl -V
wget -V
rsync -V
ffmpeg -version
tcpdump -h`;

const answers: ReadonlyMap<string, readonly string[]> = new Map(
  otherWords
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...words] = line.split(" ");
      return [name, words] as const;
    }),
);
const triedPrograms: ReadonlySet<string> = new Set(tried);

/** Whether a program without a row answers this word, its first and only one, before it does anything. */
export const answersWord = (name: string, word: string): boolean =>
  (/^--(?:version|help)$/.test(word) && triedPrograms.has(name)) || answers.get(name)?.includes(word) === true;

/** They hand options that they do not know on to what they start, or obey the word in front of them. */
export const handsOptionsOn: ReadonlySet<string> = new Set(["fsck", "init", "telinit"]);

interface WayToAsk {
  /**
   * `alone`: nothing else is given. `last`: behind names of sub-commands, at most `most` of them. `first`: in front of
   * names of sub-commands.
   */
  at: "alone" | "last" | "first";
  most?: number;
  words: string;
  programs: string;
}

/**
 * What else than --help and --version asks for help or a version, each as the program's own reader of options has it: it
 * answers before it does anything. A letter is no help because it is called h: `shutdown -h` powers off, `dropdb -h` and
 * `redis-cli -h` name a host, `cryptsetup -h` a hash, and `chown -h`, `sgdisk -h` and `docker run -h` do what they say. So
 * a program that is not here is judged as if it did not know the word.
 */
const waysToAsk: readonly WayToAsk[] = [
  {
    at: "last",
    words: "-h",
    programs: `helm gh flyctl fly doctl pulumi etcdctl supabase rclone restic hcloud velero argocd eksctl kops kind k3d
      minikube istioctl linkerd flux cilium skaffold oc az gcloud openstack borg s3cmd vagrant crictl prisma`,
  },
  { at: "last", words: "-h -help", programs: "terraform tofu packer vault consul nomad" },
  { at: "last", words: "-h", programs: "lvremove vgremove pvremove lvreduce lvresize vgreduce", most: 0 },
  { at: "last", words: "-h", programs: "git", most: 1 },
  { at: "last", words: "help", programs: "aws", most: 2 },
  {
    at: "first",
    words: "help",
    programs: `helm gh flyctl fly doctl pulumi etcdctl supabase rclone restic kubectl oc virsh gsutil zpool zfs argocd
      eksctl`,
  },
  {
    at: "alone",
    words: "-V",
    programs: `mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mke2fs mkfs.xfs mkfs.btrfs mkswap wipefs sfdisk cfdisk cryptsetup dropdb
      dropuser createdb createuser`,
  },
  {
    at: "alone",
    words: "-h",
    programs: "mkfs mkswap wipefs sfdisk cfdisk useradd userdel usermod groupadd groupdel groupmod",
  },
  { at: "alone", words: "-h -V", programs: "iptables ip6tables ebtables arptables fdisk" },
  { at: "alone", words: "-h -v -V", programs: "nft" },
  { at: "alone", words: "help version", programs: "ufw" },
];

const waysOf = new Map<string, WayToAsk[]>();
for (const way of waysToAsk)
  for (const name of way.programs.split(/\s+/)) waysOf.set(name, [...(waysOf.get(name) ?? []), way]);

/** The word by which a program is only asked for help or its version; null where these words may do something. */
export function askingWord(name: string, words: readonly string[]): string | null {
  for (const { at, most = 4, words: asking } of waysOf.get(name) ?? []) {
    const word = at === "first" ? words[0] : words.at(-1);
    const others = at === "first" ? words.slice(1) : words.slice(0, -1);
    const areNames = others.length <= (at === "alone" ? 0 : most) && others.every((each) => isSubCommand.test(each));
    if (word !== undefined && areNames && asking.split(" ").includes(word)) return word;
  }
  return null;
}

const isSubCommand = /^[a-z][a-z\d-]*$/;
